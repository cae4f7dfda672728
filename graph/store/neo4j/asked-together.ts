interface Asked<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Answers of one query, in the order of the questions. */
type AnswerAll<Question, Answer> = (questions: readonly Question[]) => Promise<readonly Answer[]>;

/** Tools ask about many things at once: all that is asked before the event loop turns is one query. */
export class AskedTogether<Question, Answer> {
  readonly #answerAll: AnswerAll<Question, Answer>;
  #waiting: Asked<Question, Answer>[] = [];

  constructor(answerAll: AnswerAll<Question, Answer>) {
    this.#answerAll = answerAll;
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => void this.#send());
      this.#waiting.push({ question, resolve, reject });
    });
  }

  async #send(): Promise<void> {
    const asked = this.#waiting;
    this.#waiting = [];
    try {
      const answers = await this.#answerAll(asked.map(({ question }) => question));
      for (const [place, { resolve }] of asked.entries()) resolve(answers[place] as Answer);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}

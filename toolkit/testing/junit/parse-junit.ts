import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { TestResult, TestStatus } from '../types.ts';
import { readTracebackFrames } from './traceback-frames.ts';

/** What a JUnit report says. */
export interface JunitResults {
  /** In the report's order; of two entries of one test the worse one. */
  readonly results: readonly TestResult[];
  /** Why the report was not read to its end, `null` if it was. What came before counts. */
  readonly complaint: string | null;
}

const maxDepth = 64;
const maxTests = 200_000;
const maxNames = 2_000;
const messageLength = 4_000;
/** Of one element; what is beyond is dropped as it comes. */
const maxText = 64 * 1_024;
const rank = { passed: 0, skipped: 1, failed: 2, error: 3, timeout: 4 } as const;

const statuses: Readonly<Record<string, TestStatus>> = {
  failure: 'failed',
  error: 'error',
  skipped: 'skipped',
};

interface Case {
  readonly id: string;
  readonly seconds: number;
  status: TestStatus;
  message: string | null;
}

class Refused extends Error {}

const secondsOf = (time: string | undefined): number => {
  const value = Number(time?.replaceAll(',', '') ?? 0);
  return Number.isFinite(value) && value >= 0 && value < 1e6 ? value : 0;
};

function idOf({ classname = '', name = '', file = '' }: Record<string, string>): string {
  const group = classname || file;
  return (group ? `${group}.${name}` : name).slice(0, maxNames);
}

/** Takes text piece by piece, so that a report is never held as a whole. */
export class JunitReader {
  readonly #parser = new SaxesParser();
  readonly #results = new Map<string, TestResult>();
  #depth = 0;
  #sawRoot = false;
  #case: Case | null = null;
  /** The element within a test that says how it ended. */
  #outcome: { readonly name: string; readonly head: string; text: string } | null = null;
  #complaint: string | null = null;

  constructor() {
    this.#parser.on('doctype', () => {
      throw new Refused('it has a document type, which no test report needs');
    });
    this.#parser.on('opentag', (tag) => this.#open(tag));
    this.#parser.on('closetag', ({ name }) => this.#close(name));
    this.#parser.on('text', (text) => this.#text(text));
    this.#parser.on('cdata', (text) => this.#text(text));
    this.#parser.on('error', (error) => {
      throw new Refused(`it is no well-formed XML: ${error.message.slice(0, 200)}`);
    });
  }

  /** Whether there is any use in more. */
  write(text: string): boolean {
    return this.#try(() => this.#parser.write(text));
  }

  /** After the last piece. */
  end(): JunitResults {
    if (this.#complaint === null) this.#try(() => this.#parser.close());
    return { results: [...this.#results.values()], complaint: this.#complaint };
  }

  #try(act: () => unknown): boolean {
    if (this.#complaint !== null) return false;
    try {
      act();
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#complaint = error.message;
      return false;
    }
  }

  #open({ name, attributes }: SaxesTagPlain): void {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new Refused(`its elements are nested more than ${maxDepth} deep`);
    if (!this.#sawRoot && name !== 'testsuites' && name !== 'testsuite')
      throw new Refused(`it begins with <${name.slice(0, 50)}>, not with <testsuites> or <testsuite>`);
    this.#sawRoot = true;
    if (name === 'testcase') {
      if (this.#results.size >= maxTests) throw new Refused(`it has more than ${maxTests} tests`);
      const { time } = attributes;
      this.#case = { id: idOf(attributes), seconds: secondsOf(time), status: 'passed', message: null };
    } else if (this.#case && this.#outcome === null && Object.hasOwn(statuses, name)) {
      const { type = '', message = '' } = attributes;
      const head = [type, message].filter((part) => part !== '').join(': ');
      this.#outcome = { name, head: head.slice(0, messageLength), text: '' };
    }
  }

  #text(text: string): void {
    if (this.#outcome && this.#outcome.text.length < maxText) this.#outcome.text += text.slice(0, maxText);
  }

  #close(name: string): void {
    this.#depth -= 1;
    if (this.#case && this.#outcome?.name === name) {
      const status = statuses[name] as TestStatus;
      if (rank[status] > rank[this.#case.status]) {
        const { head, text } = this.#outcome;
        this.#case.status = status;
        this.#case.message = messageOf(head, text.trim());
      }
      this.#outcome = null;
    } else if (this.#case && name === 'testcase') {
      this.#keep(this.#case);
      this.#case = null;
      this.#outcome = null;
    }
  }

  #keep({ id, seconds, status, message }: Case): void {
    const known = this.#results.get(id);
    if (id === '' || (known && rank[known.status] >= rank[status])) return;
    this.#results.set(id, { id, status, seconds, message, frames: readTracebackFrames(message ?? '') });
  }
}

/** The end of a traceback tells most. */
function messageOf(head: string, text: string): string {
  const first = text.startsWith(head) ? '' : head.slice(0, messageLength / 2);
  const rest = text.slice(-(messageLength - first.length - 1));
  return [first, rest].filter((part) => part !== '').join('\n');
}

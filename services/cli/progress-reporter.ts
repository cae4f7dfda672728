import type { Clock } from '../../graph/kernel/clock.ts';
import type { Progress } from '../../graph/kernel/progress.ts';
import type { CliStreams } from './context.ts';

/** Shows how far a command is, without ever standing in its way. */
export interface ProgressReporter {
  /** One step; cheap enough to be called for every file. */
  step(progress: Progress): void;
  /** Any short text in place of a step. */
  say(text: string): void;
  /** Clears the line; nothing is shown afterwards. */
  stop(): void;
}

/** Plain lines are at least this far apart, the first one this long after the start. */
const plainEveryMs = 2_000;
const lineEveryMs = 80;

const describe = ({ stage, done, total }: Progress): string =>
  total === undefined ? `${stage} ${done}` : `${stage} ${done}/${total}`;

/** Text of the repository must not steer the terminal. */
const printable = (text: string): string => text.replace(/\p{Cc}/gu, ' ');

/**
 * On a terminal one line that updates in place; elsewhere plain lines, at most one in two seconds. What comes
 * too soon is shown at the next turn unless something newer has come by then.
 */
export function makeProgressReporter(stderr: CliStreams['stderr'], clock: Clock): ProgressReporter {
  const terminal = stderr.isTTY === true;
  const interval = terminal ? lineEveryMs : plainEveryMs;
  let last = terminal ? Number.NEGATIVE_INFINITY : clock.now();
  let pending: NodeJS.Timeout | undefined;
  let latest = '';
  let shown = false;
  let stopped = false;

  const show = (): void => {
    pending = undefined;
    last = clock.now();
    shown = true;
    const line = printable(latest).slice(0, (stderr.columns || 100) - 1);
    stderr.write(terminal ? `\r\u001b[K${line}` : `${line}\n`);
  };
  const say = (text: string): void => {
    if (stopped || text === latest) return;
    latest = text;
    const wait = interval - (clock.now() - last);
    if (wait > 0) pending ??= setTimeout(show, wait).unref();
    else {
      clearTimeout(pending);
      show();
    }
  };
  return {
    step: (progress) => say(describe(progress)),
    say,
    stop() {
      clearTimeout(pending);
      if (terminal && shown && !stopped) stderr.write('\r\u001b[K');
      stopped = true;
    },
  };
}

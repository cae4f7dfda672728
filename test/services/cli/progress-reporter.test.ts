import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { makeProgressReporter } from '../../../services/cli/progress-reporter.ts';

function stderrDouble(isTTY: boolean, columns?: number) {
  const stream = Object.assign(new PassThrough(), { isTTY, ...(columns ? { columns } : {}) });
  stream.setEncoding('utf8');
  return { stream, text: () => (stream.read() as string | null) ?? '' };
}

describe('progress on a pipe', () => {
  it('prints nothing for a command that ends within two seconds', () => {
    const { stream, text } = stderrDouble(false);
    const reporter = makeProgressReporter(stream, { now: () => 1_000 });
    reporter.step({ stage: 'parse', done: 1, total: 3 });
    reporter.stop();
    expect(text()).toBe('');
  });

  it('prints plain lines that are at least two seconds apart', () => {
    let now = 0;
    const { stream, text } = stderrDouble(false);
    const reporter = makeProgressReporter(stream, { now: () => now });
    for (now = 0; now <= 10_000; now += 100) reporter.step({ stage: 'parse', done: now });
    reporter.stop();
    expect(text()).toBe('parse 2000\nparse 4000\nparse 6000\nparse 8000\nparse 10000\n');
  });
});

describe('progress on a terminal', () => {
  it('updates one line and clears it at the end', () => {
    const { stream, text } = stderrDouble(true);
    const reporter = makeProgressReporter(stream, { now: () => 0 });
    reporter.step({ stage: 'parse', done: 1, total: 3 });
    reporter.stop();
    reporter.say('too late');
    expect(text()).toBe('\r\u001b[Kparse 1/3\r\u001b[K');
  });

  it('shows the newest of what came too soon after the last', async () => {
    const { stream, text } = stderrDouble(true);
    const reporter = makeProgressReporter(stream, { now: () => Date.now() });
    reporter.say('scan');
    reporter.say('parse');
    reporter.say('resolve');
    await sleep(200);
    expect(text()).toBe('\r\u001b[Kscan\r\u001b[Kresolve');
    reporter.stop();
  });

  it('lets no control character of a file name through and keeps to the width', () => {
    const { stream, text } = stderrDouble(true, 12);
    makeProgressReporter(stream, { now: () => 0 }).say('a\u001b[2Jb\nand much more');
    expect(text()).toBe('\r\u001b[Ka [2Jb and ');
  });
});

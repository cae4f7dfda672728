import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parseCommandLine, renderCommandLine } from '../../../toolkit/testing/command-line.ts';

describe('parseCommandLine', () => {
  it.each([
    `pytest -k 'a and not b' "tests/test x.py" a\\ b`,
    `pytest tests/test_a.py::test_b[1-x]`,
    `echo "a \\"quoted\\" \\x" 'it''s' "" ''`,
    `python -c 'print(1); print("$HOME | x")'`,
    `  spaced \t out  `,
  ])('splits as the shell does: %s', (text) => {
    const { words, needsShell } = parseCommandLine(text);
    const shell = execFileSync('sh', ['-c', `printf '%s\\0' ${text}`], { encoding: 'utf8' });
    expect(words).toEqual(shell.split('\0').slice(0, -1));
    expect(needsShell).toBe(false);
  });

  it('takes assignments before the program, and only there', () => {
    expect(parseCommandLine(`A=1 B='x y' pytest C=3`)).toEqual({
      env: { A: '1', B: 'x y' },
      words: ['pytest', 'C=3'],
      needsShell: false,
      openQuote: false,
    });
  });

  it.each([
    'cd x && pytest',
    'pytest | tee log',
    'pytest; true',
    'pytest > log',
    'echo $HOME',
    'echo "$(id)"',
    'a `b`',
  ])('leaves to a shell what only a shell can run: %s', (text) =>
    expect(parseCommandLine(text).needsShell).toBe(true),
  );

  it.each([`pytest 'a`, `pytest "a`, `pytest "it's`, `pytest it's`])(
    'sees a quote that stays open: %s',
    (text) => expect(parseCommandLine(text).openQuote).toBe(true),
  );

  it('renders words so that they are read back', () => {
    const words = ['sh', '-c', `echo "it's $HOME"`, '', 'tests/a.py::b[1]'];
    expect(parseCommandLine(renderCommandLine(words)).words).toEqual(words);
  });
});

import { describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../../toolkit/testing/command-line.ts';
import { recognise } from '../../../toolkit/testing/recognise.ts';

const of = (text: string) => recognise(parseCommandLine(text).words);

describe('recognise', () => {
  it.each([
    ['pytest -x tests', 'pytest', [], ['-x', 'tests']],
    ['.venv/bin/pytest', 'pytest', [], []],
    ['py.test a.py', 'pytest', [], ['a.py']],
    ['python -m pytest a.py', 'pytest', [], ['a.py']],
    ['python3.11 -W error -Xdev -B -m pytest a.py', 'pytest', ['-W', 'error', '-Xdev', '-B'], ['a.py']],
    ['.venv/bin/python -m unittest discover -s tests', 'unittest', [], ['discover', '-s', 'tests']],
    ['poetry run pytest a.py', 'pytest', [], ['a.py']],
    ['uv run python -m unittest', 'unittest', [], []],
    ['coverage run --source x -m pytest a.py', 'pytest', [], ['a.py']],
    ['python -m coverage run -m unittest a', 'unittest', [], ['a']],
  ])('%s', (text, runner, flags, args) => expect(of(text)).toEqual({ runner, flags, args }));

  it.each([
    './manage.py test',
    'python manage.py test',
    'python -m nose',
    'python test_x.py',
    'tox -e py311',
    'make test',
    'uv run --with x pytest',
    'coverage report',
    'python -m',
    'python',
    '',
  ])('leaves alone: %s', (text) => expect(of(text)).toBeNull());
});

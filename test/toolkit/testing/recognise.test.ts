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
    [
      'tests/runtests.py -v 2 forms_tests',
      'django',
      ['-v', '2', 'forms_tests'],
      { script: 'tests/runtests.py' },
    ],
    ['python3 runtests.py', 'django', [], { script: 'runtests.py' }],
    ['./manage.py test shop', 'django', ['test', 'shop'], { script: './manage.py' }],
    ['python -m django test', 'django', ['test'], { module: 'django' }],
    ['django-admin test shop', 'django', ['test', 'shop'], { module: 'django' }],
    ['coverage run --source=. manage.py test', 'django', ['test'], { script: 'manage.py' }],
    ['bin/test -v core', 'sympy', ['-v', 'core'], { script: 'bin/test' }],
    ['python -c "import sympy; sympy.test()"', 'sympy', [], { code: 'import sympy; sympy.test()' }],
  ])('%s', (text, runner, args, target) => expect(of(text)).toEqual({ runner, flags: [], args, target }));

  it.each([
    './manage.py migrate',
    'python -c "import os"',
    'python -m django migrate',
    'coverage run',
    'mybin/testing',
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

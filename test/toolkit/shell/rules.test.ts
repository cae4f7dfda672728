import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { longestCommand, refusalOf, rules } from '../../../toolkit/shell/rules.ts';

const refused: Readonly<Record<string, readonly string[]>> = {
  empty: ['', ' \n\t'],
  'too-long': [`echo ${'x'.repeat(longestCommand)}`],
  'null-character': ['echo a\0b'],
  interactive: [
    'vi cart.py',
    'cd src && less cart.py',
    'git diff --no-index a b | more',
    'python3',
    '/usr/bin/python3 -i cart.py',
    'bash',
    'tail -f log.txt',
    'git add -p',
    'echo "$(vim x)"',
    "sh -c 'cd src; top'",
    'for file in *; do nano "$file"; done',
    'env LANG=C timeout 5 htop',
    'find . | xargs vim',
  ],
  privileges: ['sudo ls', 'ls; su root', 'if true; then doas id; fi', '(sudo -n id)', 'x=`sudo id`'],
  network: [
    'curl https://example.org',
    'wget -q example.org/file',
    'pip install requests',
    'python3 -m pip install -e .',
    'apt-get update && apt install git',
    'git fetch origin',
    'git clone https://example.org/x.git',
    'npm ci',
    'ssh host ls',
    "bash -lc 'ssh host'",
  ],
  machine: ['shutdown now', 'mount /dev/sda1 /mnt', 'mkfs.ext4 /dev/sda1'],
  detaching: [
    'nohup python server.py',
    'setsid sleep 100',
    'sleep 100 &',
    '(sleep 100) & # for later',
    'at now',
  ],
  history: ['git log -3', 'git --no-pager show HEAD', 'git blame cart.py'],
};

const allowed = [
  'command -v python3 vi',
  'python -m pytest -x tests/test_cart.py',
  'python3 -c "import os; print(os.getcwd())" # vi',
  "python3 - <<'EOF'\nvi = 1\nsudo = 2\nEOF\necho done",
  'cat <<A <<-B\nvi x\nA\n\tsudo y\n\tB\nls',
  'echo "print(1)" | python3',
  'python3 < script.py',
  'grep -rn "sudo vi; less" src 2>&1 | head -20',
  "echo 'it is $(vi)'",
  'echo sudo vi less',
  'tail -n 5 log.txt',
  'git grep -i cart',
  'git init -q && git add . && git commit -qm base && git log',
  'git diff --no-index a b',
  'pip list',
  'python3 -m pip show pytest',
  'curl -s http://127.0.0.1:8000/',
  'python3 server.py & sleep 1; curl localhost:8000; kill $!',
  'a & b & wait',
  'cmd >out.txt 2>&1 && cmd &> all.txt',
  `echo $((1 << 2)) \${name:-x}`,
  'perl -i -pe s/a/b/ file',
  'f() { echo one; }; f',
  'case $x in vi) echo y;; esac',
  ':(){ :|:& };:',
  'echo \\\n  continued',
  'echo "unclosed',
];

describe('the rules for commands', () => {
  it('are each shown by an example', () => {
    expect(rules.map(({ name }) => name)).toEqual(Object.keys(refused));
  });

  it.each(Object.entries(refused).flatMap(([rule, commands]) => commands.map((command) => [rule, command])))(
    '%s refuses %j',
    (rule, command) => {
      expect(refusalOf(command ?? '')).toMatchObject({ rule, instead: expect.stringMatching(/\w{4}/) });
    },
  );

  it.each(allowed)('let through %j', (command) => {
    expect(refusalOf(command)).toBeUndefined();
  });

  it.each(rules.map(({ name }) => name))('%s is in the manual', (name) => {
    expect(readFileSync('docs/manual/sandbox.md', 'utf8')).toContain(`| \`${name}\` `);
  });

  it('say what it was in the command', () => {
    expect(refusalOf('ls && sudo make install')?.reason).toContain('Here: sudo make install');
  });

  it('take little time, whatever is asked', () => {
    const hostile = ['$((', '$(', '"$(', '`', '${', '<<x\n', "sh -c '", '(', '{ ', '&', '\\'];
    for (const piece of hostile) {
      const command = piece.repeat(Math.floor(longestCommand / piece.length));
      const start = performance.now();
      refusalOf(command);
      expect(performance.now() - start).toBeLessThan(1000);
    }
  });
});

import { simpleCommands } from './commands.ts';
import { type Program, programsIn } from './programs.ts';

export const longestCommand = 4000;

/**
 * What is refused before it runs, and what to do instead. These rules are no wall: the sandbox is. They answer at
 * once, and in words, what would otherwise hang, fail without a reason or be thrown away.
 */
export interface Rule {
  readonly name: string;
  /** What is refused and why. */
  readonly refuses: string;
  readonly instead: string;
  /** What in the command breaks the rule, or `undefined`. */
  readonly breach: (command: string) => string | undefined;
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** A rule about single programs. */
const eachProgram =
  (isRefused: (program: Program) => boolean) =>
  (command: string): string | undefined => {
    const found = programsIn(command).find(isRefused);
    return found && [found.name, ...found.args].join(' ').slice(0, 80);
  };

const editorsAndScreens = words(
  'vi vim nvim view nano pico emacs ed ex less more most man top htop btop watch screen tmux ipython pudb passwd',
);
const prompts = words('python python3 pypy pypy3 node irb sh bash dash zsh ksh sqlite3 psql mysql gdb');
const partByPart = words('add checkout commit rebase reset stash');

function waitsForPerson({ name, args, hasInput }: Program): boolean {
  if (editorsAndScreens.has(name)) return true;
  if (prompts.has(name)) return (args.length === 0 && !hasInput) || args[0] === '-i';
  if (name === 'tail') return args.some((word) => /^(-[a-zA-Z]*[fF]|--follow.*)$/.test(word));
  if (name !== 'git' || !partByPart.has(args[0] ?? '')) return false;
  return args.some((word) => ['-i', '-p', '--interactive', '--patch'].includes(word));
}

const privileged = words('sudo su doas pkexec runuser');

const networkPrograms = words(
  'curl wget ssh scp sftp ftp telnet nc ncat ping traceroute dig nslookup apt apt-get aptitude yum dnf apk pacman zypper brew snap',
);
const installers: Readonly<Record<string, ReadonlySet<string>>> = {
  pip: words('install download wheel index'),
  pip3: words('install download wheel index'),
  uv: words('pip add sync lock tool venv'),
  poetry: words('install add update lock'),
  pipenv: words('install sync update'),
  pdm: words('install add update lock'),
  conda: words('install create update'),
  npm: words('install ci i add update'),
  yarn: words('install add'),
  pnpm: words('install add'),
  cargo: words('install add fetch'),
  gem: words('install'),
  go: words('get install'),
  git: words('clone fetch pull push ls-remote submodule'),
};
const isLocal = (word: string): boolean => /\blocalhost\b|\b127\.0\.0\.1\b|\[::1\]/.test(word);

/** `python -m pip …` is `pip …`. */
function asProgram(program: Program): Program {
  const [flag, module = '', ...args] = program.args;
  return /^python/.test(program.name) && flag === '-m' ? { ...program, name: module, args } : program;
}

function needsNetwork(given: Program): boolean {
  const { name, args } = asProgram(given);
  if (networkPrograms.has(name)) return !args.some(isLocal) && !args.includes('--version');
  return installers[name]?.has(args.find((word) => !word.startsWith('-')) ?? '') ?? false;
}

const machineWide = words(
  'shutdown reboot halt poweroff mount umount fdisk parted swapon swapoff modprobe insmod rmmod systemctl service',
);
const detaching = words('nohup setsid disown daemonize at batch crontab');

function leftBehind(command: string): string | undefined {
  const last = simpleCommands(command).at(-1);
  if (last?.background) return `${last.words.join(' ').slice(0, 80)} &`;
  return eachProgram(({ name }) => detaching.has(name))(command);
}

const history = words('log show blame annotate bisect reflog shortlog describe rev-list stash');

function needsHistory(command: string): string | undefined {
  const programs = programsIn(command).filter(({ name }) => name === 'git');
  if (programs.some(({ args }) => args[0] === 'init')) return undefined;
  const found = programs.find(({ args }) => history.has(args.find((word) => !word.startsWith('-')) ?? ''));
  return found && ['git', ...found.args].join(' ').slice(0, 80);
}

/** In this order; the first that is broken answers. */
export const rules: readonly Rule[] = [
  {
    name: 'empty',
    refuses: 'An empty command, for there is nothing to run.',
    instead: 'give a command for sh, such as "python -m pytest -x tests/test_cart.py"',
    breach: (command) => (command.trim() === '' ? 'it is empty' : undefined),
  },
  {
    name: 'too-long',
    refuses: `A command of more than ${longestCommand} characters, which is a file rather than a command.`,
    instead: 'split it into several commands, or do one thing at a time',
    breach: (command) => (command.length > longestCommand ? `${command.length} characters` : undefined),
  },
  {
    name: 'null-character',
    refuses: 'A command with a NUL character, which no program can be given.',
    instead: "write it as an escape that the program reads, such as printf '\\0'",
    breach: (command) => (command.includes('\0') ? 'NUL' : undefined),
  },
  {
    name: 'interactive',
    refuses: 'Editors, pagers, screens and prompts, for nobody is there to answer: the input is empty.',
    instead:
      'print with cat or sed -n "1,80p", change files with sed -i or a here-document, run Python with python -c',
    breach: eachProgram(waitsForPerson),
  },
  {
    name: 'privileges',
    refuses: 'Becoming another user (sudo, su, …), which the sandbox does not allow.',
    instead: 'leave it out: every file of the copy may be read and changed as it is',
    breach: eachProgram(({ name }) => privileged.has(name)),
  },
  {
    name: 'network',
    refuses:
      'Downloads, remote machines and installing packages, for the sandbox has no network but its own loopback.',
    instead: 'use what is installed (python -m pip list) and what is in the repository',
    breach: eachProgram(needsNetwork),
  },
  {
    name: 'machine',
    refuses:
      'Mounting, formatting, services and shutting down, which concern the machine and not the repository.',
    instead: 'look at the repository alone; /tmp is yours to write to',
    breach: eachProgram(({ name }) => machineWide.has(name) || name.startsWith('mkfs')),
  },
  {
    name: 'detaching',
    refuses: 'Leaving something running (nohup, setsid, a last &), for all is ended with the command.',
    instead:
      'run it in the foreground, or start it, use it and end it in one command: "server & sleep 1; client; kill $!"',
    breach: leftBehind,
  },
  {
    name: 'history',
    refuses:
      "Git's history (log, show, blame, …), which the copy does not have: it is the files as they are now.",
    instead: 'read the files; "git init -q && git add . && …" makes a repository of the copy if you need one',
    breach: needsHistory,
  },
];

export interface Refusal {
  readonly rule: string;
  readonly reason: string;
  readonly instead: string;
}

/** Why a command is refused, or `undefined` when it may run. */
export function refusalOf(command: string): Refusal | undefined {
  for (const { name, refuses, instead, breach } of rules) {
    const what = breach(command);
    if (what !== undefined) return { rule: name, reason: `${refuses} Here: ${what}`, instead };
  }
  return undefined;
}

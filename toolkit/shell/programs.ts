import { posix } from 'node:path';
import { type SimpleCommand, simpleCommands } from './commands.ts';

/** A program that a script starts. */
export interface Program {
  /** Without its folder. */
  readonly name: string;
  readonly args: readonly string[];
  readonly hasInput: boolean;
  readonly background: boolean;
}

const keywords = new Set(['if', 'then', 'else', 'elif', 'do', 'while', 'until', '!', '{', '}', 'time']);
/** They start the program that their arguments name. */
const wrappers = new Set([
  'env',
  'command',
  'exec',
  'nice',
  'ionice',
  'nohup',
  'setsid',
  'stdbuf',
  'timeout',
  'xargs',
  'sudo',
  'doas',
]);
const shells = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh']);
const isOption = (word: string): boolean => word.startsWith('-') || /^\d+(\.\d+)?[smhd]?$/.test(word);
/** `command -v` and `-V` only tell what a name stands for. */
const onlyTells = (name: string, next: string): boolean => name === 'command' && /^-p?[vV]/.test(next);
const isAssignment = (word: string): boolean => /^[A-Za-z_]\w*=/.test(word);

/** The program of a simple command, and those that it only wraps. */
function programsOf({ words, hasInput, background }: SimpleCommand): readonly Program[] {
  const programs: Program[] = [];
  let at = 0;
  const skip = (drop: (word: string) => boolean) => {
    while (at < words.length && drop(words[at] ?? '')) at += 1;
  };
  skip((word) => keywords.has(word) || isAssignment(word));
  while (at < words.length) {
    const name = posix.basename(words[at] ?? '');
    at += 1;
    programs.push({ name, args: words.slice(at), hasInput: hasInput || name === 'xargs', background });
    if (!wrappers.has(name) || onlyTells(name, words[at] ?? '')) break;
    skip((word) => isOption(word) || isAssignment(word));
  }
  return programs;
}

/** The script that `sh -c` or `eval` is given. */
function inner({ name, args }: Program): string | undefined {
  if (name === 'eval') return args.join(' ');
  if (!shells.has(name)) return undefined;
  const flag = args.findIndex((word) => /^-[a-z]*c$/.test(word));
  return flag < 0 ? undefined : args[flag + 1];
}

/** Scripts within scripts that are looked into. */
const mostScripts = 50;

/** The programs that a script starts, as far as its text tells, with those of the scripts that it hands to shells. */
export function programsIn(script: string): readonly Program[] {
  const scripts = [script];
  const programs: Program[] = [];
  for (let at = 0; at < scripts.length && at < mostScripts; at += 1) {
    const found = simpleCommands(scripts[at] ?? '').flatMap(programsOf);
    programs.push(...found);
    scripts.push(...found.map(inner).filter((text) => text !== undefined));
  }
  return programs;
}

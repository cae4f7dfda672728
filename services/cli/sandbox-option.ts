import { InvalidArgumentError, Option } from 'commander';
import { readSandboxName, type SandboxName } from '../../toolkit/sandbox/choice.ts';

function sandboxName(text: string): SandboxName {
  const name = readSandboxName(text);
  if (name) return name;
  throw new InvalidArgumentError('give bubblewrap, process, or docker:IMAGE such as docker:python:3.11-slim');
}

/** `--sandbox`, the same for every command that runs what is not trusted. `what` says what runs there. */
export const sandboxOption = (what: string): Option =>
  new Option('--sandbox <kind>', `${what}: bubblewrap, process or docker:IMAGE`).argParser(sandboxName);

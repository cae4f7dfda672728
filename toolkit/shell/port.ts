import type { SandboxKind, SandboxResult } from '../sandbox/port.ts';

export interface ShellRequest {
  /** For `sh -c`. */
  readonly command: string;
  /** Folder to run it in, relative to the repository; the empty string is its root. */
  readonly folder: string;
  /** Stops this command. */
  readonly signal?: AbortSignal;
}

export interface ShellResult extends Omit<SandboxResult, 'end'> {
  /** `disk-limit`: it filled the disk, and was stopped for that. */
  readonly end: SandboxResult['end'] | 'disk-limit';
}

/** Runs commands on a copy of one repository that nobody sees again; what is there when a command begins is the repository. */
export interface Shell {
  /** Where commands run, and why there. */
  readonly sandbox: { readonly kind: SandboxKind; readonly because: string };
  /** Throws `NOT_FOUND` for a folder that the copy does not have, `CANCELLED`. */
  run(request: ShellRequest): Promise<ShellResult>;
}

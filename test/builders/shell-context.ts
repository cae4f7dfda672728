import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { invoke, type ToolResult } from '../../toolkit/invoke.ts';
import { shellTool } from '../../toolkit/registry.ts';
import type { Sandbox } from '../../toolkit/sandbox/port.ts';
import { createSandboxedShell, type SandboxedShellOptions } from '../../toolkit/shell/sandboxed-shell.ts';
import { toolContext } from './tool-context.ts';

export interface ShellBench {
  /** The user's folder. */
  readonly root: string;
  /** Where the copies are made. */
  readonly dir: string;
  /** Runs the shell tool. */
  use(input: unknown, tokens?: number): Promise<ToolResult>;
  /** The user's folder: each path with its text. */
  files(): Readonly<Record<string, string>>;
  close(): void;
}

/** The shell tool on a folder with `sources`, in a real sandbox. */
export async function shellBench(
  sandbox: Sandbox,
  sources: Readonly<Record<string, string>>,
  options: Partial<SandboxedShellOptions> = {},
): Promise<ShellBench> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'mendgraph-shell-')));
  const [root, dir] = [join(base, 'project'), join(base, 'copies')];
  mkdirSync(dir);
  for (const [path, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const shell = createSandboxedShell({ sandbox, root, dir, ...options });
  const context = { ...(await toolContext(sources)), shell };
  return {
    root,
    dir,
    use: (input, tokens) => invoke([shellTool], shellTool.name, input, context, { tokens }),
    files: () =>
      Object.fromEntries(
        readdirSync(root, { recursive: true, withFileTypes: true })
          .filter((entry) => !entry.isDirectory())
          .map((entry) => join(entry.parentPath, entry.name))
          .sort()
          .map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]),
      ),
    close: () => rmSync(base, { recursive: true, force: true }),
  };
}

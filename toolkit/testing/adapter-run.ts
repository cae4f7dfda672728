import { mkdir, mkdtemp, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultLimits, type Sandbox, type SandboxRequest } from '../sandbox/port.ts';
import { removeFolder } from '../sandbox/remove-folder.ts';
import type { InterpreterFolders } from './interpreter.ts';
import { pythonEnvironment } from './python-environment.ts';
import type { Recognised } from './recognise.ts';
import { readReportLines } from './report-lines.ts';
import { toReport } from './to-report.ts';
import type { TestReport, TestRequest } from './types.ts';
import { serverWallMs, type WarmPool } from './warm-pool.ts';

/** Absolute folder of our Python sources, the same from sources and from `dist/`. */
const adapters = fileURLToPath(new URL('./python', import.meta.url));

/** Folder that the plan's command runs in. */
const folderOf = ({ checkout, plan }: TestRequest): string => join(checkout, plan.directory ?? '');

/** Folders to import from, as `python -m pytest` has the one it runs in; a `src` layout needs the other too. */
async function importPaths(request: TestRequest): Promise<readonly string[]> {
  const folder = folderOf(request);
  const source = join(folder, 'src');
  const found = await stat(source).catch(() => null);
  const paths = found?.isDirectory() ? [source, folder] : [folder];
  return [...new Set([...paths, request.checkout])];
}

/** What Django's or sympy's adapter is to run. */
function targetOf({ request, recognised: { target } }: Adapted) {
  return {
    script: target && 'script' in target ? resolve(folderOf(request), target.script) : null,
    module: target && 'module' in target ? target.module : null,
    code: target && 'code' in target ? target.code : null,
  };
}

/** What `mendgraph_main.py` is told. */
async function specFor(adapted: Adapted, scratch: string, bytecode: string | null) {
  const { request, recognised } = adapted;
  const { runner, args } = recognised;
  return {
    runner,
    args,
    ...targetOf(adapted),
    only: request.only ?? null,
    except: request.except ?? [],
    failFast: request.failFast ?? false,
    coverage: request.coverage ?? false,
    testSeconds: request.testMs / 1000,
    root: request.checkout,
    paths: await importPaths(request),
    report: join(scratch, 'report.jsonl'),
    scratch,
    bytecode,
  };
}

/** A run by one of our adapters. */
export interface Adapted {
  readonly request: TestRequest;
  readonly recognised: Recognised;
  /** Absolute path of the interpreter. */
  readonly python: string;
  readonly folders: InterpreterFolders;
}

/** What every run of a request has in common. */
export type Common = Omit<SandboxRequest, 'argv' | 'writable'>;

export function common(request: TestRequest, python: string | null, folders: InterpreterFolders): Common {
  return {
    cwd: folderOf(request),
    env: { ...pythonEnvironment(folders), ...request.plan.env },
    path: python ? [dirname(python)] : [],
    readable: [...folders.readable, adapters],
    limits: { ...defaultLimits, wallMs: request.wallMs },
    ...(request.signal ? { signal: request.signal } : {}),
  };
}

/** In a fork of a server that has the framework imported; `null` when that server ended meanwhile. */
export async function runWarm(pool: WarmPool, adapted: Adapted): Promise<TestReport | null> {
  const { request, recognised, python, folders } = adapted;
  const { signal, ...base } = common(request, python, folders);
  const argv = [
    python,
    ...recognised.flags,
    join(adapters, 'mendgraph_server.py'),
    recognised.runner,
  ] as const;
  const lease = await pool.lease({
    key: JSON.stringify([request.checkout, argv, base.env]),
    request: {
      ...base,
      argv,
      writable: [request.checkout],
      limits: { ...defaultLimits, wallMs: serverWallMs },
    },
  });
  try {
    const spec = await specFor(adapted, lease.scratch, lease.lasting);
    const result = await lease.session.run({ spec, limits: base.limits, ...(signal ? { signal } : {}) });
    return result && toReport(request, await readReportLines(spec.report), result);
  } finally {
    await lease.release();
  }
}

/** In a process of its own. `parent` is the folder for its scratch files. */
export async function runCold(sandbox: Sandbox, parent: string, adapted: Adapted): Promise<TestReport> {
  const { request, recognised, python, folders } = adapted;
  await mkdir(parent, { recursive: true });
  const scratch = await realpath(await mkdtemp(join(parent, 'mendgraph-test-')));
  try {
    const spec = await specFor(adapted, scratch, null);
    await writeFile(join(scratch, 'spec.json'), JSON.stringify(spec));
    const result = await sandbox.run({
      ...common(request, python, folders),
      argv: [python, ...recognised.flags, join(adapters, 'mendgraph_main.py'), join(scratch, 'spec.json')],
      writable: [request.checkout, scratch],
    });
    return toReport(request, await readReportLines(spec.report), result);
  } finally {
    await removeFolder(scratch);
  }
}

import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { MendError } from '../graph/kernel/errors.ts';
import type { Logger } from '../graph/kernel/logger.ts';
import type { SandboxName } from '../toolkit/sandbox/choice.ts';
import { chooseSandbox } from '../toolkit/sandbox/detect.ts';
import type { Sandbox, SandboxKind } from '../toolkit/sandbox/port.ts';
import { removeFolder } from '../toolkit/sandbox/remove-folder.ts';
import { renderCommandLine } from '../toolkit/testing/command-line.ts';
import { declaredRequirements, requirementName } from '../toolkit/testing/packaging/declared.ts';
import { findMissing, type Missing } from '../toolkit/testing/packaging/missing.ts';
import { findPackaging, type Packaging } from '../toolkit/testing/packaging/package-manager.ts';
import { projectName } from '../toolkit/testing/packaging/project-name.ts';
import { testImports } from '../toolkit/testing/packaging/test-imports.ts';
import { planTests } from '../toolkit/testing/plan.ts';
import { type Probe, probeEnvironment } from '../toolkit/testing/probe.ts';
import { type Proof, prove } from '../toolkit/testing/prove.ts';
import { createTestRunner } from '../toolkit/testing/runner.ts';
import { loadSettings, type SettingsRequest } from '../toolkit/testing/settings/settings.ts';
import { findTestFiles, type TestFiles } from '../toolkit/testing/test-files.ts';
import type { TestPlan } from '../toolkit/testing/types.ts';
import { openWorkspace } from '../toolkit/workspace/workspace.ts';

/** How a repository's tests run here. */
export interface ProbeDocument {
  /** Absolute path of the repository. */
  readonly repository: string;
  /** Files whose settings count, first those that count first. */
  readonly settings: readonly string[];
  readonly sandbox: { readonly kind: SandboxKind; readonly because: string };
  readonly interpreter: Pick<Probe, 'version' | 'pytest' | 'because'> & { readonly path: string };
  readonly packaging: Packaging;
  readonly runner: {
    readonly kind: TestPlan['runner'];
    /** As a person would type it. */
    readonly command: string;
    /** Relative to the repository; '.' is the repository itself. */
    readonly directory: string;
    readonly env: Readonly<Record<string, string>>;
    readonly report: string | null;
    readonly because: string;
  };
  /** `null` where the interpreter gave no answer. */
  readonly missing: (Missing & { readonly advice: string | null }) | null;
  readonly proof: Proof;
  /** Whether a test ran. */
  readonly ready: boolean;
}

export interface ProbeRequest extends SettingsRequest {
  readonly sandbox?: SandboxName;
  readonly logger: Logger;
  /** Told in words what is being done. */
  readonly onStep: (text: string) => void;
  readonly signal: AbortSignal;
}

const mostAdvised = 20;

/**
 * What installs what is missing: the repository's own manager, else pip in the interpreter that was found. What the
 * project or a file of tests can't do without goes before what only some tests want.
 */
function adviceFor(
  { packages, imports }: Missing,
  { manager, install }: Packaging,
  python: string,
): string | null {
  if (packages.length + imports.length === 0) return null;
  const hasItsOwn = manager !== 'pip' && manager !== 'setuptools' && manager !== 'none';
  if (hasItsOwn && install !== null && packages.length > 0)
    return `${install}, and name its interpreter with --python or in mendgraph.yaml`;
  const imported = new Set(imports.map(({ module }) => requirementName(module)));
  const needed = packages.filter(({ name, purpose }) => purpose === 'project' || imported.has(name));
  const listed = needed.length > 0 ? needed : packages;
  const wanted =
    listed.length > 0
      ? listed.map(({ requirement }) => requirement.split(';')[0]?.trim() ?? '')
      : imports.map(({ module }) => module);
  const command = renderCommandLine([python, '-m', 'pip', 'install', ...wanted.slice(0, mostAdvised)]);
  return wanted.length > mostAdvised ? `${command} …` : command;
}

interface Looked {
  readonly sandbox: Sandbox;
  readonly root: string;
  readonly probe: Probe;
  readonly plan: TestPlan;
  readonly files: TestFiles;
}

async function missingOf({ sandbox, root, probe, plan, files }: Looked, signal: AbortSignal) {
  const folders = [...new Set(files.paths.map((path) => posix.dirname(path)))];
  return findMissing({
    ...{ sandbox, root, signal, python: probe.python },
    declared: await declaredRequirements(root),
    imports: await testImports(root, files.paths),
    folders: [plan.directory ?? '', plan.idRoot ?? '', ...folders],
    project: await projectName(root),
  });
}

/** Runs one test on a copy of the repository, in the sandbox. */
async function proofOf({ sandbox, root, plan, files }: Looked, request: ProbeRequest): Promise<Proof> {
  const { logger, onStep, signal } = request;
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'mendgraph-probe-')));
  const runner = createTestRunner({ sandbox, logger, scratch: join(dir, 'tests') });
  try {
    onStep('copying the repository');
    const workspace = await openWorkspace({ root, dir: join(dir, 'workspace'), signal });
    const checkout = await workspace.checkout();
    return await prove({
      ...{ plan, runner, files, signal },
      checkout: await checkout.folder(),
      onTry: (what) => onStep(`running ${what}`),
    });
  } finally {
    await runner.close();
    await removeFolder(dir);
  }
}

async function realRoot(root: string): Promise<string> {
  return realpath(root).catch((cause: unknown) => {
    throw new MendError('NOT_FOUND', `no such folder: ${root}`, {
      hint: '--repo takes the folder of the repository',
      cause,
    });
  });
}

/**
 * Finds how the repository's tests run here, and runs one to prove it. Reads the repository and writes nothing to it.
 * @throws MendError `CONFIG_INVALID`, `TEST_COMMAND`, `INTERPRETER_MISSING`, `SANDBOX_UNAVAILABLE`, `NOT_FOUND`
 */
export async function probeRepository(request: ProbeRequest): Promise<ProbeDocument> {
  const { onStep, signal } = request;
  const root = await realRoot(request.root);
  const settings = await loadSettings({ ...request, root });
  const sandbox = await chooseSandbox(request.sandbox ? { wanted: request.sandbox } : {});
  onStep('looking for the interpreter');
  const probe = await probeEnvironment({ sandbox, root, settings, signal });
  onStep('looking for the tests');
  const plan = await planTests({ settings, root, probe });
  const packaging = await findPackaging(root);
  const files = await findTestFiles(root);
  const looked = { sandbox, root, probe, plan, files };
  onStep('looking for what is missing');
  const missing = await missingOf(looked, signal);
  const proof = await proofOf(looked, request);
  signal.throwIfAborted();
  const { python, version, pytest, because } = probe;
  return {
    repository: root,
    settings: settings.files,
    sandbox: { kind: sandbox.kind, because: sandbox.because },
    interpreter: { path: python, version, pytest, because },
    packaging,
    runner: {
      kind: plan.runner,
      command: renderCommandLine(plan.argv),
      directory: plan.directory ?? '.',
      env: plan.env ?? {},
      report: plan.junit ?? null,
      because: plan.because,
    },
    missing: missing && { ...missing, advice: adviceFor(missing, packaging, python) },
    proof,
    ready: proof.outcome !== 'none',
  };
}

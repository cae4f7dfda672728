import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunSession, Testing } from '../agents/domain/session.ts';
import { MendError } from '../graph/kernel/errors.ts';
import type { Logger } from '../graph/kernel/logger.ts';
import type { OnProgress } from '../graph/kernel/progress.ts';
import type { GraphStore } from '../graph/store/port.ts';
import { askCheckout, type OpenEditedGraph, type Questions } from '../toolkit/ask-checkout.ts';
import { openCheckoutView } from '../toolkit/checkout-view.ts';
import { chooseSandbox } from '../toolkit/sandbox/detect.ts';
import type { Sandbox } from '../toolkit/sandbox/port.ts';
import { planTests } from '../toolkit/testing/plan.ts';
import { probeEnvironment } from '../toolkit/testing/probe.ts';
import { createTestRunner } from '../toolkit/testing/runner.ts';
import { loadSettings } from '../toolkit/testing/settings/settings.ts';
import type { ToolContext } from '../toolkit/tool-context.ts';
import type { Checkout } from '../toolkit/workspace/port.ts';
import { openWorkspace } from '../toolkit/workspace/workspace.ts';
import type { OpenGraph } from './index-repository.ts';
import type { RepairOptions } from './runs/port.ts';

interface SessionParts {
  readonly root: string;
  /** The run's own folder. */
  readonly dir: string;
  readonly options: RepairOptions;
  readonly openGraph: OpenGraph;
  /** Keeps the graphs of edited checkouts in that folder. */
  readonly editedGraphs: (dir: string, signal: AbortSignal) => OpenEditedGraph;
  readonly logger: Logger;
  readonly onProgress: OnProgress;
  readonly signal: AbortSignal;
}

/** Opens once, when first asked; a failed opening is tried again by the next who asks. */
function once<T>(open: () => Promise<T>): { get(): Promise<T>; opened(): Promise<T> | undefined } {
  let value: Promise<T> | undefined;
  return {
    get() {
      value ??= open().catch((error: unknown) => {
        value = undefined;
        throw error;
      });
      return value;
    },
    opened: () => value,
  };
}

async function prepareTesting(
  { root, dir, options, logger, signal }: SessionParts,
  sandbox: Sandbox,
  base: string,
): Promise<Testing & { close(): Promise<void> }> {
  const { testCommand, python, config } = options;
  const settings = await loadSettings({
    root,
    ...(testCommand !== undefined && { testCommand }),
    ...(python && { python }),
    ...(config && { configFile: config }),
  });
  const probe = await probeEnvironment({ sandbox, root, settings, signal });
  const plan = await planTests({ root: base, probe, settings });
  logger.info('tests', { runner: plan.runner, argv: plan.argv, because: plan.because });
  // Below the run's folder, so that whatever a killed process leaves goes with it.
  const scratch = join(dir, 'tests');
  await mkdir(scratch, { recursive: true });
  const runner = createTestRunner({ sandbox, logger, scratch });
  return { plan, runner, commandGiven: testCommand !== undefined, close: runner.close };
}

/** The user knows the folder that was named, not our copy of it. */
function aboutTheUsersFolder(thrown: unknown, copy: string, root: string): unknown {
  if (!(thrown instanceof MendError)) return thrown;
  const { code, hint } = thrown;
  return new MendError(code, thrown.message.replaceAll(copy, root), {
    cause: thrown,
    ...(hint ? { hint } : {}),
  });
}

/** Asks about checkouts of one base; what is still open goes with `close`. */
function questionsAbout(base: () => Promise<ToolContext>, openEditedGraph: OpenEditedGraph) {
  const open = new Set<Questions>();
  return {
    async ask(checkout: Checkout): Promise<Questions> {
      const asked = askCheckout({ checkout, base: await base(), openEditedGraph });
      open.add(asked);
      return {
        use: asked.use,
        async close() {
          open.delete(asked);
          await asked.close();
        },
      };
    },
    async close(): Promise<void> {
      for (const asked of open) await asked.close();
    },
  };
}

/** What one run holds open, over the real file system, graph cache and sandbox. */
export function openSession(parts: SessionParts): RunSession {
  const { root, dir, options, openGraph, editedGraphs, onProgress, signal } = parts;
  const sandbox = once(() => chooseSandbox(options.sandbox ? { wanted: options.sandbox } : {}));
  const workspace = once(async () => {
    // Found out before anything is copied: without a sandbox nothing can be proved.
    await sandbox.get();
    return openWorkspace({ root, dir: join(dir, 'workspace'), signal });
  });
  const graph = once<GraphStore>(async () => {
    const { pristine } = await workspace.get();
    return openGraph(pristine, { signal, onProgress }).catch((error: unknown) => {
      throw aboutTheUsersFolder(error, pristine, root);
    });
  });
  const base = once<ToolContext>(async () => {
    const opened = await graph.get();
    return { ...(await openCheckoutView(opened.snapshot.root)), graph: opened };
  });
  const questions = questionsAbout(base.get, editedGraphs(join(dir, 'graphs'), signal));
  const testing = once(async () =>
    prepareTesting(parts, await sandbox.get(), (await workspace.get()).pristine),
  );
  return {
    workspace: workspace.get,
    graph: graph.get,
    ask: questions.ask,
    testing: testing.get,
    async close() {
      await (await testing.opened()?.catch(() => undefined))?.close();
      await questions.close();
      await (await graph.opened()?.catch(() => undefined))?.close();
      await (await workspace.opened()?.catch(() => undefined))?.close();
    },
  };
}

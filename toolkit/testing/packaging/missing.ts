import { mkdtemp, realpath, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { defaultLimits, type Sandbox } from '../../sandbox/port.ts';
import { removeFolder } from '../../sandbox/remove-folder.ts';
import { interpreterFolders } from '../interpreter.ts';
import { pythonEnvironment } from '../python-environment.ts';
import { type Declared, requirementName } from './declared.ts';
import type { TestImport } from './test-imports.ts';

/** A package that a file of the repository asks for, and that the interpreter does not have so. */
export interface MissingPackage extends Declared {
  readonly name: string;
  /** The version that is there, where it is the wrong one. */
  readonly found: string | null;
}

export interface Missing {
  readonly packages: readonly MissingPackage[];
  /** Imported by files of tests, and not there. */
  readonly imports: readonly TestImport[];
  /** How many requirements were looked at. */
  readonly checked: number;
}

export interface MissingQuestion {
  readonly sandbox: Sandbox;
  /** The interpreter, as `Probe` has it. */
  readonly python: string;
  /** Absolute folder of the repository; nothing is written to it. */
  readonly root: string;
  readonly declared: readonly Declared[];
  readonly imports: readonly TestImport[];
  /** Folders, relative to the repository, that the tests are in or run in. */
  readonly folders: readonly string[];
  /** The project's own name, which its extras may name again. */
  readonly project: string | null;
  readonly signal?: AbortSignal;
}

const script = fileURLToPath(new URL('../python/mendgraph_requirements.py', import.meta.url));

const states = ['ok', 'missing', 'version', 'unneeded', 'unread'] as const;
const answer = z.object({
  requirements: z.array(z.tuple([z.enum(states), z.string().max(200).nullable()])),
  modules: z.array(z.string().max(200)).max(10_000),
});
type Answer = z.infer<typeof answer>;

const mostFolders = 200;

/** Where tests import from: the root, `src`, where they run, and the folder of each file of tests and those above. */
function importFolders({ root, folders }: MissingQuestion): string[] {
  const all = new Set(['', 'src']);
  for (const folder of folders.slice(0, mostFolders)) {
    const parts = folder.split('/');
    for (let length = 1; length <= parts.length; length += 1) all.add(posix.join(...parts.slice(0, length)));
  }
  return [...all].map((folder) => join(root, folder));
}

function readAnswer(stdout: string): Answer | null {
  try {
    return answer.parse(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? ''));
  } catch {
    return null;
  }
}

async function ask(question: MissingQuestion): Promise<Answer | null> {
  const { sandbox, python, root, declared, imports, signal } = question;
  const interpreter = await interpreterFolders(python, sandbox.image);
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'mendgraph-missing-')));
  const asked = {
    requirements: declared.map(({ requirement }) => requirement),
    modules: imports.map(({ module }) => module),
    paths: importFolders(question),
  };
  try {
    await writeFile(join(scratch, 'asked.json'), JSON.stringify(asked));
    const { stdout } = await sandbox.run({
      argv: [python, script, join(scratch, 'asked.json')],
      cwd: scratch,
      env: pythonEnvironment(interpreter),
      path: [dirname(python)],
      writable: [scratch],
      readable: [...interpreter.readable, dirname(script), root],
      limits: { ...defaultLimits, wallMs: 30_000 },
      ...(signal && { signal }),
    });
    return readAnswer(stdout);
  } finally {
    await removeFolder(scratch);
  }
}

/** Files for tests pin versions so that everybody has the same, not because another would not do. */
const isLacking = ({ requirement, purpose }: Declared, state: (typeof states)[number]): boolean =>
  state === 'missing' || (state === 'version' && (purpose === 'project' || !requirement.includes('==')));

/**
 * What the repository's files ask for and the interpreter lacks, asked in the sandbox by the names that are installed;
 * `null` when it gives no answer. Nothing of the repository runs, its setup.py neither.
 */
export async function findMissing(question: MissingQuestion): Promise<Missing | null> {
  const { declared, imports, project, root } = question;
  if (!(await stat(root)).isDirectory()) return null;
  const told = await ask(question);
  if (told === null || told.requirements.length !== declared.length) return null;
  const own = project === null ? null : requirementName(project);
  const packages = declared.flatMap((each, index) => {
    const [state, found] = told.requirements[index] ?? ['unread', null];
    const name = requirementName(each.requirement);
    if (name === null || name === own || !isLacking(each, state)) return [];
    return [{ ...each, name, found }];
  });
  const gone = new Set(told.modules);
  return {
    packages,
    imports: imports.filter(({ module }) => gone.has(module)),
    checked: told.requirements.filter(([state]) => state !== 'unread').length,
  };
}

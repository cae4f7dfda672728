import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { MendError } from '../../graph/kernel/errors.ts';
import { isWithin } from '../sandbox/check-request.ts';
import { pythonOnPath, resolvePython } from '../sandbox/host-python.ts';
import { parseCommandLine } from './command-line.ts';
import { isPythonWord } from './python-word.ts';
import { programWords } from './recognise.ts';
import { settingsName } from './settings/read-settings-file.ts';

export interface FoundPython {
  /**
   * Absolute, or a name for the PATH of the sandbox's image. Links are kept, since a virtual environment is known by
   * its own path.
   */
  readonly path: string;
  /** Why this one, for the reader. */
  readonly because: string;
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

const ofRepository = ['.venv', 'venv'].flatMap((folder) => [`${folder}/bin/python`, `${folder}/bin/python3`]);

/** A version manager's shim is asked what it stands for, but never a file of the repository. */
async function resolved(path: string, root: string): Promise<string | null> {
  const inside = isWithin(await realpath(dirname(path)).catch(() => path), await realpath(root));
  if (!inside) return resolvePython(path);
  return (await isFile(path)) ? path : null;
}

async function named(name: string, root: string): Promise<string> {
  const path = name.includes('/') ? await resolved(resolve(root, name), root) : await pythonOnPath(name);
  if (path) return path;
  throw new MendError('INTERPRETER_MISSING', `there is no Python at ${name}`, {
    hint: 'give the path of an interpreter, for example --python .venv/bin/python',
  });
}

/** A word that any interpreter may stand for. */
const isAnyPython = (word: string): boolean => word === 'python' || word === 'python3';

/** The interpreter that a setting names, or that the test command names more exactly or nearer to the user. */
function wanted({ python = null, command = null }: AskedPython): { name: string; because: string } | null {
  const { words } = parseCommandLine(command?.text ?? '');
  const [word = ''] = programWords(words);
  const ofCommand = isPythonWord(word) ? { name: word, because: 'the test command names it' } : null;
  const isNearer =
    command?.from !== python?.from && (command?.from === '--test' || python?.from === settingsName);
  if (python && !(ofCommand && isNearer && !isAnyPython(word) && python.from !== '--python'))
    return {
      name: python.name,
      because: python.from === '--python' ? 'you named it' : `${python.from} names it`,
    };
  return ofCommand;
}

/** What was said about the interpreter; see `TestSettings`. */
export interface AskedPython {
  readonly python?: { readonly name: string; readonly from: string } | null;
  readonly command?: { readonly text: string; readonly from: string } | null;
}

/**
 * The interpreter for the tests of the repository at `root`: the one asked for, the one that the test command
 * names, the repository's own virtual environment, or the first on the PATH. Nothing of the repository is run.
 * In a sandbox with the system of `image`, names are of that. Throws `INTERPRETER_MISSING`.
 */
export async function findPython(
  root: string,
  asked: AskedPython = {},
  image?: string,
): Promise<FoundPython> {
  const one = wanted(asked);
  if (image !== undefined)
    return { path: one?.name ?? 'python3', because: one?.because ?? `it is the one of the image ${image}` };
  if (one) return { path: await named(one.name, root), because: one.because };
  for (const candidate of ofRepository) {
    const path = join(root, candidate);
    if (await isFile(path)) return { path, because: 'the repository has a virtual environment' };
  }
  const path = (await pythonOnPath('python3')) ?? (await pythonOnPath('python'));
  if (path) return { path, because: 'it is the first on the PATH' };
  throw new MendError('INTERPRETER_MISSING', 'there is no python3 on the PATH', {
    hint: 'install Python 3.6 or later (for example: apt-get install python3), or name one with --python',
  });
}

async function looksLikePrefix(folder: string): Promise<boolean> {
  const entries = await readdir(join(folder, 'lib')).catch(() => []);
  return entries.some((name) => /^(python|pypy)[23]/.test(name));
}

/** A prefix is shown to hostile code, so it must not be a place where people keep other things. */
async function acceptable(folder: string): Promise<boolean> {
  const home = homedir();
  return folder !== '/' && !isWithin(home, folder) && (await looksLikePrefix(folder));
}

/** `home` of a pyvenv.cfg: the folder of the interpreter that the environment was made from. */
async function baseOfEnvironment(prefix: string): Promise<string | null> {
  const text = await readFile(join(prefix, 'pyvenv.cfg'), 'utf8').catch(() => '');
  const home = /^home\s*=\s*(.+)$/m.exec(text.slice(0, 4_096))?.[1]?.trim();
  return home && isAbsolute(home) ? dirname(resolve(home)) : null;
}

/** Packages that the user installed for themselves (`pip install --user`). */
async function userPackages(): Promise<readonly string[]> {
  const lib = join(homedir(), '.local', 'lib');
  const versions = (await readdir(lib).catch(() => [])).filter((name) => /^python3\.\d+$/.test(name));
  const folders = versions.map((name) => join(lib, name, 'site-packages'));
  const there = await Promise.all(folders.map((folder) => stat(folder).catch(() => null)));
  return folders.filter((_, index) => there[index]?.isDirectory());
}

export interface InterpreterFolders {
  /** Folders that the sandbox must let it read, beside the system's. */
  readonly readable: readonly string[];
  /** It is of a virtual environment, whose folder this is. */
  readonly environment: string | null;
}

const nothing: InterpreterFolders = { readable: [], environment: null };

/**
 * What `python` needs to see: its own prefix, that of the Python its virtual environment was made from, and the
 * user's own packages; nothing where it is of `image`. Found from the file system alone, because an environment in
 * the repository is hostile: what it says of itself is not asked, and what its pyvenv.cfg says must look like a Python.
 */
export async function interpreterFolders(python: string, image?: string): Promise<InterpreterFolders> {
  if (image !== undefined) return nothing;
  const prefix = dirname(dirname(python));
  const base = await baseOfEnvironment(prefix);
  const real = dirname(dirname(await realpath(python).catch(() => python)));
  const prefixes = [prefix, real, ...(base ? [base] : [])];
  const realPrefixes = await Promise.all(prefixes.map((folder) => realpath(folder).catch(() => folder)));
  const all = [...new Set([...prefixes, ...realPrefixes])].filter((folder) => !isWithin(folder, '/usr'));
  const accepted = await Promise.all(all.map(acceptable));
  return {
    readable: [...all.filter((_, index) => accepted[index]), ...(base ? [] : await userPackages())],
    environment: base ? prefix : null,
  };
}

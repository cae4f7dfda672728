import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { SetupError, say } from './report.mjs';
import { run, sha256 } from './run.mjs';

const layers = ['graph', 'toolkit', 'agents', 'services'];

function sourceFiles(root) {
  return layers
    .flatMap((layer) =>
      readdirSync(join(root, layer), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.includes('__pycache__'))
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
    )
    .sort();
}

function fingerprint(root, files) {
  const settings = ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json'];
  return sha256(...[...settings, ...files].flatMap((file) => [file, readFileSync(join(root, file))]));
}

function copyAssets(root, files, target) {
  for (const file of files.filter((name) => extname(name) !== '.ts')) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(root, file), join(target, file));
  }
}

/** `next` takes the place of `dist` in two renames, so nobody sees half a build. */
function swap(next, dist) {
  const old = `${next}.old`;
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(next, dist);
  rmSync(old, { recursive: true, force: true });
}

/** Compiles the layers to `dist/` and copies their other files, unless `dist/` is of these very sources. */
export async function ensureBuild(root) {
  const dist = join(root, 'dist');
  const stamp = join(dist, '.sources');
  const files = sourceFiles(root);
  const wanted = fingerprint(root, files);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('building dist');
  const next = join(root, '.mendgraph', `dist.${process.pid}`);
  rmSync(next, { recursive: true, force: true });
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { code, output } = await run(
    process.execPath,
    [compiler, '-p', 'tsconfig.build.json', '--outDir', next],
    { cwd: root },
  );
  if (code !== 0) {
    rmSync(next, { recursive: true, force: true });
    throw new SetupError(
      `the build failed:\n${output}`,
      'mend the sources; npm run check:types shows the same',
    );
  }
  copyAssets(root, files, next);
  writeFileSync(join(next, '.sources'), wanted);
  swap(next, dist);
}

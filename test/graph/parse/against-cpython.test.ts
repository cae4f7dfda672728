import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { FileFacts, Scope } from '../../../graph/domain/facts.ts';
import { decodeSource } from '../../../graph/parse/decode-source.ts';
import { loadExtractor } from '../../../graph/parse/extract-facts.ts';

// Code that nobody wrote for this test, on every machine that has Python.
const modules = [
  'argparse.py',
  'ast.py',
  'asyncio/base_events.py',
  'asyncio/tasks.py',
  'collections/__init__.py',
  'configparser.py',
  'contextlib.py',
  'dataclasses.py',
  'email/message.py',
  'enum.py',
  'functools.py',
  'http/client.py',
  'inspect.py',
  'logging/__init__.py',
  'optparse.py',
  'subprocess.py',
  'tarfile.py',
  'threading.py',
  'typing.py',
  'unittest/mock.py',
];

const outlines = z.record(z.string(), z.array(z.tuple([z.string(), z.int(), z.int(), z.int()])));
type Row = z.infer<typeof outlines>[string][number];

const python = (...args: readonly string[]): string =>
  execFileSync('python3', args, { maxBuffer: 64 * 2 ** 20 }).toString();

function nameOf(facts: FileFacts, scope: Scope): string {
  const parent = scope.parent === null ? undefined : facts.scopes[scope.parent];
  const prefix = parent ? nameOf(facts, parent) : '';
  if (!('name' in scope)) return prefix;
  return prefix === '' ? scope.name : `${prefix}.${scope.name}`;
}

function outlineOf(facts: FileFacts): Row[] {
  return facts.scopes.flatMap((scope): Row[] => [
    ...('name' in scope
      ? [[nameOf(facts, scope), scope.startLine, scope.defLine, scope.endLine] satisfies Row]
      : []),
    ...scope.body.flatMap((each): Row[] =>
      each.t === 'import' || each.t === 'from'
        ? [[`import ${each.name}`, each.line, each.line, each.endLine]]
        : [],
    ),
  ]);
}

const sorted = (rows: readonly Row[]): string[] => rows.map((row) => row.join(' ')).sort();

it('finds the definitions and imports that CPython finds, on the same lines', async () => {
  const library = python('-c', 'import sysconfig; print(sysconfig.get_paths()["stdlib"])').trim();
  const paths = modules.map((name) => join(library, name)).filter((path) => existsSync(path));
  expect(paths.length).toBeGreaterThan(10);
  const script = join(import.meta.dirname, '../../support/outline.py');
  const truth = outlines.parse(JSON.parse(python(script, ...paths)));
  const extract = await loadExtractor();
  for (const path of paths) {
    const facts = extract(decodeSource(readFileSync(path)).text);
    expect(sorted(outlineOf(facts)), path).toEqual(sorted(truth[path] ?? []));
  }
});

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPython, interpreterFolders } from '../../../toolkit/testing/interpreter.ts';
import { typed } from '../../builders/test-settings.ts';

const typedPython = (name: string) => ({ python: { name, from: '--python' } });

describe('interpreter', () => {
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'mendgraph-interpreter-')));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const environment = (folder: string, cfg = '') => {
    mkdirSync(join(folder, 'bin'), { recursive: true });
    mkdirSync(join(folder, 'lib', 'python3.11', 'site-packages'), { recursive: true });
    const python = execFileSync('/usr/bin/env', ['python3', '-c', 'import sys; print(sys.executable)'], {
      encoding: 'utf8',
      cwd: '/',
    }).trim();
    symlinkSync(python, join(folder, 'bin', 'python'));
    writeFileSync(join(folder, 'pyvenv.cfg'), cfg);
    return join(folder, 'bin', 'python');
  };

  it('takes the one that was named, then that of the command, then that of the repository, then the PATH', async () => {
    const own = environment(join(root, '.venv'));
    const other = environment(join(root, 'other'));
    expect((await findPython(root, typedPython('other/bin/python'))).path).toBe(other);
    expect((await findPython(root, typed(`${other} -m pytest`))).path).toBe(other);
    expect(await findPython(root, typed('pytest'))).toMatchObject({
      path: own,
      because: expect.stringContaining('virtual environment'),
    });
    rmSync(join(root, '.venv'), { recursive: true });
    expect((await findPython(root)).because).toContain('PATH');
  });

  it('takes the one that is said nearest to the user, unless it is any Python at all', async () => {
    const own = environment(join(root, 'own'));
    const other = environment(join(root, 'other'));
    const of = (text: string, from: string, python: string, pythonFrom: string) =>
      findPython(root, { command: { text, from }, python: { name: python, from: pythonFrom } });
    expect((await of(`${other} -m pytest`, '--test', 'own/bin/python', 'mendgraph.yaml')).path).toBe(other);
    expect((await of('python -m pytest', '--test', 'own/bin/python', 'mendgraph.yaml')).path).toBe(own);
    expect((await of(`${other} -m pytest`, '--test', 'own/bin/python', '--python')).path).toBe(own);
    expect((await of(`${other} -m pytest`, '/c.yaml', 'own/bin/python', 'mendgraph.yaml')).path).toBe(other);
    expect(
      await of(`${other} -m pytest`, 'mendgraph.yaml', 'own/bin/python', 'mendgraph.yaml'),
    ).toMatchObject({
      path: own,
      because: 'mendgraph.yaml names it',
    });
  });

  it('takes that of the image where the sandbox has a system of its own', async () => {
    const image = 'python:3.11';
    expect(await findPython(root, {}, image)).toMatchObject({
      path: 'python3',
      because: expect.stringContaining(image),
    });
    const python = { name: '/opt/bin/python', from: '--python' };
    expect((await findPython(root, { python }, image)).path).toBe('/opt/bin/python');
    const command = { text: 'python3.9 -m pytest', from: '--test' };
    expect((await findPython(root, { command }, image)).path).toBe('python3.9');
    expect(await interpreterFolders('/opt/bin/python', image)).toEqual({ readable: [], environment: null });
  });

  it('says what to do when there is none', async () => {
    await expect(findPython(root, typedPython('no/such/python'))).rejects.toMatchObject({
      code: 'INTERPRETER_MISSING',
      hint: expect.stringContaining('--python'),
    });
  });

  it('never runs a script of the repository to learn what it stands for', async () => {
    const shim = join(root, 'python3');
    writeFileSync(shim, `#!/bin/sh\ntouch ${root}/ran\necho /usr/bin/python3\n`);
    chmodSync(shim, 0o755);
    expect((await findPython(root, typedPython('./python3'))).path).toBe(shim);
    expect((await findPython(root, typed('./python3 -m pytest'))).path).toBe(shim);
    expect(existsSync(join(root, 'ran'))).toBe(false);
  });

  it('shows an environment and the Python that it was made from', async () => {
    const base = join(root, 'base');
    environment(base);
    const python = environment(join(root, '.venv'), `home = ${base}/bin\n`);
    const { readable, environment: found } = await interpreterFolders(python);
    expect(readable).toContain(join(root, '.venv'));
    expect(readable).toContain(base);
    expect(found).toBe(join(root, '.venv'));
  });

  it.each(['/root/.ssh', '/', '/home', homedir(), join(homedir(), '.ssh', 'bin')])(
    'does not show what a hostile pyvenv.cfg points at: %s',
    async (home) => {
      const { readable } = await interpreterFolders(environment(join(root, '.venv'), `home = ${home}\n`));
      for (const folder of readable) {
        expect(homedir().startsWith(`${folder}/`)).toBe(false);
        expect(folder.endsWith('.ssh')).toBe(false);
        expect(['/', homedir(), '/home']).not.toContain(folder);
      }
    },
  );
});

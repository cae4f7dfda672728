import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings } from '../../../../toolkit/testing/settings/settings.ts';

describe('loadSettings', () => {
  let base: string;
  let root: string;
  let given: string;
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'mendgraph-settings-'));
    root = join(base, 'root');
    given = join(base, 'given.yaml');
    mkdirSync(root);
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));
  const own = (text: string | Buffer) => writeFileSync(join(root, 'mendgraph.yaml'), text);

  it('has nothing to say where nobody says anything', async () => {
    const nothing = { python: null, command: null, env: {}, limits: {}, except: [], files: [] };
    expect(await loadSettings({ root })).toEqual(nothing);
    own('');
    expect(await loadSettings({ root })).toEqual({ ...nothing, files: ['mendgraph.yaml'] });
  });

  it('goes by the command line, then the file given, then that of the repository', async () => {
    own(`python: python3.11
test: make check
junit: out.xml
env: {A: own, B: own}
timeout: {test: 3, whole: 60}
except: [x]
`);
    writeFileSync(given, 'test: pytest\nenv: {B: given}\ntimeout: {test: 5}\n');
    expect(await loadSettings({ root })).toMatchObject({
      python: { name: 'python3.11', from: 'mendgraph.yaml' },
      command: { text: 'make check', from: 'mendgraph.yaml', junit: 'out.xml' },
      limits: { testMs: 3_000, wallMs: 60_000 },
    });
    expect(await loadSettings({ root, configFile: given })).toEqual({
      python: { name: 'python3.11', from: 'mendgraph.yaml' },
      command: { text: 'pytest', from: given },
      env: { A: 'own', B: 'given' },
      limits: { testMs: 5_000, wallMs: 60_000 },
      except: ['x'],
      files: [given, 'mendgraph.yaml'],
    });
    expect(await loadSettings({ root, configFile: given, testCommand: 'tox', python: '/p' })).toMatchObject({
      python: { name: '/p', from: '--python' },
      command: { text: 'tox', from: '--test' },
    });
  });

  it.each([
    ['an interpreter outside', 'python: /opt/python/bin/python'],
    ['one by ..', 'python: ../bin/python'],
    ['one in a folder that leads out', 'python: out/python'],
    ['a program that is none', 'python: rm'],
    ['a command whose interpreter is outside', 'test: /opt/bin/python -m pytest'],
    ['one behind a launcher', 'test: poetry run ../python -m pytest'],
  ])('refuses from the repository, and takes from the user: %s', async (_, text) => {
    symlinkSync('/usr/bin', join(root, 'out'));
    own(text);
    await expect(loadSettings({ root })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('mendgraph.yaml'),
      hint: expect.any(String),
    });
    rmSync(join(root, 'mendgraph.yaml'));
    writeFileSync(given, text);
    expect((await loadSettings({ root, configFile: given })).files).toEqual([given]);
  });

  it('takes an interpreter of the repository', async () => {
    mkdirSync(join(root, '.venv/bin'), { recursive: true });
    symlinkSync('/usr/bin/python3', join(root, '.venv/bin/python'));
    own('python: .venv/bin/python');
    expect((await loadSettings({ root })).python?.name).toBe('.venv/bin/python');
  });

  const refused = (what: string) => ({
    code: 'CONFIG_INVALID',
    message: expect.stringContaining(what),
    hint: expect.any(String),
  });

  it('reads a link within the repository, and none that leads out', async () => {
    mkdirSync(join(root, 'etc'));
    writeFileSync(join(root, 'etc', 'm.yaml'), 'test: pytest');
    symlinkSync('etc/m.yaml', join(root, 'mendgraph.yaml'));
    expect((await loadSettings({ root })).command?.text).toBe('pytest');
    rmSync(join(root, 'mendgraph.yaml'));
    symlinkSync('/etc/passwd', join(root, 'mendgraph.yaml'));
    await expect(loadSettings({ root })).rejects.toMatchObject(refused('leads out of the repository'));
  });

  it('says that a file by the other ending is not read', async () => {
    writeFileSync(join(root, 'mendgraph.yml'), 'test: pytest');
    await expect(loadSettings({ root })).rejects.toMatchObject({
      ...refused('mendgraph.yml is not read'),
      hint: 'rename it to mendgraph.yaml',
    });
    own('');
    expect((await loadSettings({ root })).files).toEqual(['mendgraph.yaml']);
  });

  it.each([
    ['1 GB', () => truncateSync(join(root, 'mendgraph.yaml'), 2 ** 30), 'larger than 64 KiB'],
    ['binary', () => own(Buffer.from([0xff, 0xfe, 0, 1])), 'not a text'],
    ['with a NUL', () => own('test: a\0b'), 'not a text'],
    [
      'a folder',
      () => {
        rmSync(join(root, 'mendgraph.yaml'));
        mkdirSync(join(root, 'mendgraph.yaml'));
      },
      'mendgraph.yaml',
    ],
    [
      'a pipe',
      () => {
        rmSync(join(root, 'mendgraph.yaml'));
        execFileSync('mkfifo', [join(root, 'mendgraph.yaml')]);
      },
      'is no file',
    ],
  ])('refuses a file that is %s', async (_, make, why) => {
    own('');
    make();
    await expect(loadSettings({ root })).rejects.toMatchObject(refused(why));
  });

  it('says when the file given is not there', async () => {
    await expect(loadSettings({ root, configFile: given })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: `there is no ${given}`,
      hint: expect.stringContaining('--config'),
    });
    await expect(loadSettings({ root, configFile: base })).rejects.toMatchObject(refused('is no file'));
  });
});

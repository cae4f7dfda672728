import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withHome } from '../../../services/config/home.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mendgraph-home-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('withHome', () => {
  it('makes the home, and leaves one that is there', async () => {
    const config = { home: join(folder, 'a/b') };
    expect(withHome(config)).toBe(config);
    await writeFile(join(config.home, 'runs.db'), 'x');
    expect(withHome(config)).toBe(config);
    expect((await stat(join(config.home, 'runs.db'))).size).toBe(1);
  });

  it.each(['file', 'file/below'])('names the home and the variable where %s is a file', async (name) => {
    await writeFile(join(folder, 'file'), '', { mode: 0o755 });
    const home = join(folder, name);
    expect(() => withHome({ home })).toThrow(
      expect.objectContaining({
        code: 'UNREADABLE',
        message: expect.stringContaining(home),
        hint: expect.stringContaining('MENDGRAPH_HOME'),
      }),
    );
  });

  it('tells of a place where nothing can be made, where Node looks for a parent for ever', () => {
    expect(() => withHome({ home: '/proc/mendgraph' })).toThrow(
      expect.objectContaining({ code: 'UNREADABLE', hint: expect.stringContaining('MENDGRAPH_HOME') }),
    );
  });
});

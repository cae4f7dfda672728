import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { homeLayout, loadConfig } from '../../../services/config/config.ts';

describe('loadConfig', () => {
  it.each([
    [{ MENDGRAPH_HOME: '/a', XDG_CACHE_HOME: '/b' }, '/a'],
    [{ MENDGRAPH_HOME: 'rel' }, resolve('rel')],
    [{ XDG_CACHE_HOME: '/b' }, '/b/mendgraph'],
    [{}, join(homedir(), '.cache', 'mendgraph')],
  ])('finds the home by %j', (env, home) => {
    expect(loadConfig(env)).toEqual({ home });
  });

  it('says so when a variable is set to nothing', () => {
    const run = () => loadConfig({ MENDGRAPH_HOME: '' });
    expect(run).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });

  it('keeps a run below the folder of all runs', () => {
    const { run, runs } = homeLayout({ home: '/h' });
    expect(run('7')).toBe(join(runs, '7'));
  });
});

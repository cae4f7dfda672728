import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadNeo4j } from '../../../services/config/neo4j.ts';

const uri = 'bolt://127.0.0.1:7687';

describe('the settings of Neo4j', () => {
  const folder = mkdtempSync(join(tmpdir(), 'neo4j-config-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are absent where no server is named', () => {
    expect(loadNeo4j(undefined, { MENDGRAPH_NEO4J_PASSWORD: 'x' })).toBeUndefined();
  });

  it('take the address given before that of the environment', () => {
    const env = { MENDGRAPH_NEO4J_URI: 'bolt://elsewhere' };
    expect(loadNeo4j(undefined, env)?.uri).toBe('bolt://elsewhere');
    expect(loadNeo4j(uri, env)?.uri).toBe(uri);
  });

  it('send no user without a password, and neo4j with one unless told', () => {
    expect(loadNeo4j(uri, { MENDGRAPH_NEO4J_USER: 'ada' })).toMatchObject({ user: null, password: null });
    expect(loadNeo4j(uri, { MENDGRAPH_NEO4J_PASSWORD: 'x' })?.user).toBe('neo4j');
    expect(
      loadNeo4j(uri, {
        MENDGRAPH_NEO4J_PASSWORD: 'x',
        MENDGRAPH_NEO4J_USER: 'ada',
        MENDGRAPH_NEO4J_DATABASE: 'g',
      }),
    ).toMatchObject({ user: 'ada', database: 'g' });
  });

  it('take the password of a file, without its line end', () => {
    const path = join(folder, 'password');
    writeFileSync(path, 'hunter 2\n');
    const settings = loadNeo4j(uri, {
      MENDGRAPH_NEO4J_PASSWORD_FILE: path,
      MENDGRAPH_NEO4J_PASSWORD: 'other',
    });
    expect(settings?.password?.reveal()).toBe('hunter 2');
    expect(JSON.stringify(settings)).not.toContain('hunter');
  });

  it('say what is wrong with a file that is not there, and with an empty variable', () => {
    const missing = { MENDGRAPH_NEO4J_PASSWORD_FILE: join(folder, 'nowhere') };
    expect(() => loadNeo4j(uri, missing)).toThrow(expect.objectContaining({ code: 'USAGE' }));
    expect(() => loadNeo4j(undefined, { MENDGRAPH_NEO4J_URI: '' })).toThrow(
      expect.objectContaining({ code: 'USAGE' }),
    );
  });
});

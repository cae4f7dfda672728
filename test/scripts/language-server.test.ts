import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
// @ts-expect-error: a script without types
import { startLanguageServer } from '../../scripts/bench/language-server.mjs';

/** Answers `echo` in pieces, after having asked for its settings; refuses `bad`; never answers `silent`. */
const scripted = `
const send = (message, pieces = 1) => {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const whole = Buffer.concat([Buffer.from('Content-Length: ' + body.length + '\\r\\n\\r\\n'), body]);
  const step = Math.ceil(whole.length / pieces);
  for (let at = 0; at < pieces; at += 1)
    setTimeout(() => process.stdout.write(whole.subarray(at * step, (at + 1) * step)), at * 20);
};
let text = Buffer.alloc(0);
let asked;
const receive = ({ id, method, params, result }) => {
  if (method === 'echo') {
    asked = { id, params };
    send({ id: 'settings', method: 'workspace/configuration', params: { items: [{}, {}] } });
  } else if (id === 'settings') send({ id: asked.id, result: { said: asked.params, settings: result } }, 3);
  else if (method === 'bad') send({ id, error: { code: 1, message: 'no such thing' } });
  else if (method === 'shutdown') send({ id, result: null });
  else if (method === 'exit') process.exit(0);
  else if (method === 'die') process.exit(3);
};
process.stdin.on('data', (chunk) => {
  text = Buffer.concat([text, chunk]);
  for (;;) {
    const end = text.indexOf('\\r\\n\\r\\n');
    if (end < 0) return;
    const stop = end + 4 + Number(/\\d+/.exec(text.toString('latin1', 0, end))[0]);
    if (text.length < stop) return;
    const message = JSON.parse(text.toString('utf8', end + 4, stop));
    text = text.subarray(stop);
    receive(message);
  }
});
`;

let folder: string;
let server: ReturnType<typeof startLanguageServer>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'language-server-'));
  const path = join(folder, 'server.cjs');
  await writeFile(path, scripted);
  server = startLanguageServer(process.execPath, [path], { timeoutMs: 2_000 });
});
afterEach(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

it('puts an answer together from its pieces, and answers what the server asks meanwhile', async () => {
  const said = { text: 'größer – 大' };
  await expect(server.request('echo', said)).resolves.toEqual({ said, settings: [null, null] });
});

it('passes on why a request is refused, and goes on', async () => {
  await expect(server.request('bad', {})).rejects.toThrow('refused bad: no such thing');
  await expect(server.request('echo', 1)).resolves.toMatchObject({ said: 1 });
});

it('fails what was asked of a server that ends, and what is asked of it later', async () => {
  await expect(server.request('die', {})).rejects.toThrow('ended with 3');
  await expect(server.request('echo', 1)).rejects.toThrow('ended with 3');
});

it('does not wait for ever', async () => {
  await expect(server.request('silent', {})).rejects.toThrow('did not answer silent in 2000 ms');
});

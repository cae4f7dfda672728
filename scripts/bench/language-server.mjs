import { spawn } from 'node:child_process';
import { once } from 'node:events';

const headerEnd = '\r\n\r\n';

/** Takes what arrives and gives each whole message of the Language Server Protocol to `onMessage`. */
function messageReader(onMessage) {
  let waiting = Buffer.alloc(0);
  return (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    for (;;) {
      const end = waiting.indexOf(headerEnd);
      if (end < 0) return;
      const [, digits] = /content-length: *(\d+)/i.exec(waiting.toString('latin1', 0, end)) ?? [];
      if (digits === undefined) throw new Error('the language server sent a message without its length');
      const start = end + headerEnd.length;
      const stop = start + Number(digits);
      if (waiting.length < stop) return;
      onMessage(JSON.parse(waiting.toString('utf8', start, stop)));
      waiting = waiting.subarray(stop);
    }
  };
}

/** What a server asks its client for: no settings, and consent to the rest. */
const answerTo = ({ method, params }) =>
  method === 'workspace/configuration' ? params.items.map(() => null) : null;

/**
 * Starts a language server that talks on stdin and stdout. `request` gives a result, or throws what the server
 * says, when it takes longer than `timeoutMs`, and when it ends.
 */
export function startLanguageServer(command, args, { cwd, timeoutMs = 300_000 } = {}) {
  const child = spawn(command, args, { cwd, stdio: ['pipe', 'pipe', 'ignore'] });
  const pending = new Map();
  let last = 0;
  let ended;
  const fail = (error) => {
    ended ??= error;
    for (const { reject } of pending.values()) reject(ended);
    pending.clear();
  };
  const send = (message) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}${headerEnd}${body}`);
  };
  const receive = messageReader((message) => {
    const { id, method, result, error } = message;
    if (method !== undefined) {
      if (id !== undefined) send({ id, result: answerTo(message) });
      return;
    }
    const waiting = pending.get(id);
    pending.delete(id);
    if (error) waiting?.reject(new Error(`the language server refused ${waiting.method}: ${error.message}`));
    else waiting?.resolve(result);
  });
  child.stdout.on('data', receive);
  child.stdin.on('error', () => {});
  child.on('error', fail);
  child.on('exit', (code, signal) => fail(new Error(`the language server ended with ${code ?? signal}`)));
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended);
      last += 1;
      const id = last;
      const late = setTimeout(() => {
        pending.delete(id);
        reject(new Error(`the language server did not answer ${method} in ${timeoutMs} ms`));
      }, timeoutMs);
      const settled = (settle) => (value) => {
        clearTimeout(late);
        settle(value);
      };
      pending.set(id, { method, resolve: settled(resolve), reject: settled(reject) });
      send({ id, method, params });
    });
  return {
    request,
    notify: (method, params) => send({ method, params }),
    /** Asks it to end, and makes it end where it does not. */
    async stop() {
      if (ended) return;
      const gone = once(child, 'exit');
      const kill = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await request('shutdown', null).catch(() => {});
      send({ method: 'exit' });
      await gone;
      clearTimeout(kill);
    },
  };
}

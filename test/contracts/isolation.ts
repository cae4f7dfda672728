import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultLimits, type Sandbox, type SandboxLimits } from '../../toolkit/sandbox/port.ts';

/** What a sandbox that isolates keeps from its commands. */
export const isolationContract = (adapter: string, open: () => Promise<Sandbox>): void => {
  describe(`${adapter}: isolation contract`, () => {
    let sandbox: Sandbox;
    let base: string;
    let folder: string;
    let secret: string;
    let count = 0;

    beforeAll(async () => {
      sandbox = await open();
      base = realpathSync(mkdtempSync(join(tmpdir(), 'mendgraph-isolation-')));
      secret = join(base, 'secret.txt');
      writeFileSync(secret, 'the secret');
    });
    afterAll(() => rmSync(base, { recursive: true, force: true }));
    beforeEach(() => {
      folder = join(base, `checkout-${++count}`);
      mkdirSync(folder);
    });

    const shell = (script: string, limits: Partial<SandboxLimits> = {}, readable: readonly string[] = []) =>
      sandbox.run({
        argv: ['sh', '-c', script],
        cwd: folder,
        writable: [folder],
        readable,
        limits: { ...defaultLimits, wallMs: 10_000, ...limits },
      });

    it('shows nothing of the host beside the system and what is named', async () => {
      symlinkSync(secret, join(folder, 'link'));
      const { stdout } = await shell(
        `for path in ${secret} ../secret.txt link /proc/1/root${secret} /proc/self/root${secret} /proc/self/cwd/../secret.txt ~root/.ssh /root/.bashrc /etc/shadow /var/log; do cat $path 2>/dev/null || ls -A $path/ 2>/dev/null; done; ls -A ${base} /home`,
      );
      expect(stdout).not.toContain('the secret');
      expect(stdout).toBe(`/home:\nsandbox\n\n${base}:\ncheckout-${count}\n`);
    });

    it('writes nowhere but in its folder and scratch space', async () => {
      const { stdout } = await shell(
        'for path in / /usr /usr/bin /etc /proc/sys/kernel /dev /sys /run /home /var; do echo x > $path/mendgraph-wrote 2>/dev/null && echo $path; done; for path in . ~ /tmp /dev/shm; do echo x > $path/fine && echo $path; done',
      );
      expect(stdout).toBe('.\n/home/sandbox\n/tmp\n/dev/shm\n');
      expect(existsSync('/tmp/fine')).toBe(false);
    });

    it('reads a named folder and cannot change it', async () => {
      const library = join(base, `library-${count}`);
      mkdirSync(library);
      writeFileSync(join(library, 'file'), 'readable');
      const { stdout, stderr } = await shell(`cat ${library}/file; echo x > ${library}/other`, {}, [library]);
      expect(stdout).toBe('readable');
      expect(stderr).toMatch(/Read-only|Permission denied/);
      expect(existsSync(join(library, 'other'))).toBe(false);
    });

    it('can neither reach the network nor a server of this machine', async () => {
      const server = createServer((socket) => socket.end('reached'));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : 0;
      try {
        const script = `import socket
for host in ("127.0.0.1", "192.0.2.1"):
    try:
        print(socket.create_connection((host, ${port}), timeout=2).recv(9))
    except OSError as error:
        print("refused")`;
        const { stdout } = await shell(`python3 -I -c '${script}'`);
        expect(stdout).toBe('refused\nrefused\n');
      } finally {
        server.close();
      }
    });

    it('can serve itself on the loopback', async () => {
      const script =
        'import socket; s = socket.create_server(("127.0.0.1", 0)); print(bool(socket.create_connection(s.getsockname())))';
      expect((await shell(`python3 -I -c '${script}'`)).stdout).toBe('True\n');
    });

    it('is nobody in particular, without any capability or a way to one', async () => {
      const { stdout } = await shell(
        'id -u; id -G; grep -E "^(CapEff|CapPrm|CapAmb|NoNewPrivs)" /proc/self/status; python3 -I -c "import os; os.setuid(0)" 2>/dev/null || echo refused',
      );
      const [uid, groups, ...rest] = stdout.trim().split('\n');
      expect(uid).not.toBe('0');
      expect(groups).toBe(uid);
      expect(rest.map((line) => line.replace(/\s+/g, ' '))).toEqual([
        'CapPrm: 0000000000000000',
        'CapEff: 0000000000000000',
        'CapAmb: 0000000000000000',
        'NoNewPrivs: 1',
        'refused',
      ]);
    });

    it('sees and kills no process but its own', async () => {
      const { stdout } = await shell('ls /proc | grep -c "^[0-9]"');
      expect(Number(stdout)).toBeLessThan(8);
      const result = await shell('kill -9 -1; echo survived');
      expect(['exited', 'signalled']).toContain(result.end);
    });

    it('has a home, temporary folders and shared memory', async () => {
      const script =
        'import multiprocessing, os, tempfile; print(os.path.expanduser("~"), tempfile.gettempdir()); multiprocessing.Lock()';
      const { stdout, stderr } = await shell(`python3 -I -c '${script}'`);
      expect(stderr).toBe('');
      expect(stdout).toBe('/home/sandbox /tmp\n');
    });

    it('bounds its scratch space, which is memory', async () => {
      const { stdout } = await shell(
        'for n in 1 2 3 4; do head -c 1000000 /dev/zero > /tmp/$n; done; du -sb /tmp',
        {
          fileBytes: 2 ** 20,
        },
      );
      expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(2.2 * 2 ** 20);
    });

    it('leaves the configuration of git alone, which git outside would obey', async () => {
      mkdirSync(join(folder, '.git'));
      writeFileSync(join(folder, '.git', 'config'), '[core]\n');
      const { stderr } = await shell(
        'echo "[core] fsmonitor = touch /tmp/x" > .git/config; rm -rf .git; ls -A',
      );
      expect(stderr).not.toBe('');
      expect(readFileSync(join(folder, '.git', 'config'), 'utf8')).toBe('[core]\n');
    });

    it('may change files that were there, whoever owns them, and we may afterwards', async () => {
      mkdirSync(join(folder, 'deep'));
      writeFileSync(join(folder, 'deep', 'file'), 'old');
      chmodSync(join(folder, 'deep', 'file'), 0o644);
      const result = await shell(
        'echo new > deep/file && chmod 600 deep/file && echo more > deep/other && ls -A',
      );
      expect(result).toMatchObject({ exitCode: 0, stderr: '' });
      expect(readFileSync(join(folder, 'deep', 'file'), 'utf8')).toBe('new\n');
      writeFileSync(join(folder, 'deep', 'file'), 'ours');
      expect(statSync(folder).uid).toBe(process.getuid?.());
    });
  });
};

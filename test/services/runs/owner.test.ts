import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isAlive, thisProcess } from '../../../services/runs/owner.ts';

const stateOf = async (pid: number) => (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.[0];

describe('isAlive', () => {
  it('knows this process, and not another that has its number', () => {
    expect(isAlive(thisProcess())).toBe(true);
    expect(isAlive({ pid: process.pid, started: '1' })).toBe(false);
  });

  it('takes a process for dead whose parent never asks how it ended', async () => {
    // The shell starts a child, becomes `sleep`, which never waits for it.
    const shell = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
    try {
      const [line] = await once(shell.stdout, 'data');
      const pid = Number(String(line));
      const started = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ')[19] ?? '';
      expect(isAlive({ pid, started })).toBe(true);
      process.kill(pid, 'SIGKILL');
      for (let tries = 0; tries < 100 && (await stateOf(pid)) !== 'Z'; tries += 1) await sleep(20);
      expect(await stateOf(pid)).toBe('Z');
      expect(isAlive({ pid, started })).toBe(false);
    } finally {
      shell.kill('SIGKILL');
    }
  });
});

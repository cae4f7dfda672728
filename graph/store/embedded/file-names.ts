import { createHash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { MendError } from '../../kernel/errors.ts';

const snapshotName = /^([A-Za-z0-9_-][A-Za-z0-9._-]{0,127})\.graph$/;
const temporaryName = /^\.graph-([0-9a-f]{12})-(\d{1,10})-[0-9a-f-]{36}\.tmp$/;

/** This machine, or this container: process ids mean something only within it. */
const host = (): string => createHash('sha256').update(hostname()).digest('hex').slice(0, 12);

/** Throws `INTERNAL` for a key that is no safe file name. */
export function fileNameOf(key: string): string {
  const name = `${key}.graph`;
  if (!snapshotName.test(name)) throw new MendError('INTERNAL', `"${key}" is no key of a snapshot`);
  return name;
}

export const isSnapshot = (name: string): boolean => snapshotName.test(name);

export const newTemporaryName = (): string => `.graph-${host()}-${process.pid}-${randomUUID()}.tmp`;

/** Whose temporary file it is; `undefined` for any other name. */
export function writerOf(name: string): { readonly isHere: boolean; readonly pid: number } | undefined {
  const [, of, pid] = temporaryName.exec(name) ?? [];
  return of === undefined ? undefined : { isHere: of === host(), pid: Number(pid) };
}

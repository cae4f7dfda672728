import { describe, expect, it } from 'vitest';
import { isLoopback, isOwnName, listenFailed, urlOf } from '../../../services/http/listening.ts';

const failed = (code: string) => listenFailed(Object.assign(new Error(`listen ${code}`), { code }), 'h', 80);

describe('where a service listens', () => {
  it.each([
    ['localhost', true],
    ['127.0.0.1', true],
    ['127.8.8.8', true],
    ['::1', true],
    ['0.0.0.0', false],
    ['::', false],
    ['127.0.0.1.example.org', false],
  ])('%s reached from this machine alone: %s', (host, alone) => expect(isLoopback(host)).toBe(alone));

  it.each([
    ['localhost', true],
    ['LOCALHOST:8080', true],
    ['[::1]:8080', true],
    ['127.0.0.1:1', true],
    ['', false],
    ['localhost.example.org', false],
    ['example.org:8080', false],
  ])('a Host header of "%s" names it: %s', (header, own) => expect(isOwnName(header)).toBe(own));

  it('has an address with brackets for IPv6', () => {
    expect(urlOf('::1', 80)).toBe('http://[::1]:80');
    expect(urlOf('127.0.0.1', 80)).toBe('http://127.0.0.1:80');
  });

  it('says what to do about what the system refuses', () => {
    expect(failed('EADDRINUSE')).toMatchObject({ code: 'USAGE', hint: expect.stringContaining('another') });
    expect(failed('EACCES')).toMatchObject({ code: 'USAGE', hint: expect.stringContaining('1024') });
    expect(failed('EIO')).toMatchObject({ code: 'INTERNAL', hint: undefined });
  });
});

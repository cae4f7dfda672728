import { describe, expect, it } from 'vitest';
import { address } from '../../../services/cli/address.ts';

describe('address', () => {
  it.each([
    ['8090', { host: '127.0.0.1', port: 8090 }],
    ['0', { host: '127.0.0.1', port: 0 }],
    ['0.0.0.0:65535', { host: '0.0.0.0', port: 65_535 }],
    ['build.example.org:80', { host: 'build.example.org', port: 80 }],
    ['[::1]:8090', { host: '::1', port: 8090 }],
  ])('reads %s', (text, read) => expect(address(text)).toEqual(read));

  it.each(['', ':80', '65536', '-1', '1.5', 'host', 'host:', '::1:80', '[::1]', 'http://host:80', 'a b:80'])(
    'refuses "%s"',
    (text) => expect(() => address(text)).toThrow(/HOST:PORT/),
  );
});

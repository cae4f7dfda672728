import { describe, expect, it } from 'vitest';
import { isUrl, parseRemote } from '../../../toolkit/sources/remote.ts';

describe('the URL of a repository', () => {
  it.each([
    ['https://example.org/shop.git', 'https', 'example.org', 'https://example.org/shop.git'],
    ['https://Example.ORG:8443/a/shop/', 'https', 'example.org:8443', 'https://example.org:8443/a/shop'],
    ['http://127.0.0.1:80/shop', 'http', '127.0.0.1', 'http://127.0.0.1/shop'],
    ['http://localhost:3000/shop', 'http', 'localhost:3000', 'http://localhost:3000/shop'],
    ['ssh://git@example.org/shop.git', 'ssh', 'example.org', 'ssh://git@example.org/shop.git'],
    ['ssh://example.org:2222/~me/shop', 'ssh', 'example.org:2222', 'ssh://example.org:2222/~me/shop'],
    ['git@example.org:team/shop.git', 'ssh', 'example.org', 'git@example.org:team/shop.git'],
    ['git@[::1]:shop', 'ssh', '[::1]', 'git@[::1]:shop'],
  ])('%s is taken', (text, scheme, host, url) => {
    expect(isUrl(text)).toBe(true);
    expect(parseRemote(text)).toMatchObject({ scheme, host, url, password: null });
  });

  it('loses its user and password, which are kept apart', () => {
    const remote = parseRemote('https://some%40one:hid%2Fden@example.org/shop');
    expect(remote).toMatchObject({ url: 'https://example.org/shop', user: 'some@one' });
    expect(remote.password?.reveal()).toBe('hid/den');
    expect(JSON.stringify(remote)).not.toContain('den');
  });

  it.each([
    ['ext::sh -c "touch x"', 'run a program'],
    ['fd::17', 'run a program'],
    ['git://example.org/shop', 'not taken'],
    ['ftp://me:hidden@example.org/shop', 'not taken'],
    ['http://me:hidden@example.org/shop', 'anybody on the way'],
    ['http://127.0.0.1.example.org/shop', 'anybody on the way'],
    ['https://me:hidden@/shop', 'no URL'],
    ['https://me:hidden@exa mple.org/', 'no URL'],
    ['https://example.org/shop?private_token=hidden', '? or #'],
    ['https://example.org/shop#main', '? or #'],
    ['ssh://me:hidden@example.org/shop', 'no password'],
    ['ssh://-oProxyCommand=touch%20x/shop', 'no name of a host'],
    ['ssh://git@example.org/-x', 'no path'],
    ['git@-oProxyCommand=x:shop', 'no name of a host'],
    ['git@example.org:-x', 'no path'],
    ['-x@example.org:shop', 'no name of a user'],
    ['ssh://%2doProxyCommand@example.org/shop', 'no name of a user'],
  ])('%s is refused, and the message holds no password', (text, message) => {
    expect(isUrl(text)).toBe(true);
    const read = () => parseRemote(text);
    expect(read).toThrow(
      expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(message) }),
    );
    expect(read).not.toThrow(/hidden/);
  });

  it.each(['.', 'shop', '/a/b', './a:b', 'C:shop', 'a@b', 'dir/user@host:x'])('%s is a path', (text) => {
    expect(isUrl(text)).toBe(false);
  });
});

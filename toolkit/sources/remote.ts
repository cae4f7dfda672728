import { MendError } from '../../graph/kernel/errors.ts';
import { Secret } from '../../graph/kernel/secret.ts';

/** A git repository on a server. */
export interface Remote {
  /** As git is given it and people are shown it: without credentials. */
  readonly url: string;
  readonly scheme: 'https' | 'http' | 'ssh';
  /** With its port, if one was given. */
  readonly host: string;
  /** From the URL: taken out of it at once. */
  readonly user: string | null;
  readonly password: Secret | null;
}

/** What a service lets its clients name; a person at the command line may name all. */
export interface AllowedRemotes {
  readonly schemes: readonly Remote['scheme'][];
  /** As in `Remote.host`. */
  readonly hosts: readonly string[];
}

const taken = 'taken are https://host/path, ssh://user@host/path and user@host:path';

const refuse = (what: string, hint = taken): MendError => new MendError('USAGE', what, { hint });

const hostName = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/i;
const userName = /^\w[\w.-]*$/;
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** `user@host:path`, as ssh and git write it. */
const shortForm = /^([^@\s/:]+)@(\[[^\]\s]+\]|[^\s/:]+):([^\s]+)$/;

/** Whether a text names a repository by URL rather than by path. */
export const isUrl = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || /^[a-z][a-z0-9+.-]*::/i.test(text) || shortForm.test(text);

function checkSsh(host: string, user: string, path: string): void {
  if (!hostName.test(host)) throw refuse('that is no name of a host');
  if (user !== '' && !userName.test(user)) throw refuse('that is no name of a user');
  if (/^\/?-/.test(path) || /\s|\p{Cc}/u.test(path)) throw refuse('that is no path of a repository');
}

function overSsh(text: string, [, user = '', host = '', path = '']: readonly string[]): Remote {
  checkSsh(host, user, path);
  return { url: text, scheme: 'ssh', host: host.toLowerCase(), user, password: null };
}

function parsed(text: string): URL {
  try {
    return new URL(text);
  } catch {
    // Not with its text, which may hold a password.
    throw refuse('--repo is no URL that can be read');
  }
}

function schemeOf({ protocol, hostname }: URL): Remote['scheme'] {
  if (protocol === 'https:' || protocol === 'ssh:') return protocol === 'ssh:' ? 'ssh' : 'https';
  if (protocol !== 'http:') throw refuse(`URLs of ${protocol}// are not taken`);
  if (!loopback.test(hostname))
    throw refuse('over http:// anybody on the way could change the code', 'use https://');
  return 'http';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Reads the URL of a repository; user and password are taken out of it.
 * @throws MendError `USAGE`, whose text holds nothing of a password
 */
export function parseRemote(text: string): Remote {
  const short = text.includes('://') ? null : shortForm.exec(text);
  if (short) return overSsh(text, short);
  const helper = /^([a-z][a-z0-9+.-]*)::/i.exec(text)?.[1];
  if (helper !== undefined) throw refuse(`"${helper}::" would have git run a program`);
  const url = parsed(text);
  const scheme = schemeOf(url);
  if (url.search !== '' || url.hash !== '')
    throw refuse('the URL of a repository has no ? or # in it', 'give a branch, tag or commit with --ref');
  const { username, password, host } = url;
  if (scheme === 'ssh') {
    if (password !== '') throw refuse('ssh takes no password in a URL', 'load your key: ssh-add');
    checkSsh(url.hostname, decoded(username), url.pathname);
    return { url: url.href, scheme, host, user: username || null, password: null };
  }
  url.username = '';
  url.password = '';
  const plain = url.href.replace(/\/+$/, '');
  const secret = password === '' ? null : new Secret(decoded(password));
  return { url: plain, scheme, host, user: username === '' ? null : decoded(username), password: secret };
}

/** Throws `PATH_OUTSIDE` for a server that is not among those allowed. */
export function checkAllowed({ scheme, host }: Remote, { schemes, hosts }: AllowedRemotes): void {
  if (schemes.includes(scheme) && hosts.includes(host)) return;
  throw new MendError('PATH_OUTSIDE', `repositories of ${scheme}://${host} may not be named here`, {
    hint: hosts.length > 0 ? `allowed are ${hosts.join(', ')}` : 'no server is allowed',
  });
}

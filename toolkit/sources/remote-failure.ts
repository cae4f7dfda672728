import { MendError } from '../../graph/kernel/errors.ts';
import { shown } from './refusals.ts';
import type { Access } from './remote-git.ts';

type Make = (access: Access) => readonly [MendError['code'], string, string];

const signIn = ({ remote, token }: Access): string => {
  if (remote.scheme === 'ssh')
    return `the server must take a key of yours without a question; try: ssh -T ${remote.user ? `${remote.user}@` : ''}${remote.host}`;
  return token || remote.password
    ? 'check that the token is valid and may read this repository'
    : 'for a private repository set MENDGRAPH_GIT_TOKEN to a token that may read it';
};

/** By git's own words, in the language that it is told to speak. */
const known: readonly (readonly [RegExp, Make])[] = [
  [
    /no space left on device|disk quota exceeded/i,
    () => [
      'DISK_FULL',
      'no space left on the disk',
      'free some space, or point MENDGRAPH_HOME at another disk',
    ],
  ],
  [
    /host key verification failed/i,
    ({ remote }) => [
      'SOURCE_AUTH',
      `the key of ${remote.host} is not known`,
      'connect once with ssh and check it',
    ],
  ],
  [
    /could not read (?:username|password)|authentication failed|error: 40[13]\b|permission denied/i,
    (access) => ['SOURCE_AUTH', `${access.remote.url} is not to be had without rights to it`, signIn(access)],
  ],
  [
    /error: 30\d\b/i,
    ({ remote }) => [
      'SOURCE_UNREACHABLE',
      `${remote.url} redirects to another address, which is not followed`,
      'give the address that it redirects to; some servers want .git at the end',
    ],
  ],
  [
    /repository .*not found|error: 404\b|does not appear to be a git repository/i,
    (access) => ['NOT_FOUND', `no repository at ${access.remote.url}`, `check the URL; ${signIn(access)}`],
  ],
];

/** What went wrong with a server, for people. `stderr` is git's. */
export function remoteFailure(access: Access, stderr: string): MendError {
  const [, make] = known.find(([words]) => words.test(stderr)) ?? [];
  if (make) {
    const [code, message, hint] = make(access);
    return new MendError(code, message, { hint, cause: new Error(shown(stderr)) });
  }
  const lines = stderr.split(/[\r\n]+/).filter((line) => /^(?:fatal|error|ssh|remote)/i.test(line));
  const detail = lines.find((line) => line.startsWith('fatal')) ?? lines.at(-1) ?? 'git gives no reason';
  return new MendError('SOURCE_UNREACHABLE', `${access.remote.url}: ${shown(detail.trim())}`, {
    hint: 'check the URL and the network, and try again',
  });
}

import { type GitOptions, type GitResult, tryGit } from '../../graph/index/git.ts';
import { inheritedEnvironment } from '../../graph/kernel/inherited-environment.ts';
import type { Secret } from '../../graph/kernel/secret.ts';
import type { Remote } from './remote.ts';

/** A server and what to show it. */
export interface Access {
  readonly remote: Remote;
  /** Instead of the URL's own password. */
  readonly token: Secret | null;
}

/** How people reach servers: proxies, authorities, the agent that holds their keys. None of it is the repository's. */
const ofNetwork = [
  'http_proxy',
  'https_proxy',
  'HTTPS_PROXY',
  'all_proxy',
  'ALL_PROXY',
  'no_proxy',
  'NO_PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'GIT_SSL_CAINFO',
  'GIT_SSL_CAPATH',
  'SSH_AUTH_SOCK',
] as const;

/** Asks nothing, forwards nothing; an unknown host is refused. */
const ssh =
  'ssh -o BatchMode=yes -o ConnectTimeout=30 -o ForwardAgent=no -o ForwardX11=no -o ClearAllForwardings=yes';

/** Where there is no name, what the large hosts take for a token's. */
const tokenUser = 'x-access-token';

function authorization({ remote: { user, password }, token }: Access): string | undefined {
  const secret = (token ?? password)?.reveal();
  if (secret === undefined && user === null) return undefined;
  const pair = `${user ?? tokenUser}:${secret ?? ''}`;
  return `Authorization: Basic ${Buffer.from(pair).toString('base64')}`;
}

/** For this one server: git sends it to no other, and follows no redirect to one. */
function credentials(access: Access): Record<string, string> {
  const { url, scheme } = access.remote;
  const header = scheme === 'ssh' ? undefined : authorization(access);
  if (header === undefined) return {};
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${new URL(url).origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: header,
  };
}

/** Neither the user's rewritten URLs and helpers, nor a .netrc; of ssh the user's own settings are wanted. */
const homeFor = (scheme: Remote['scheme']): Record<string, string> =>
  scheme === 'ssh' ? inheritedEnvironment('HOME') : { HOME: '/dev/null' };

const environment = (access: Access): Record<string, string> => ({
  ...inheritedEnvironment(...ofNetwork),
  ...homeFor(access.remote.scheme),
  GIT_CONFIG_GLOBAL: '/dev/null',
  XDG_CONFIG_HOME: '/dev/null',
  GIT_ALLOW_PROTOCOL: access.remote.scheme,
  GIT_SSH_COMMAND: ssh,
  GIT_SSH_VARIANT: 'ssh',
  ...credentials(access),
});

const settings = [
  'http.followRedirects=false',
  'http.lowSpeedLimit=1',
  'http.lowSpeedTime=60',
  'http.emptyAuth=false',
  'transfer.credentialsInUrl=die',
  'transfer.bundleURI=false',
  'fetch.unpackLimit=1',
  'fetch.writeCommitGraph=false',
  'core.fsync=none',
].flatMap((setting) => ['-c', setting]);

/**
 * Runs a git command that talks to a server, and to that one alone. Credentials are in the environment of this one
 * command: not in its arguments, in no file. All its processes end with the signal.
 */
export const remoteGit = (
  args: readonly string[],
  access: Access,
  options: Omit<GitOptions, 'ownGroup'>,
): Promise<GitResult> =>
  tryGit([...settings, ...args], {
    ...options,
    ownGroup: true,
    env: { ...options.env, ...environment(access) },
  });

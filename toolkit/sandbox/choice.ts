/** Which sandbox a person asked for: `docker:` is followed by the name of an image that is on the machine. */
export type SandboxName = 'bubblewrap' | 'process' | `docker:${string}`;

const docker = 'docker:';
/** A reference: registry, path, tag and digest (the distribution project's grammar, in short). */
const reference = /^[a-z0-9][a-zA-Z0-9._:/@-]{0,254}$/;

/** The image of `docker:IMAGE`, else `undefined`. */
export const imageOf = (name: SandboxName): string | undefined =>
  name.startsWith(docker) ? name.slice(docker.length) : undefined;

/** Reads what was typed; `undefined` when it names no sandbox. */
export function readSandboxName(text: string): SandboxName | undefined {
  if (text === 'bubblewrap' || text === 'process') return text;
  const isImage = text.startsWith(docker) && reference.test(text.slice(docker.length));
  return isImage ? (text as `docker:${string}`) : undefined;
}

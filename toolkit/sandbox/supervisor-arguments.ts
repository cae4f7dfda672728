import { fileURLToPath } from 'node:url';
import type { SandboxRequest } from './port.ts';

/** Absolute folder of the supervisor's Python sources, the same from sources and from `dist/`. */
export const supervisorFolder = fileURLToPath(new URL('./supervisor', import.meta.url));

/** Bytes printed, both streams together, past which a command is stopped: nobody reads that, it is a runaway. */
const printedBytes = 64 * 2 ** 20;

/** What the supervisor is told beside the request. */
export interface Supervision {
  /** Folder where the supervisor's sources are for it. */
  readonly folder: string;
  /** The command's whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Our own process namespace, when the supervisor will be in another. */
  readonly namespace?: string;
  /** A folder that is to be made for the command, and removed after it. */
  readonly home?: string;
  /** The channel, when the request wants one: its descriptor, or the path of a socket. */
  readonly channel: number | string;
  /** Folders that exist for this command alone. */
  readonly scratch: readonly string[];
  /** User to become before the command starts, and the folders to hand over to it. */
  readonly owner?: { readonly uid: number; readonly folders: readonly string[] };
}

/** The supervisor's command line after the interpreter's name; `supervise.py` says what the keys mean. */
export function supervisorArguments(request: SandboxRequest, supervision: Supervision): readonly string[] {
  const { limits } = request;
  const { namespace, owner, home, channel, folder, scratch } = supervision;
  const serving = {
    MENDGRAPH_CHANNEL: String(channel),
    MENDGRAPH_SUPERVISOR: folder,
    MENDGRAPH_SCRATCH: scratch.join(':'),
  };
  const env = request.onChannel ? { ...supervision.env, ...serving } : supervision.env;
  return [
    '-I',
    '-S',
    '-B',
    `${folder}/supervise.py`,
    `cwd=${request.cwd}`,
    `wall=${Math.max(0, Math.round(limits.wallMs))}`,
    `memory=${limits.memoryBytes}`,
    `processes=${limits.processes}`,
    `file=${limits.fileBytes}`,
    `keep=${limits.outputBytes}`,
    `cap=${printedBytes}`,
    ...(home ? [`home=${home}`] : []),
    ...(request.onChannel ? [`channel=${channel}`] : []),
    ...(namespace ? [`namespace=${namespace}`] : []),
    ...(owner ? [`uid=${owner.uid}`, ...owner.folders.map((folder) => `own=${folder}`)] : []),
    ...Object.entries(env).map(([name, value]) => `env=${name}=${value}`),
    '--',
    ...request.argv,
  ];
}

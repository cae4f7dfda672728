import type { Writable } from 'node:stream';
import { type DestinationStream, pino } from 'pino';
import type { Logger } from '../../graph/kernel/logger.ts';

const secrets = ['token', 'password', 'authorization', 'apiKey'];

/** Diagnostics as JSON lines on stderr: everything with `verbose`, otherwise nothing below a warning. */
export function makeLogger(stderr: Writable, verbose: boolean): Logger {
  const destination: DestinationStream = { write: (line) => void stderr.write(line) };
  const log = pino(
    {
      level: verbose ? 'debug' : 'warn',
      base: null,
      redact: { paths: [...secrets, ...secrets.map((name) => `*.${name}`)], censor: '[redacted]' },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination,
  );
  return {
    debug: (message, fields) => log.debug(fields ?? {}, message),
    info: (message, fields) => log.info(fields ?? {}, message),
    warn: (message, fields) => log.warn(fields ?? {}, message),
  };
}

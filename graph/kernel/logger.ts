/** Port for diagnostics. Never the program's result: that goes to stdout by the command line alone. */
export interface Logger {
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

export const silentLogger: Logger = { debug: () => {}, info: () => {}, warn: () => {} };

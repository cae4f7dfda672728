import { InvalidArgumentError } from 'commander';

export interface Address {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

const loopback = '127.0.0.1';
const written = /^(?:(?:\[([0-9a-f:.]+)\]|([^\s:/[\]]+)):)?(\d{1,5})$/i;
const mostPort = 65_535;

/** Reads `PORT`, `HOST:PORT` or `[IPv6]:PORT`; a port alone is one of 127.0.0.1. */
export function address(text: string): Address {
  const [, inBrackets, host, digits] = written.exec(text) ?? [];
  const port = Number(digits ?? Number.NaN);
  if (!(port <= mostPort)) throw new InvalidArgumentError('give HOST:PORT, or a port alone for 127.0.0.1');
  return { host: inBrackets ?? host ?? loopback, port };
}

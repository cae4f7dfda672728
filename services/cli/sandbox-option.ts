import { Option } from 'commander';

/** `--sandbox`, the same for every command that runs what is not trusted. `what` says what runs there. */
export const sandboxOption = (what: string): Option =>
  new Option('--sandbox <kind>', what).choices(['bubblewrap', 'process']);

import { argv } from 'node:process';
import { openRemote } from '../../toolkit/sources/open-remote.ts';

const [, , url = '', ref = '', dir = ''] = argv;
await openRemote(url, ref, { dir });

import { openSource as open, type SourceRequest } from '../toolkit/sources/open-source.ts';
import type { Source } from '../toolkit/sources/port.ts';
import { homeLayout, loadConfig } from './config/config.ts';
import { withHome } from './config/home.ts';

/** The part of the composition root that turns what a user named into a folder. */
export const openSource = (request: Omit<SourceRequest, 'dir'>): Promise<Source> =>
  open({ ...request, dir: homeLayout(withHome(loadConfig())).sources });

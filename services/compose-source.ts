import { type NamedSource, openSource as open } from '../toolkit/sources/open-source.ts';
import type { OpenSourceOptions, Source } from '../toolkit/sources/port.ts';
import { homeLayout, loadConfig } from './config/config.ts';
import { loadGitToken } from './config/git.ts';
import { withHome } from './config/home.ts';

/** The part of the composition root that turns what a user named into a folder. */
export const openSource = (request: NamedSource & Omit<OpenSourceOptions, 'dir'>): Promise<Source> =>
  open({ ...request, token: loadGitToken, dir: homeLayout(withHome(loadConfig())).sources });

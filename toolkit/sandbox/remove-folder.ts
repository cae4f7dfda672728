import { chmod, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Opens every folder below `folder` to its owner. Links are not followed. */
async function open(folder: string): Promise<void> {
  const pending = [folder];
  for (let here = pending.pop(); here !== undefined; here = pending.pop()) {
    const parent = here;
    await chmod(parent, 0o700).catch(() => undefined);
    const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
    pending.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(parent, name)));
  }
}

/** Removes a folder in which a hostile program worked, even where it took all permissions away. */
export async function removeFolder(folder: string): Promise<void> {
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 2 });
  await remove().catch(async () => {
    await open(folder);
    await remove();
  });
}

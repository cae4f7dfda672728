import { issueFrom } from '../agents/domain/issue.ts';
import type { Locations } from '../agents/domain/location.ts';
import type { Localizer } from '../agents/domain/roles.ts';
import type { OpenGraph, OpenGraphOptions } from './index-repository.ts';
import { makeRepositoryView } from './repository-view.ts';

interface LocateDependencies {
  readonly openGraph: OpenGraph;
  readonly localizer: Localizer;
}

interface LocateRequest extends OpenGraphOptions {
  readonly root: string;
  /** The issue as written. */
  readonly issueText: string;
}

/** Use case: where the bug may be, by the issue's text and the graph alone; nothing of the repository runs. */
export async function locate(
  { openGraph, localizer }: LocateDependencies,
  { root, issueText, ...options }: LocateRequest,
): Promise<Locations> {
  const issue = issueFrom(issueText);
  const graph = await openGraph(root, options);
  try {
    const repository = makeRepositoryView(graph, graph.snapshot.root);
    return await localizer.locate({
      issue,
      repository,
      reproduction: null,
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } finally {
    await graph.close();
  }
}

import { createHash } from 'node:crypto';
import type { Candidate } from '../../domain/candidate.ts';
import { toEdits } from '../syntax/edits.ts';
import type { Scored } from './order.ts';

export function toCandidate({ proposal, score }: Scored): Candidate {
  const { file, draft, template, entity } = proposal;
  const edits = toEdits(file.path, file.root.source, draft.changes);
  return {
    id: createHash('sha256').update(JSON.stringify(edits)).digest('hex').slice(0, 16),
    edits,
    summary: `${template.name}: ${draft.note} (line ${draft.line})`,
    template: template.name,
    entityId: entity.id,
    prior: Math.max(0, Math.min(1, score)),
  };
}

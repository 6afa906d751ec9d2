import { readApproval } from '../../domain/plan/version/approval-answer.ts';
import { type PlanVersion, stepVersion, type VersionEvent } from '../../domain/plan/version/plan-version.ts';
import { versionOfQuestion } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import type { Store, Write } from '../../store/store.ts';
import { noteOf, unwrap } from '../draft.ts';

/** A commit in the making. */
type VersionDraft = Readonly<{ writes: Write[]; at: number; by: string }>;
type VersionMove = Readonly<{ version: PlanVersion; event: VersionEvent; words: string }>;

/** Moves a version; one that is approved takes the place of the one before it. The row as it will be. */
export function draftVersion(
  draft: VersionDraft,
  { version, event, words }: VersionMove,
  versions: readonly PlanVersion[],
): PlanVersion {
  const { by, at } = draft;
  const step = unwrap(stepVersion(version, event, { by, at, words }));
  const journal = noteOf(draft, `version ${version.number} of ${version.plan}: ${words}`);
  if (event === 'approve') {
    for (const other of versions.filter(({ state, id }) => state === 'approved' && id !== version.id))
      draftVersion(draft, { version: other, event: 'supersede', words: 'a later one was approved' }, []);
  }
  draft.writes.push({ kind: 'step-plan-version', step, journal });
  return step.to;
}

const EVENTS = { approve: 'approve', reject: 'reject', stop: 'reject' } as const;

/** The version that a person was asked about is decided in the commit of the answer. */
export async function draftDecided(store: Store, draft: VersionDraft, answered: Question): Promise<void> {
  const id = versionOfQuestion(answered);
  const version = id === null ? undefined : await store.findPlanVersion(id);
  const said = readApproval(answered.answer ?? '');
  if (version === undefined || said === null) return;
  const words = said.is === 'reject' ? said.words : said.is;
  const versions = await store.listPlanVersions({ plan: version.plan });
  const event = EVENTS[said.is];
  if (stepVersion(version, event, draft).ok) draftVersion(draft, { version, event, words }, versions);
}

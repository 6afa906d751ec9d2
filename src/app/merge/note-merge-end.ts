import type { MergeEnd } from '../../domain/merge/merge.ts';
import { accept } from '../../domain/outcome.ts';
import { closesWith, wordQuestion } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import type { VerbDeps } from '../deps.ts';
import { draftAsk, draftWithdrawn, type QuestionDraft } from '../question/draft-question.ts';
import { whileStale } from '../while-stale.ts';

type NoteDeps = Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'by'>;

/** Whose branches were merged: a run, or sessions with those whose work they go on with. */
export type MergeOwner = Readonly<{ runId: string }> | Readonly<{ sessionIds: readonly string[] }>;

type MergeReport = Readonly<{
  owner: MergeOwner;
  /** The one that a question about a conflict is about. */
  asked: Readonly<{ runId: string }> | Readonly<{ sessionId: string }>;
  /** What was named, for the command that tries again. */
  names: readonly string[];
  end: MergeEnd;
}>;

/** What became of it goes into the journal; questions about earlier tries are settled by this one. */
export async function noteMergeEnd(deps: NoteDeps, ended: MergeReport): Promise<string | null> {
  const noted = await whileStale<string | null>(ended.names[0] ?? '', async () => {
    const draft = openDraft(deps);
    const questionId = await draftEnd(deps, draft, ended);
    // Stale: an earlier question was answered in this moment.
    return (await deps.store.commit(draft.writes)).saved ? accept(questionId) : 'stale';
  });
  return noted.ok ? noted.value : null;
}

/** Branches that are put away need no merge any more. */
export async function withdrawMergeQuestions(
  deps: Pick<VerbDeps, 'store' | 'clock' | 'by'>,
  owner: MergeOwner,
  why: string,
): Promise<void> {
  await whileStale('merge', async () => {
    const draft = openDraft(deps);
    draftWithdrawn(draft, (await askedAbout(deps, owner)).filter(isOpen), why);
    return (await deps.store.commit(draft.writes)).saved ? accept(null) : 'stale';
  });
}

const openDraft = ({ clock, by }: Pick<VerbDeps, 'clock' | 'by'>): QuestionDraft => ({
  writes: [],
  at: clock.now(),
  by,
});

const isOpen = ({ state }: Question): boolean => state === 'open';

async function askedAbout({ store }: Pick<VerbDeps, 'store'>, owner: MergeOwner): Promise<Question[]> {
  const lists =
    'runId' in owner
      ? [store.listQuestions({ runId: owner.runId })]
      : owner.sessionIds.map((sessionId) => store.listQuestions({ sessionId }));
  return (await Promise.all(lists)).flat().filter((one) => closesWith(one, 'merge'));
}

async function draftEnd(
  deps: NoteDeps,
  draft: QuestionDraft,
  { owner, asked, names, end }: MergeReport,
): Promise<string | null> {
  const { at, by } = draft;
  const note = noteOf(end);
  const about = 'runId' in asked ? { sessionId: null, runId: asked.runId } : asked;
  draft.writes.push({ kind: 'add-note', ...about, event: `merge-${end.is}`, journal: { at, by, note } });
  const before = await askedAbout(deps, owner);
  draftWithdrawn(draft, before.filter(isOpen), 'merged again');
  if (end.is !== 'conflict') return null;
  const id = 'runId' in asked ? asked.runId : asked.sessionId;
  const worded = wordQuestion('merge', { names, conflict: end, ...asked });
  const number = 1 + before.filter(({ sessionId, runId }) => (sessionId ?? runId) === id).length;
  const key = `${id}/merge/${number}`;
  return draftAsk(draft, worded, { ...asked, key, hash: deps.ids.hash, note }).id;
}

function noteOf(end: MergeEnd): string {
  switch (end.is) {
    case 'merged':
      return `${end.target} ${end.from.slice(0, 10)} → ${end.to.slice(0, 10)}`;
    case 'nothing-new':
      return `${end.target} has it all`;
    case 'conflict':
      return `${end.branch.branch}: ${end.files.join(', ')}`;
    case 'check-failed':
      return `${end.check} ${end.problem}`;
  }
}

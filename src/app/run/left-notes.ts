import { escalateNote, isSettled, type Note } from '../../domain/note/note.ts';
import { noteOfQuestion } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import type { RunOrder } from '../../domain/run/program.ts';
import type { Write } from '../../store/store.ts';
import { noteOf, unwrap } from '../draft.ts';
import type { FactDeps, Happening } from './apply-run-fact.ts';
import { escalatedFact } from './escalated-fact.ts';
import type { RunDraft } from './run-draft.ts';

const LEFT_OPEN = 'its agent left it open when everything else was verified';

/**
 * Nothing that is open is dropped: a plan that would end well with notes that are not settled hears of those
 * of one session first, as escalated. Null when it may end, or does not.
 */
export async function findLeftNotes(
  deps: FactDeps,
  draft: RunDraft,
  orders: readonly RunOrder[],
): Promise<Happening | null> {
  const isEnding = orders.some((order) => order.is === 'finish' && order.success);
  if (!isEnding || !('plan' in draft.memory.definition)) return null;
  const settled = new Set(orders.flatMap((order) => (order.is === 'resolve-note' ? order.noteId : [])));
  const notes = await deps.store.listNotes({ runId: draft.run.id, isSettled: false });
  const [first, ...others] = notes.filter((note) => !isSettled(note) && !settled.has(note.id));
  const session = first && (await deps.store.findSession(first.sessionId));
  if (!first || !session) return null;
  const own = [first, ...others.filter(({ sessionId }) => sessionId === first.sessionId)];
  const steps = own.map((note) => escalated(draft, note));
  const fact = await escalatedFact(
    deps,
    session,
    steps.map(({ note }) => note),
  );
  if (fact === null) return null;
  const withdrawn = await listAsked(deps, own);
  const writes = steps.flatMap(({ write }) => write);
  return { runId: draft.run.id, ...fact, more: [...(fact.more ?? []), ...writes], withdrawn };
}

type Escalating = Readonly<{ note: Note; write: readonly Write[] }>;

function escalated(draft: RunDraft, note: Note): Escalating {
  if (note.state === 'escalated') return { note, write: [] };
  const step = unwrap(escalateNote(note, LEFT_OPEN));
  const journal = noteOf(draft, LEFT_OPEN);
  return { note: step.to, write: [{ kind: 'step-completion-note', step, journal }] };
}

/** What their session asked the person itself: the run asks now. */
async function listAsked({ store }: FactDeps, notes: readonly Note[]): Promise<readonly Question[]> {
  const ids = new Set(notes.map(({ id }) => id));
  const sessionId = notes[0]?.sessionId;
  const open = sessionId === undefined ? [] : await store.listQuestions({ sessionId, state: 'open' });
  return open.filter((question) => ids.has(noteOfQuestion(question) ?? ''));
}

import { similarityOf } from '../../../note/similarity.ts';
import { accept, type Outcome, refuse } from '../../../outcome.ts';
import type { PlanMove } from '../plan-state.ts';
import {
  type EscalatedMatter,
  type Escalation,
  findMatter,
  isLoop,
  type NoteMatter,
  type Route,
  SOLUTION_ARCHITECT,
} from './escalation.ts';

type PlanRun = Pick<PlanMove, 'plan' | 'state'>;

const WHO: Readonly<Record<NoteMatter['at'], string>> = {
  architect: 'you have not been given it yet',
  person: 'the person is asked; the answer comes to you as a turn',
  guidance: 'the solution architect is at it; the guidance comes to you as a turn',
  direct: 'the person was asked directly',
  settled: 'it is settled',
};

/** The note, if the architect has it in hand. */
export function findInHand({ state }: PlanRun, noteId: string): Outcome<EscalatedMatter> {
  const found = findMatter(state, noteId);
  if (found === null)
    return refuse({ code: 'escalation-refused', noteId, why: 'no escalation has this note' });
  const { at, isTold } = found.note;
  if (at === 'architect' && isTold) return accept(found);
  return refuse({ code: 'escalation-refused', noteId, why: WHO[at] });
}

/** The other tasks that an answer touches: "none", or their ids. */
export function parseAffects(
  { plan }: PlanRun,
  { escalation, note }: EscalatedMatter,
  text: string,
): Outcome<readonly string[]> {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 1 && words[0] === 'none') return accept([]);
  const known = plan.tasks.map(({ id }) => id).filter((id) => id !== escalation.task);
  const stranger = words.find((word) => !known.includes(word));
  if (words.length > 0 && stranger === undefined) return accept([...new Set(words)]);
  const named = stranger ?? text;
  const why = `--affects takes "none" or other tasks of the plan, not "${named}": ${known.join(', ')}`;
  return refuse({ code: 'escalation-refused', noteId: note.id, why });
}

type Answer = Readonly<{ text: string; threshold: number }>;

/** In a loop an answer that was given before would only begin it anew. */
export function checkNew({ escalation, note }: EscalatedMatter, { text, threshold }: Answer): Outcome<null> {
  const isSaid = ({ resolution }: Escalation['history'][number]): boolean =>
    resolution !== null && similarityOf(resolution, text) >= threshold;
  if (!isLoop(escalation) || !escalation.history.some(isSaid)) return accept(null);
  const why = 'this was answered before and did not end the loop; change the plan, or ask the person';
  return refuse({ code: 'escalation-refused', noteId: note.id, why });
}

/** The solution architect cannot be asked what it asks itself, nor again what did not help. */
export function checkRoute({ escalation, note }: EscalatedMatter, to: Route): Outcome<null> {
  if (to === 'user') return accept(null);
  const refused = (why: string) => refuse({ code: 'escalation-refused', noteId: note.id, why } as const);
  if (escalation.role === SOLUTION_ARCHITECT)
    return refused('the solution architect itself asks this; answer it, or ask the person');
  if (escalation.task === null)
    return refused('who asks has no task that guidance could be verified with; answer it, or ask the person');
  if (note.guidanceTask !== null) return refused('its guidance is there; answer the note, or ask the person');
  if (isLoop(escalation)) return refused('this is a loop; change the plan, answer it, or ask the person');
  return accept(null);
}

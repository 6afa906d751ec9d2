import type { Resolver } from '../../../note/note.ts';
import type { PlanTask } from '../../../plan/plan.ts';
import type { PlanFact } from '../plan-fact.ts';
import { ordering, type PlanMove, progressOfTask, withTask } from '../plan-state.ts';
import { noteChange } from '../verified.ts';
import { askForArchitect } from './ask-person.ts';
import { type Escalation, findMatter, type NoteMatter, subjectOf, withNote } from './escalation.ts';
import { openGuidance } from './guidance.ts';
import { affectedText } from './words.ts';

type NoteRouteFact = Extract<PlanFact, { is: 'note-routed' }>;
type NoteAnswerFact = Extract<PlanFact, { is: 'note-answered' }>;
type NoteToldFact = Extract<PlanFact, { is: 'note-told' }>;

/** The architect hands a note on: to the person, or to the solution architect. */
export function applyRouted(move: PlanMove, { noteId, to, text, taskId }: NoteRouteFact): PlanMove {
  const found = findMatter(move.state, noteId);
  if (found?.note.at !== 'architect') return move;
  const routed: PlanMove = { ...move, state: withNote(move.state, found.note.id, { route: to }) };
  return to === 'user' ? askForArchitect(routed, found, text) : openGuidance(routed, found, { taskId, text });
}

/** The architect's answer stands: it was checked against the other tasks. */
export function applyNoteAnswer(move: PlanMove, { noteId, text, affects }: NoteAnswerFact): PlanMove {
  const found = findMatter(move.state, noteId);
  if (found?.note.at !== 'architect') return move;
  const by = found.note.route === 'user' ? 'user' : 'workflow_executor';
  const settled = settle(move, found.note, { text, by });
  const tasks = move.plan.tasks.filter(({ id }) => affects.includes(id) && id !== found.escalation.task);
  return tasks.reduce((so, task) => tellAffected(so, task, { ...found, text }), settled);
}

/** A person speaks up: the architect hears it first, where there is one. */
export function applyTold(move: PlanMove, { noteId, text }: NoteToldFact): PlanMove {
  const found = findMatter(move.state, noteId);
  if (found === null || found.note.at === 'settled') return move;
  return hearPerson(move, found.note, text);
}

/** A person answered a question about a note; null when it was about something else. */
export function applyAnswerToNote(move: PlanMove, question: number, answer: string): PlanMove | null {
  const notes = move.state.escalations.flatMap((one) => one.notes);
  const note = notes.find((one) => one.question === question);
  if (note === undefined) return null;
  return note.at === 'person' || note.at === 'direct' ? hearPerson(move, note, answer) : move;
}

function hearPerson(move: PlanMove, note: NoteMatter, text: string): PlanMove {
  if (note.at === 'direct') return settle(move, note, { text, by: 'user' });
  const heard = { at: 'architect', isTold: false, route: 'user', word: text } as const;
  return { ...move, state: withNote(move.state, note.id, heard) };
}

function settle(
  move: PlanMove,
  { id }: NoteMatter,
  { text, by }: Readonly<{ text: string; by: Resolver }>,
): PlanMove {
  const state = withNote(move.state, id, { at: 'settled', resolution: text, resolvedBy: by });
  return ordering({ ...move, state }, { is: 'resolve-note', noteId: id, resolution: text, by });
}

type EscalationAnswer = Readonly<{ escalation: Escalation; note: NoteMatter; text: string }>;

/**
 * An agent at work hears of it at once, one that has not begun reads it with the task. What was handed over
 * or verified without it is stale.
 */
function tellAffected(move: PlanMove, task: PlanTask, about: EscalationAnswer): PlanMove {
  const { status, before, round, remarks } = progressOfTask(move.state, task);
  const text = affectedText(about.escalation, about.note, about.text);
  const decision = `${about.note.description} → ${about.text}`;
  const decided = { task: subjectOf(about.escalation), decision };
  if (status === 'verified') return noteChange(move, task, decided);
  const isHandedOver = (status === 'blocked' ? before : status) === 'ready_for_verification';
  const noted = isHandedOver ? noteChange(move, task, decided) : move;
  if (round === null || isHandedOver) return withTask(noted, task, { remarks: [...remarks, text] });
  return ordering(move, { is: 'give-turn', role: task.role, text, stage: task.id, round });
}

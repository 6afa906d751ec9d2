import { ordering, type PlanMove } from '../plan-state.ts';
import { type EscalatedMatter, withNote } from './escalation.ts';
import { directQuestionText, userQuestionText } from './words.ts';

/** Asks what the architect wants to know. The answer goes to the architect first. */
export const askForArchitect = (move: PlanMove, asking: EscalatedMatter, text: string): PlanMove =>
  ask(move, asking, { at: 'person', text: userQuestionText(asking.escalation, asking.note, text) });

/** Asks without the architect. The answer settles the note. */
export const askDirectly = (move: PlanMove, asking: EscalatedMatter, why: string | null): PlanMove =>
  ask(move, asking, { at: 'direct', text: directQuestionText(asking.escalation, asking.note, why) });

type Question = Readonly<{ at: 'person' | 'direct'; text: string }>;

function ask(move: PlanMove, { note }: EscalatedMatter, { at, text }: Question): PlanMove {
  const question = move.state.questions + 1;
  const counted = { ...move.state, questions: question };
  const state = withNote(counted, note.id, { at, question });
  return ordering({ ...move, state }, { is: 'ask-about-note', question, noteId: note.id, text });
}

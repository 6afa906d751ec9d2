import { type Draft, draftTurn, noteOf } from '../../app/draft.ts';
import { draftDelivered, draftWithdrawn } from '../../app/question/draft-question.ts';
import { askerOf, carriedText, effectOf } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import type { RoundDeps } from '../deps.ts';
import type { SessionScene } from '../session/session-scene.ts';

/**
 * How an answer reaches its asker: to the process that waits (a line of its input, its hook, the asking
 * file), as a turn, or by its effect on rows alone. `void`: the process that asked is gone.
 */
export type Way = 'line' | 'hook' | 'file' | 'turn' | 'rows' | 'void';
export type Delivery = Readonly<{ question: Question; way: Way }>;

// A request of the CLI dies with its process; a question of the agent itself outlives it as its next turn.
export async function wayOf(
  { attempts }: RoundDeps,
  { session, observation }: SessionScene,
  question: Question,
): Promise<Way> {
  const isHere = observation.is === 'alive' && question.attempt === session.attempt;
  const asker = askerOf(question);
  if (asker.is === 'request') {
    if (!isHere) return 'void';
    return session.mode === 'interactive' ? 'hook' : 'line';
  }
  if (asker.is === 'file' && isHere && !(await attempts.hasAskerLeft(asker))) return 'file';
  return carriedText(question) === null ? 'rows' : 'turn';
}

/** The process itself waits for it. */
export const isLive = ({ way }: Delivery): boolean => way === 'line' || way === 'hook' || way === 'file';

/** `line`: where the next line of the attempt's input stands. */
export function draftDelivery(
  deps: RoundDeps,
  draft: Draft,
  { question, way, line }: Delivery & Readonly<{ line: number }>,
): void {
  if (way === 'rows') return draftEffect(deps, draft, question);
  if (way === 'void') return draftWithdrawn(draft, [question], 'the process that asked is gone');
  const body = way === 'turn' ? carriedText(question) : untoldWords(deps, draft, question);
  if (body !== null) draftTurn(draft, { id: deps.ids.uuid(), kind: 'answer', body });
  draftDelivered(draft, question, { note: `by ${way}`, line: way === 'line' ? line : null });
}

/** A protocol has no place for words beside a no: they are the next thing that its agent is told. */
function untoldWords({ findAgent }: RoundDeps, { session }: Draft, question: Question): string | null {
  const effect = effectOf(question);
  if (effect.do !== 'reply' || effect.reply.is !== 'decision') return null;
  const { words } = effect.reply.decision;
  const isUntold = words !== undefined && findAgent(session.cli)?.protocol !== undefined;
  return isUntold ? `You were not allowed to do that. The person says: ${words}` : null;
}

/** Makes the rows say what the answer says, together with its delivery. */
export function draftEffect({ ids }: RoundDeps, draft: Draft, question: Question): void {
  const effect = effectOf(question);
  if (effect.do === 'raise-budget') {
    const { account, amount } = effect;
    const journal = noteOf(draft, `${account} ${question.answer}`);
    draft.writes.push({ kind: 'raise-account', account, amount, sessionId: draft.session.id, journal });
  }
  if (effect.do === 'give-turn') draftTurn(draft, { id: ids.uuid(), kind: 'message', body: effect.body });
  draftDelivered(draft, question);
}

import { type Draft, draftStep, draftTurn, draftTurnStep } from '../../app/draft.ts';
import { draftWithdrawn } from '../../app/question/draft-question.ts';
import { carriedText, closesWith, effectOf } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import { isOpenTurn, type Turn } from '../../domain/turn/turn.ts';
import type { NextRound, RoundDeps } from '../deps.ts';
import { endedWrites, ensureGoneAndHeard } from '../session/attempt-over.ts';
import { draftContinue, draftReturnTurns } from '../session/go-on.ts';
import { draftFor, type SessionScene } from '../session/session-scene.ts';
import { draftCarried } from './carry-answers.ts';
import { draftEffect } from './deliver-answer.ts';

/**
 * Everything is answered, and the process that was there is not wanted any more: once nothing of it is left,
 * the next one goes on with what it had begun, and is told the answers.
 */
export async function resumeAnswered(
  deps: RoundDeps,
  scene: SessionScene,
  answered: readonly Question[],
): Promise<NextRound> {
  // A launcher that another supervisor had opened before we asked may have begun nonetheless.
  if (!(await ensureGoneAndHeard(deps, scene))) return 'again';
  const draft = draftFor(scene, deps);
  const carried = answered.filter((question) => carriedText(question) !== null);
  const told = scene.agent.can.resume ? [] : draftBrokenOff(draft, carried);
  const brokenOff = draftReturnTurns(draft, { canResume: scene.agent.can.resume });
  const lifetimeMs = scene.session.lifetimeMs + grantedMs(answered);
  draftStep(draft, 'answered', { note: answered.map(({ id }) => id).join(', '), patch: { lifetimeMs } });
  if (told.length > 0)
    draftTurn(draft, { id: deps.ids.uuid(), kind: 'answer', body: wordsOf(told, carried) });
  else for (const question of carried) draftCarried(deps, draft, question);
  for (const question of answered) draftAfterProcess(deps, draft, question);
  draftContinue(draft, { brokenOff, attempt: scene.attempt, uuid: deps.ids.uuid });
  await deps.store.commit([...draft.writes, ...(await endedWrites(deps, scene, draft.at))]);
  return 'again';
}

/** How much more the session may work after these answers. */
const grantedMs = (answered: readonly Question[]): number =>
  answered.reduce((sum, question) => {
    const effect = effectOf(question);
    return sum + (effect.do === 'carry' ? effect.grantedMs : 0);
  }, 0);

/** An agent that remembers nothing begins anew: its turns are told again together with the answer. */
function draftBrokenOff(draft: Draft, carried: readonly Question[]): readonly Turn[] {
  if (carried.length === 0) return [];
  const told = draft.turns.filter(
    (turn) => turn.attempt === draft.session.attempt && (isOpenTurn(turn) || turn.state === 'queued'),
  );
  for (const turn of told) {
    const event = isOpenTurn(turn) ? 'interrupt' : 'drop';
    draftTurnStep(draft, turn, { event, note: 'told again with the answer' });
  }
  return told;
}

// The task itself stands above all that a new process of such an agent is told.
const wordsOf = (told: readonly Turn[], carried: readonly Question[]): string =>
  [
    ...told.filter(({ kind }) => kind !== 'prompt').map(({ body }) => body),
    ...carried.flatMap((question) => carriedText(question) ?? []),
  ].join('\n\n');

function draftAfterProcess(deps: RoundDeps, draft: Draft, question: Question): void {
  if (closesWith(question, 'process'))
    return draftWithdrawn(draft, [question], 'the process that asked is gone');
  draftEffect(deps, draft, question);
}

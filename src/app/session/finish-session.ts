import type { SessionStateAnswer } from '../../contract/answer/session.ts';
import type { AskingAnswer } from '../../contract/asking.ts';
import { FinishSession } from '../../contract/session.ts';
import { LOOP_METADATA } from '../../domain/loop/names.ts';
import type { Session } from '../../domain/session/session.ts';
import { sessionStateJson } from '../../views/session-view.ts';
import {
  type AgentRequest,
  type AskingOutcome,
  commitIntake,
  denied,
  onlyInAttempt,
  said,
} from '../asking/request.ts';
import type { VerbDeps } from '../deps.ts';
import { draftStep, noteOf, openDraft } from '../draft.ts';
import { findUnsettled } from '../note/unsettled.ts';
import { verb } from '../verb.ts';
import { type ContractDeps, listContractErrors } from './check-contract.ts';

type FinishDeps = Pick<VerbDeps, 'store' | 'clock'> & ContractDeps;

/** The agent says that its task is finished: the session completes, and the agent may end its sentence. */
async function intakeFinish(
  deps: FinishDeps,
  { session, file, input }: AgentRequest<FinishSession>,
): Promise<AskingOutcome> {
  const unsettled = await findUnsettled(deps.store, session);
  if (unsettled !== null) {
    return commitIntake(deps, { file, answer: denied(`not done yet, notes are not settled:\n${unsettled}`) });
  }
  const errors = await listContractErrors(deps, session, input.summary);
  if (errors.length > 0) {
    return commitIntake(deps, {
      file,
      answer: denied(`not done yet, the result is wrong: ${errors.join('; ')}`),
    });
  }
  if (session.runId !== null || isGated(session)) {
    const { text } = leftTo(session.runId === null ? 'The gate of your work' : 'The run');
    return commitIntake(deps, { file, answer: said(text, sessionStateJson(session)) });
  }
  return finish(deps, { session, file, input });
}

function finish(
  deps: FinishDeps,
  { session, file, input }: AgentRequest<FinishSession>,
): Promise<AskingOutcome> {
  const draft = openDraft(session, [], { at: deps.clock.now(), by: `session:${session.id}` });
  if (session.state === 'starting') draftStep(draft, 'heard', { note: 'by its last word' });
  const note = input.summary || 'the agent says it is done';
  const canEnd = ['working', 'idle', 'waiting'].includes(draft.session.state);
  if (canEnd) draftStep(draft, 'end', { note, patch: { ending: 'completed', reasonText: note } });
  else
    draft.writes.push({
      kind: 'add-note',
      sessionId: session.id,
      event: 'done-again',
      journal: noteOf(draft, note),
    });
  const text = canEnd
    ? 'noted: the session completes when you end your turn'
    : `it is ${session.state} already`;
  const answer = said(text, sessionStateJson(draft.session));
  return commitIntake(deps, { file, answer, writes: draft.writes });
}

/** The session's run or gate has the last word. */
export const leftTo = (who: string): AskingAnswer =>
  said(`noted; end your turn. ${who} says when it needs you again, or no more`);

/** A loop began it for work with a gate, and ends it when that is green. */
export const isGated = ({ ends, metadata, takenOver }: Session): boolean =>
  ends === 'when-told' && !takenOver && metadata[LOOP_METADATA] !== undefined;

export const finishSessionVerb = verb({
  name: 'session.finish',
  summary: 'Mark the task of a session as finished',
  asks: 'agent',
  reads: false,
  input: FinishSession,
  answer: async () => (await import('../../contract/answer/session.ts')).SessionStateAnswer,
  run: onlyInAttempt('done'),
  intake: intakeFinish,
  json: (finished: SessionStateAnswer) => finished,
});

import type { AskingAnswer } from '../../contract/asking.ts';
import { LOOP_METADATA } from '../../domain/loop/names.ts';
import type { Session } from '../../domain/session/session.ts';
import type { VerbDeps } from '../deps.ts';
import { draftStep, noteOf, openDraft } from '../draft.ts';
import { type ContractDeps, listContractErrors } from '../session/check-contract.ts';
import { type Asking, type AskingOutcome, denied, said, takeIn } from './request.ts';

/** The agent says that its task is finished: the session completes, and the agent may end its sentence. */
export async function takeDone(
  deps: Pick<VerbDeps, 'store' | 'clock'> & ContractDeps,
  { session, file, request }: Asking<'done'>,
): Promise<AskingOutcome> {
  const errors = await listContractErrors(deps, session, request.summary);
  if (errors.length > 0) {
    return takeIn(deps, { file, answer: denied(`not done yet, the result is wrong: ${errors.join('; ')}`) });
  }
  if (session.runId !== null || isGated(session)) {
    return takeIn(deps, {
      file,
      answer: leftTo(session.runId === null ? 'The gate of your work' : 'The run'),
    });
  }
  const draft = openDraft(session, [], { at: deps.clock.now(), by: `session:${session.id}` });
  if (session.state === 'starting') draftStep(draft, 'heard', { note: 'by its last word' });
  const note = request.summary || 'the agent says it is done';
  const canEnd = ['working', 'idle', 'waiting'].includes(draft.session.state);
  if (canEnd) draftStep(draft, 'end', { note, patch: { ending: 'completed', reasonText: note } });
  else
    draft.writes.push({
      kind: 'add-note',
      sessionId: session.id,
      event: 'done-again',
      journal: noteOf(draft, note),
    });
  const answer = said(
    canEnd ? 'noted: the session completes when you end your turn' : `it is ${session.state} already`,
  );
  return takeIn(deps, { file, answer, writes: draft.writes });
}

/** Somebody else has the last word. */
export const leftTo = (who: string): AskingAnswer =>
  said(`noted; end your turn. ${who} says when it needs you again, or no more`);

/** A loop began it for work with a gate, and ends it when that is green. */
export const isGated = ({ ends, metadata, takenOver }: Session): boolean =>
  ends === 'when-told' && !takenOver && metadata[LOOP_METADATA] !== undefined;

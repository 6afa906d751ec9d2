import * as z from 'zod/mini';
import { SessionName } from '../../contract/id.ts';
import { refusalText } from '../../views/refusal-text.ts';
import type { AskingDeps } from '../asking/intake-request.ts';
import {
  type AgentRequest,
  type AskingOutcome,
  commitIntake,
  denied,
  onlyInAttempt,
  said,
} from '../asking/request.ts';
import { verb } from '../verb.ts';
import { findAllBelow } from './family.ts';
import { killSession } from './kill-session.ts';

const MOST_KILLED = 1000;

const KillBelow = z.object({
  sessionIds: z.array(SessionName).check(z.minLength(1), z.maxLength(MOST_KILLED)),
  reason: z._default(z.string().check(z.minLength(1), z.maxLength(500)), 'asked by the session above'),
});
type KillBelow = z.infer<typeof KillBelow>;
type KilledBelow = Readonly<{ killed: readonly string[]; was_over: readonly string[] }>;

/** A session ends others that it began. All of them are its own, or none is ended. */
async function intakeKill(
  deps: AskingDeps,
  { session, file, input: { sessionIds: names, reason } }: AgentRequest<KillBelow>,
): Promise<AskingOutcome> {
  const found = await findAllBelow(deps, session, { names, verb: 'kill' });
  if (!found.ok) return commitIntake(deps, { file, answer: denied(refusalText(found.refusal).message) });
  const killed: string[] = [];
  const wasOver: string[] = [];
  const by = `session:${session.id}`;
  for (const { id: sessionId } of found.value) {
    const ended = await killSession({ ...deps, by }, { sessionId, reason });
    if (!ended.ok) return commitIntake(deps, { file, answer: denied(refusalText(ended.refusal).message) });
    (ended.value.is === 'was-over' ? wasOver : killed).push(sessionId);
  }
  const lines = [...killed.map((id) => `killed: ${id}`), ...wasOver.map((id) => `was over already: ${id}`)];
  return commitIntake(deps, { file, answer: said(lines.join('\n'), { killed, was_over: wasOver }) });
}

export const killBelowVerb = verb({
  name: 'session.kill-below',
  summary: 'Kill sessions that yours has started',
  asks: 'agent',
  reads: false,
  input: KillBelow,
  answer: async () => (await import('../../contract/answer/family.ts')).KilledBelowAnswer,
  run: onlyInAttempt('kill'),
  intake: intakeKill,
  json: (killed: KilledBelow) => killed,
});

import type { AskedQuestionAnswer } from '../../contract/answer/question.ts';
import { AskQuestion } from '../../contract/question.ts';
import { wordQuestion } from '../../domain/question/kinds.ts';
import type { Refusal } from '../../domain/refusal.ts';
import {
  type AgentRequest,
  type AskingOutcome,
  commitIntake,
  denied,
  intakeWrites,
  onlyInAttempt,
} from '../asking/request.ts';
import type { VerbDeps } from '../deps.ts';
import { openDraft } from '../draft.ts';
import { denyQuota, quotaWrite } from '../session/use-quota.ts';
import { verb } from '../verb.ts';
import { draftAsk } from './draft-question.ts';
import { enterWaiting } from './enter-waiting.ts';

type AskDeps = Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'config'> &
  Readonly<{ wordRefusal: (refusal: Refusal) => string }>;

/** Puts an agent's question to the person. The session waits; the answer goes back to the agent. */
async function intakeQuestion(deps: AskDeps, asking: AgentRequest<AskQuestion>): Promise<AskingOutcome> {
  const { session, file, input } = asking;
  const draft = openDraft(session, [], { at: deps.clock.now(), by: `session:${session.id}` });
  if (!enterWaiting(draft)) {
    return commitIntake(deps, {
      file,
      answer: denied(`no answer can reach you any more: the session is ${session.state}`),
    });
  }
  draftAsk(draft, wordQuestion('ask', { ...input, key: file.key }), {
    sessionId: session.id,
    attempt: file.attempt,
    key: file.key,
    hash: deps.ids.hash,
  });
  draft.writes.push(quotaWrite(deps, session, 'questions'), ...intakeWrites(deps, file, 'later'));
  const result = await deps.store.commit(draft.writes);
  if (result.saved) return 'later';
  return result.why === 'over-quota' ? denyQuota(deps, asking, result) : 'moved';
}

export const askQuestionVerb = verb({
  name: 'question.ask',
  summary: 'Ask a person and wait for the answer',
  asks: 'agent',
  reads: false,
  input: AskQuestion,
  answer: async () => (await import('../../contract/answer/question.ts')).AskedQuestionAnswer,
  run: onlyInAttempt('ask'),
  intake: intakeQuestion,
  json: (asked: AskedQuestionAnswer) => asked,
});

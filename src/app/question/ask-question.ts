import type { AskedQuestionAnswer } from '../../contract/answer/question.ts';
import { AskQuestion } from '../../contract/question.ts';
import { wordQuestion } from '../../domain/question/kinds.ts';
import {
  type AgentRequest,
  type AskingOutcome,
  commitIntake,
  denied,
  onlyInAttempt,
} from '../asking/request.ts';
import type { VerbDeps } from '../deps.ts';
import { type Draft, draftStep, openDraft } from '../draft.ts';
import { verb } from '../verb.ts';
import { draftAsk } from './draft-question.ts';

type AskDeps = Pick<VerbDeps, 'store' | 'clock' | 'ids'>;

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
  return commitIntake(deps, { file, answer: 'later', writes: draft.writes });
}

// A question may be the first thing that is heard of an agent.
function enterWaiting(draft: Draft): boolean {
  if (draft.session.state === 'starting') draftStep(draft, 'heard', { note: 'by its question' });
  const { state } = draft.session;
  if (state === 'waiting') draft.writes.push({ kind: 'touch-session', session: draft.session });
  if (state === 'working' || state === 'idle') draftStep(draft, 'asked', { note: 'by the agent' });
  return draft.session.state === 'waiting';
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

import type { InterruptedSessionAnswer } from '../../contract/answer/interrupt.ts';
import { type InterruptMarker, InterruptSelf } from '../../contract/session.ts';
import { wordQuestion } from '../../domain/question/kinds.ts';
import { stepSession } from '../../domain/session/session.ts';
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
import { openDraft } from '../draft.ts';
import { verb } from '../verb.ts';
import { draftInterrupt } from './draft-interrupt.ts';

const WITHOUT_WORDS = 'the agent calls for a person, without a word';

const WORDS: Readonly<Record<InterruptMarker, (text: string) => string>> = {
  interrupt: (text) => text,
  error: (text) => `The agent reports an error: ${text}`,
  'quality-gate': (text) => `The agent says that its quality gate failed: ${text}`,
};

/** The agent stops its own work: it is ended gently, and the answer of a person is its next prompt. */
async function intakeInterrupt(
  deps: Pick<VerbDeps, 'store' | 'clock' | 'ids'>,
  { session, file, input }: AgentRequest<InterruptSelf>,
): Promise<AskingOutcome> {
  if (!stepSession(session, 'interrupt', { at: 0 }).ok) {
    const answer = denied(`no answer can reach you any more: the session is ${session.state}`);
    return commitIntake(deps, { file, answer });
  }
  const draft = openDraft(session, [], { at: deps.clock.now(), by: `session:${session.id}` });
  const text = WORDS[input.marker](input.text.trim() || WITHOUT_WORDS);
  const question = draftInterrupt(draft, wordQuestion('interrupt', { text }), deps.ids.hash);
  const answer = said('a person is asked; stop here, the answer comes as your next prompt', {
    ...sessionStateJson(draft.session),
    question_id: question.id,
  } satisfies InterruptedSessionAnswer);
  return commitIntake(deps, { file, answer, writes: draft.writes });
}

export const interruptSelfVerb = verb({
  name: 'session.interrupt-self',
  summary: 'Interrupt the asking session until a person answers',
  asks: 'agent',
  reads: false,
  input: InterruptSelf,
  answer: async () => (await import('../../contract/answer/interrupt.ts')).InterruptedSessionAnswer,
  run: onlyInAttempt('interrupt'),
  intake: intakeInterrupt,
  json: (interrupted: InterruptedSessionAnswer) => interrupted,
});

import type { InterruptMarker } from '../../contract/asking.ts';
import { wordQuestion } from '../../domain/question/kinds.ts';
import { stepSession } from '../../domain/session/session.ts';
import type { VerbDeps } from '../deps.ts';
import { openDraft } from '../draft.ts';
import { draftInterrupt } from '../session/draft-interrupt.ts';
import { type Asking, type AskingOutcome, denied, said, takeIn } from './request.ts';

const WITHOUT_WORDS = 'the agent calls for a person, without a word';

const WORDS: Readonly<Record<InterruptMarker, (text: string) => string>> = {
  interrupt: (text) => text,
  error: (text) => `The agent reports an error: ${text}`,
  'quality-gate': (text) => `The agent says that its quality gate failed: ${text}`,
};

/** The agent stops its own work: it is ended gently, and the answer of a person is its next prompt. */
export async function takeInterrupt(
  deps: Pick<VerbDeps, 'store' | 'clock' | 'ids'>,
  { session, file, request }: Asking<'interrupt'>,
): Promise<AskingOutcome> {
  if (!stepSession(session, 'interrupt', { at: 0 }).ok) {
    const answer = denied(`nobody can answer any more: the session is ${session.state}`);
    return takeIn(deps, { file, answer });
  }
  const draft = openDraft(session, [], { at: deps.clock.now(), by: `session:${session.id}` });
  const text = WORDS[request.marker](request.text.trim() || WITHOUT_WORDS);
  draftInterrupt(draft, wordQuestion('interrupt', { text }), deps.ids.hash);
  const answer = said('a person is asked; stop here, the answer comes as your next prompt');
  return takeIn(deps, { file, answer, writes: draft.writes });
}

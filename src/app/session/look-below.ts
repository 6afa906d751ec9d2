import * as z from 'zod/mini';
import { SessionName } from '../../contract/id.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { refusalText } from '../../views/refusal-text.ts';
import { renderSessionStatus, sessionStatusJson } from '../../views/session-status.ts';
import { styleFor } from '../../views/style.ts';
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
import { type Family, findBelow } from './family.ts';

const LOOKS = ['status', 'result', 'logs'] as const;
/** The last so many characters of an output: an agent reads all of the answer. */
const OUTPUT_SHOWN = 50_000;

const LookBelow = z.object({ sessionId: SessionName, what: z.enum(LOOKS) });
type LookBelow = z.infer<typeof LookBelow>;
type Look = Readonly<{ text: string; value: unknown }>;

/** How each of them is asked, and read. */
const LOOK: Readonly<Record<LookBelow['what'], (family: Family, id: string) => Promise<Outcome<Look>>>> = {
  async status({ show }, sessionId) {
    const view = await show({ sessionId });
    if (!view.ok) return view;
    return accept({
      text: renderSessionStatus(view.value, styleFor(false)),
      value: sessionStatusJson(view.value),
    });
  },
  async result({ readResult }, sessionId) {
    const result = await readResult({ sessionId });
    if (!result.ok) return result;
    const { text, source } = result.value;
    return accept({ text, value: { session_id: sessionId, source, text } });
  },
  async logs({ readOutput }, sessionId) {
    const output = await readOutput({ sessionId, most: OUTPUT_SHOWN });
    if (!output.ok) return output;
    const { text, cut } = output.value;
    return accept({ text, value: { session_id: sessionId, text, cut_characters: cut } });
  },
};

/** Where the rows are hidden from an agent, it is shown what is below its own session. */
async function intakeLook(
  deps: AskingDeps,
  { session, file, input: { sessionId, what } }: AgentRequest<LookBelow>,
): Promise<AskingOutcome> {
  const found = await findBelow(deps, session, { name: sessionId, verb: what });
  const look = found.ok ? await LOOK[what](deps.family, found.value.id) : found;
  const answer = look.ok
    ? said(look.value.text, look.value.value)
    : denied(refusalText(look.refusal).message);
  return commitIntake(deps, { file, answer });
}

export const lookBelowVerb = verb({
  name: 'session.look',
  summary: 'Look at a session that yours has started: its status, its result or its output',
  asks: 'agent',
  reads: true,
  input: LookBelow,
  answer: async () => (await import('../../contract/answer/family.ts')).LookBelowAnswer,
  run: onlyInAttempt('status'),
  intake: intakeLook,
  json: (looked: Readonly<Record<string, unknown>>) => looked,
});

import type { Refusal } from '../../domain/refusal.ts';
import type { VerbDeps } from '../deps.ts';
import { sendMessage } from '../send-message.ts';
import { type Asking, type AskingOutcome, denied, said, takeIn, takenIn } from './asking.ts';

type SendDeps = Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'poke'> &
  Readonly<{ wordRefusal: (refusal: Refusal) => string }>;

/** Carries an agent's message to another session, or to the person. */
export async function takeSend(
  deps: SendDeps,
  { session, file, request }: Asking<'send'>,
): Promise<AskingOutcome> {
  const answer = said(`queued for ${request.to}`);
  const sent = await sendMessage(
    { ...deps, by: `session:${session.id}` },
    { to: request.to, body: request.body, steer: request.steer },
    [takenIn(deps, file, answer)],
  );
  if (sent.ok) return answer;
  if (sent.refusal.code === 'moved-meanwhile') return 'moved';
  return takeIn(deps, { file, answer: denied(deps.wordRefusal(sent.refusal)) });
}

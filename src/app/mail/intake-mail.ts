import type { SentMail } from '../../domain/mail/report.ts';
import { accept } from '../../domain/outcome.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { sentMailJson } from '../../views/mail-json.ts';
import { renderSentMail } from '../../views/mail-list.ts';
import { styleFor } from '../../views/style.ts';
import {
  type AgentRequest,
  type AskingOutcome,
  commitIntake,
  denied,
  intakeWrites,
  said,
} from '../asking/request.ts';
import { actorOfSession } from '../participant/find-self.ts';
import { denyQuota } from '../session/use-quota.ts';
import { type AddMailDeps, addMail, type NewMail } from './add-mail.ts';

export type AskingMailDeps = AddMailDeps & Readonly<{ wordRefusal: (refusal: Refusal) => string }>;

/** Sends what the agent of a session asked for, exactly once. */
export async function intakeMail(
  deps: AskingMailDeps,
  { session, file }: Pick<AgentRequest<unknown>, 'session' | 'file'>,
  wanted: NewMail,
): Promise<AskingOutcome> {
  const answerOf = (sent: SentMail) => said(renderSentMail(sent, styleFor(false)), sentMailJson(sent));
  const sent = await addMail(deps, async () => accept(actorOfSession(session)), {
    ...wanted,
    more: (mail) => intakeWrites(deps, file, answerOf(mail)),
  });
  if (sent.ok) return answerOf(sent.value);
  if (sent.refusal.code === 'quota-spent') return denyQuota(deps, { session, file }, sent.refusal);
  if (sent.refusal.code === 'moved-meanwhile') return 'moved';
  return commitIntake(deps, { file, answer: denied(deps.wordRefusal(sent.refusal)) });
}

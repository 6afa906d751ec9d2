import { SendMail } from '../../contract/mail.ts';
import type { SentMail } from '../../domain/mail/report.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { sentMailJson } from '../../views/mail-json.ts';
import type { AgentRequest, AskingOutcome } from '../asking/request.ts';
import { requireActor } from '../participant/find-self.ts';
import { verb } from '../verb.ts';
import { addMail } from './add-mail.ts';
import { type AskingMailDeps, intakeMail } from './intake-mail.ts';
import type { MailDeps } from './mail-deps.ts';

const sendMail = (deps: MailDeps, input: SendMail): Promise<Outcome<SentMail>> =>
  addMail(deps, () => requireActor(deps), { ...input, replyTo: null });

const intakeSend = (deps: AskingMailDeps, request: AgentRequest<SendMail>): Promise<AskingOutcome> =>
  intakeMail(deps, request, { ...request.input, replyTo: null });

export const sendMailVerb = verb({
  name: 'mail.send',
  summary: 'Send a mail to other participants',
  asks: 'anyone',
  reads: false,
  input: SendMail,
  answer: async () => (await import('../../contract/answer/mail.ts')).SentMailAnswer,
  run: sendMail,
  intake: intakeSend,
  json: sentMailJson,
});

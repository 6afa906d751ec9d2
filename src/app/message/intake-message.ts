import type { SentMessageAnswer } from '../../contract/answer/message.ts';
import type { AskingAnswer } from '../../contract/asking.ts';
import type { SendMessage } from '../../contract/message.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Blobs } from '../../runtime/files/blobs.ts';
import { parkingJson, parkingText } from '../../views/parking.ts';
import {
  type AgentRequest,
  type AskingOutcome,
  commitIntake,
  denied,
  intakeWrites,
  said,
} from '../asking/request.ts';
import type { VerbDeps } from '../deps.ts';
import { findUnsettled } from '../note/unsettled.ts';
import type { RoleOpenings } from '../run/role-openings.ts';
import { type PostedMessage, routeMessage } from '../run/route-message.ts';
import { denyQuota, quotaWrite } from '../session/use-quota.ts';
import { addMessage } from './add-message.ts';

export type IntakeMessageDeps = Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'poke' | 'config'> &
  Readonly<{ wordRefusal: (refusal: Refusal) => string; blobs: Blobs; openings: RoleOpenings }>;

type Sending = AgentRequest<SendMessage>;

/** Carries an agent's message to another role of its run, to another session, or to the person. */
export async function intakeMessage(deps: IntakeMessageDeps, sending: Sending): Promise<AskingOutcome> {
  const { session, file, input } = sending;
  const { to, body, content } = input;
  if (session.runId !== null && (content !== undefined || (await isRole(deps, sending)))) {
    const routed = content ?? { type: 'question', body };
    return intakeRouted(deps, { session, file, to: to ?? null, content: routed });
  }
  if (content !== undefined) {
    return commitIntake(deps, {
      file,
      answer: denied('a message with a type travels between the roles of a run'),
    });
  }
  if (to === undefined) return commitIntake(deps, { file, answer: denied('it does not say who it is for') });
  return intakePlain(deps, sending, to);
}

async function isRole({ store }: IntakeMessageDeps, { session, input }: Sending): Promise<boolean> {
  const memory = await store.findRunMemory(session.runId ?? '');
  return memory?.definition.roles.some(({ name }) => name === input.to) ?? false;
}

/** Messages by which a role says that its work is done. */
const FINISHED: ReadonlySet<unknown> = new Set(['result', 'artifact']);
const handsOver = (content: unknown): boolean =>
  FINISHED.has((Object(content) as Readonly<{ type?: unknown }>).type);

type RoutedMessage = Pick<Sending, 'session' | 'file'> &
  Pick<PostedMessage, 'to' | 'content' | 'problem' | 'envelope'>;

/** Into the run. Words without a type change nothing there: they are a question to the other. */
export async function intakeRouted(deps: IntakeMessageDeps, routed: RoutedMessage): Promise<AskingOutcome> {
  const { session, file, to, content, problem = null, envelope = null } = routed;
  const unsettled = handsOver(content) ? await findUnsettled(deps.store, session) : null;
  if (unsettled !== null) {
    const answer = denied(`not handed over yet, notes are not settled:\n${unsettled}`);
    return commitIntake(deps, { file, answer });
  }
  const id = `m-${deps.ids.hash(file.key).slice(0, 12)}`;
  const answerTo = (why: string | null): AskingAnswer =>
    why === null
      ? said(to === null ? 'taken in' : `on its way to ${to}`, sentJson(id, to))
      : denied(`not sent, but kept: ${why}`);
  const routing = await routeMessage(deps, {
    session,
    id,
    to,
    content,
    problem,
    envelope,
    taken: (why) => [quotaWrite(deps, session, 'messages'), ...intakeWrites(deps, file, answerTo(why))],
  });
  if (routing.is === 'quota-spent') return denyQuota(deps, { session, file }, routing);
  if (routing.is === 'moved') return 'moved';
  if (routing.is === 'over') return commitIntake(deps, { file, answer: denied('the run is over') });
  return answerTo(routing.is === 'dead-letter' ? routing.why : null);
}

async function intakePlain(
  deps: IntakeMessageDeps,
  { session, file, input: { body, steer } }: Sending,
  to: string,
): Promise<AskingOutcome> {
  const id = deps.ids.uuid();
  const target = await deps.store.findSession(to);
  const waits = target ? parkingText(target) : null;
  const parked = target ? parkingJson(target) : null;
  const answer = said(`queued for ${to}${waits === null ? '' : `, which is ${waits}`}`, {
    ...sentJson(id, to),
    parked,
  });
  const by = `session:${session.id}`;
  const sent = await addMessage({ ...deps, by }, { id, to, body, steer }, [
    quotaWrite(deps, session, 'messages'),
    ...intakeWrites(deps, file, answer),
  ]);
  if (sent.ok) return answer;
  if (sent.refusal.code === 'quota-spent') return denyQuota(deps, { session, file }, sent.refusal);
  if (sent.refusal.code === 'moved-meanwhile') return 'moved';
  return commitIntake(deps, { file, answer: denied(deps.wordRefusal(sent.refusal)) });
}

const sentJson = (id: string, to: string | null): SentMessageAnswer => ({
  message_id: id,
  to,
  continues: null,
  receipt: 'queued',
  parked: null,
});

import type { AskingAnswer } from '../../contract/asking.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Blobs } from '../../runtime/files/blobs.ts';
import type { VerbDeps } from '../deps.ts';
import { sendMessage } from '../message/send-message.ts';
import { type Posted, routeMessage } from '../run/route-message.ts';
import { type Asking, type AskingOutcome, denied, said, takeIn, takenIn } from './request.ts';

export type SendDeps = Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'poke' | 'config'> &
  Readonly<{ wordRefusal: (refusal: Refusal) => string; blobs: Blobs }>;

/** Carries an agent's message to another role of its run, to another session, or to the person. */
export async function takeSend(deps: SendDeps, asking: Asking<'send'>): Promise<AskingOutcome> {
  const { session, request } = asking;
  if (session.runId !== null && (request.content !== undefined || (await isRole(deps, asking)))) {
    const { to = null, body, content = { type: 'question', body } } = request;
    return takeRouted(deps, { ...asking, to, content });
  }
  if (request.content !== undefined) {
    return takeIn(deps, {
      ...asking,
      answer: denied('a message with a type travels between the roles of a run'),
    });
  }
  if (request.to === undefined)
    return takeIn(deps, { ...asking, answer: denied('it does not say who it is for') });
  return takePlain(deps, asking, request.to);
}

async function isRole({ store }: SendDeps, { session, request }: Asking<'send'>): Promise<boolean> {
  const memory = await store.findRunMemory(session.runId ?? '');
  return memory?.definition.roles.some(({ name }) => name === request.to) ?? false;
}

type Routed = Pick<Asking<'send'>, 'session' | 'file'> &
  Pick<Posted, 'to' | 'content' | 'problem' | 'envelope'>;

/** Into the run. Words without a type change nothing there: they are a question to the other. */
export async function takeRouted(deps: SendDeps, routed: Routed): Promise<AskingOutcome> {
  const { session, file, to, content, problem = null, envelope = null } = routed;
  const answerTo = (why: string | null): AskingAnswer =>
    why === null
      ? said(to === null ? 'taken in' : `on its way to ${to}`)
      : denied(`not sent, but kept: ${why}`);
  const routing = await routeMessage(deps, {
    session,
    id: `m-${deps.ids.hash(file.key).slice(0, 12)}`,
    to,
    content,
    problem,
    envelope,
    taken: (why) => takenIn(deps, file, answerTo(why)),
  });
  if (routing.is === 'moved') return 'moved';
  if (routing.is === 'over') return takeIn(deps, { file, answer: denied('the run is over') });
  return answerTo(routing.is === 'dead-letter' ? routing.why : null);
}

async function takePlain(
  deps: SendDeps,
  { session, file, request }: Asking<'send'>,
  to: string,
): Promise<AskingOutcome> {
  const answer = said(`queued for ${to}`);
  const sent = await sendMessage(
    { ...deps, by: `session:${session.id}` },
    { to, body: request.body, steer: request.steer },
    takenIn(deps, file, answer),
  );
  if (sent.ok) return answer;
  if (sent.refusal.code === 'moved-meanwhile') return 'moved';
  return takeIn(deps, { file, answer: denied(deps.wordRefusal(sent.refusal)) });
}

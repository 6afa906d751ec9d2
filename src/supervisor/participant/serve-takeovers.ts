import { newMailId } from '../../app/mail/add-mail.ts';
import { draftMail } from '../../app/mail/draft-mail.ts';
import { listParties } from '../../app/mail/list-parties.ts';
import { endStale } from '../../app/participant/end-stale.ts';
import type { ExpireDeps } from '../../app/participant/expire-silent.ts';
import { listTakeovers } from '../../app/participant/list-takeovers.ts';
import { draftDelivered, draftWithdrawn, type QuestionDraft } from '../../app/question/draft-question.ts';
import { type Mail, SWARM } from '../../domain/mail/mail.ts';
import type { Participant } from '../../domain/participant/participant.ts';
import { STALE_MS } from '../../domain/participant/presence.ts';
import { decideTakeoverMove } from '../../domain/participant/takeover-question.ts';
import { holderOf } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import type { Write } from '../../store/store.ts';
import type { RoundDeps } from '../deps.ts';

export type ServeTakeoverDeps = ExpireDeps & Pick<RoundDeps, 'ids' | 'poke'>;

/** A word of the holder is seen after this at the latest. */
const LOOK_AGAIN_MS = 30_000;

/** Closes questions about holders that have stirred, and obeys the answers. Says when to look again. */
export async function serveTakeovers(deps: ServeTakeoverDeps): Promise<readonly number[]> {
  for (const question of await listTakeovers(deps.store)) await serve(deps, question);
  const left = await listTakeovers(deps.store);
  return left.length === 0 ? [] : [deps.clock.now() + LOOK_AGAIN_MS];
}

async function serve(deps: ServeTakeoverDeps, question: Question): Promise<void> {
  const holder = await deps.store.findParticipant(holderOf(question)?.holder ?? '');
  switch (decideTakeoverMove(question, holder)) {
    case 'rest':
      return;
    case 'withdraw':
      return withdraw(deps, question);
    case 'settle':
      return commit(deps, (draft) => draftDelivered(draft, question));
    case 'take-over':
      if (holder) await takeOver(deps, question, holder);
  }
}

const withdraw = (deps: ServeTakeoverDeps, question: Question): Promise<void> =>
  commit(deps, (draft) => draftWithdrawn(draft, [question], 'the holder has stirred, or is gone'));

async function commit(deps: ServeTakeoverDeps, fill: (draft: QuestionDraft) => void): Promise<void> {
  const draft = openDraft(deps);
  fill(draft);
  await deps.store.commit(draft.writes);
}

const openDraft = ({ clock, by }: ServeTakeoverDeps): QuestionDraft => ({ writes: [], at: clock.now(), by });

/** The answer counts as delivered in the commit that ends the holder, so it is obeyed once. */
async function takeOver(deps: ServeTakeoverDeps, question: Question, holder: Participant): Promise<void> {
  const draft = openDraft(deps);
  draftDelivered(draft, question);
  const by = question.answeredBy ?? deps.by;
  const told = await draftNews(deps, question, holder);
  const ended = await endStale(deps, holder, {
    event: 'take-over',
    quietMs: STALE_MS,
    by,
    note: `${holder.id} was taken over, as a person answered`,
    takenBy: by,
    writes: [...draft.writes, ...told.writes],
  });
  if (ended === 'stale') return;
  if (!ended.ok) return withdraw(deps, question);
  if (told.sessionId !== null) await deps.poke(told.sessionId);
}

type News = Readonly<{ writes: readonly Write[]; sessionId: string | null }>;

/** The one who wanted what is free now is told, if it is still there. */
async function draftNews(deps: ServeTakeoverDeps, question: Question, { id }: Participant): Promise<News> {
  const wantedBy = holderOf(question)?.wantedBy;
  const party = (await listParties(deps.store)).find((one) => one.id === wantedBy);
  if (!party) return { writes: [], sessionId: null };
  const mail = newsMail(deps, { to: party.id, holder: id });
  const drafted = { mail, wholeBody: mail.body, recipients: [party], sessionId: null, remindAt: null };
  return { writes: await draftMail(deps, drafted), sessionId: party.session?.id ?? null };
}

function newsMail(
  { ids, clock }: ServeTakeoverDeps,
  { to, holder }: Readonly<{ to: string; holder: string }>,
): Mail {
  const id = newMailId(ids);
  return {
    id,
    threadId: id,
    from: SWARM,
    fromDisplay: 'Swarm',
    to: [to],
    subject: `${holder} was taken over`,
    body: `What ${holder} held is free now. Reserve or claim what you need of it.`,
    bodySha256: null,
    importance: 'normal',
    isAckWanted: false,
    replyTo: null,
    createdAt: clock.now(),
  };
}

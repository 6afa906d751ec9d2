import type { Participant } from '../../domain/participant/participant.ts';
import { PARTICIPANTS_KEY } from '../../domain/participant/participants-key.ts';
import { STALE_MS, statusAt } from '../../domain/participant/presence.ts';
import { decideTakeoverAsk } from '../../domain/participant/takeover-question.ts';
import { wordQuestion } from '../../domain/question/kinds.ts';
import { displayName } from '../../views/participant-name.ts';
import type { VerbDeps } from '../deps.ts';
import { draftAsk, type QuestionDraft } from '../question/draft-question.ts';
import { lookAtStale } from './end-stale.ts';
import type { EvidenceDeps } from './gather-evidence.ts';
import { listPresences } from './list-presences.ts';

export type AskTakeoverDeps = EvidenceDeps & Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'poke'>;

export type Want = Readonly<{ holder: string; wantedBy: string; wants: readonly string[] }>;

/**
 * Asks a person whether a participant that is quiet in every way, and holds what another one wants, may be
 * taken over: one question for each holder and silence. Sessions are never asked about.
 */
export async function askTakeover(deps: AskTakeoverDeps, want: Want): Promise<void> {
  const at = deps.clock.now();
  const holder = await deps.store.findParticipant(want.holder);
  if (!holder || holder.id === want.wantedBy || statusAt(holder, at) !== 'stale') return;
  const number = decideTakeoverAsk(holder, await deps.store.listQuestions({}), at);
  if (number === null || !(await lookAtStale(deps, holder, STALE_MS)).ok) return;
  const draft: QuestionDraft = { writes: [], at, by: want.wantedBy };
  const key = `takeover/${holder.id}/${holder.seenAt}/${number}`;
  draftAsk(draft, await wordAsk(deps, holder, { ...want, at }), { key, hash: deps.ids.hash });
  const { saved } = await deps.store.commit(draft.writes);
  if (saved) await deps.poke(PARTICIPANTS_KEY);
}

async function wordAsk(
  deps: AskTakeoverDeps,
  holder: Participant,
  { wantedBy, wants, at }: Want & { at: number },
) {
  const presence = (await listPresences(deps)).find(({ id }) => id === holder.id);
  return wordQuestion('takeover', {
    holder: holder.id,
    seenAt: holder.seenAt,
    wantedBy,
    display: displayName(holder),
    silentMs: at - holder.seenAt,
    wants,
    holds: [...(presence?.files ?? []), ...(presence?.items ?? [])],
  });
}

import { newMailId } from '../../app/mail/add-mail.ts';
import { draftMail } from '../../app/mail/draft-mail.ts';
import { listParties, type MailParty } from '../../app/mail/list-parties.ts';
import {
  type ConflictNotice,
  decideNoticeImportance,
  noticesOf,
} from '../../domain/conflict/conflict-notice.ts';
import { type Mail, SWARM } from '../../domain/mail/mail.ts';
import type { WorkConflict } from '../../runtime/workspace/work-folders.ts';
import type { Write } from '../../store/store.ts';
import { renderFiles } from '../../views/conflict-list.ts';
import { conflictWords } from '../../views/conflict-notice.ts';
import type { RoundDeps } from '../deps.ts';

const EVENT = 'work-conflict';
const REMEMBERED = 1_000;

export type TellDeps = Pick<RoundDeps, 'store' | 'clock' | 'ids' | 'by' | 'poke'>;

/** Tells both sides of each conflict by mail, once for the same files: the journal remembers which. */
export async function tellConflicts(
  deps: TellDeps,
  found: readonly WorkConflict[],
): Promise<'stale' | 'told'> {
  const told = await deps.store.listJournal({ after: 0, limit: REMEMBERED, isNewest: true, event: EVENT });
  const fresh = found.filter((one) => !told.some(({ note }) => note.endsWith(markOf(one))));
  return fresh.length === 0 ? 'told' : tell(deps, fresh);
}

const markOf = ({ key }: WorkConflict): string => `[${key}]`;

/** What was told and the mails that tell it are one commit: a crash around it tells all of it or nothing. */
async function tell(deps: TellDeps, conflicts: readonly WorkConflict[]): Promise<'stale' | 'told'> {
  const parties = new Map((await listParties(deps.store)).map((party) => [party.id, party]));
  const at = deps.clock.now();
  const notes = conflicts.flatMap((conflict) => notesOf(deps, conflict, { parties, at }));
  const writes: Write[] = [...notes];
  const woken: string[] = [];
  for (const notice of noticesOf(conflicts)) {
    const party = parties.get(notice.participantId);
    // One that has left meanwhile is told nothing.
    if (!party) continue;
    const mail = noticeMail(deps, notice, { party, at });
    const drafted = { mail, wholeBody: mail.body, recipients: [party], sessionId: null, remindAt: null };
    writes.push(...(await draftMail(deps, drafted)));
    if (party.session !== null && mail.importance === 'urgent') woken.push(party.id);
  }
  if (!(await deps.store.commit(writes)).saved) return 'stale';
  for (const id of woken) await deps.poke(id);
  return 'told';
}

type Telling = Readonly<{ parties: ReadonlyMap<string, MailParty>; at: number }>;

function notesOf({ by }: TellDeps, conflict: WorkConflict, { parties, at }: Telling): readonly Write[] {
  const [one, other] = conflict.participants;
  const mark = markOf(conflict);
  const note = `${one} and ${other} have changed what will not merge: ${renderFiles(conflict)} ${mark}`;
  return conflict.participants.map((id) => {
    const sessionId = parties.get(id)?.session?.id ?? null;
    return { kind: 'add-note', sessionId, event: EVENT, journal: { at, by, note } };
  });
}

const noticeMail = (
  { ids }: TellDeps,
  notice: ConflictNotice,
  { party, at }: Readonly<{ party: MailParty; at: number }>,
): Mail => {
  const id = newMailId(ids);
  return {
    id,
    threadId: id,
    from: SWARM,
    fromDisplay: 'Swarm',
    to: [party.id],
    ...conflictWords(notice),
    bodySha256: null,
    importance: decideNoticeImportance(party.session),
    isAckWanted: false,
    replyTo: null,
    createdAt: at,
  };
};

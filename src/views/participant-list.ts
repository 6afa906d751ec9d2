import type { ParticipantAnswer, ParticipantListAnswer } from '../contract/answer/participant.ts';
import type { Presence, PresenceStatus } from '../domain/participant/presence.ts';
import { displayName as sessionDisplayName } from '../domain/preflight/session-name.ts';
import { shortLine } from './one-line.ts';
import type { Style } from './style.ts';
import { renderTable } from './table.ts';
import { renderInstant, renderInstantOrNull, renderMinute } from './time.ts';

const CELL_LETTERS = 40;
const SECOND_MS = 1_000;
const PAINTS: Readonly<Record<PresenceStatus, keyof Style>> = {
  active: 'green',
  stale: 'yellow',
  ended: 'dim',
};

/** `BlueLake (session 10:30)` */
export const displayName = ({ baseName, joinedAt }: Pick<Presence, 'baseName' | 'joinedAt'>): string =>
  sessionDisplayName(baseName, joinedAt);

export function renderParticipants(presences: readonly Presence[], style: Style): string {
  if (presences.length === 0) return 'No one is at work here\n';
  const rows = presences.map((one) => [
    one.id,
    { text: one.status, paint: style[PAINTS[one.status]] },
    renderMinute(one.seenAt),
    shortLine(one.track ?? '-', CELL_LETTERS),
    shortLine(one.items.join(', ') || '-', CELL_LETTERS),
    shortLine(one.files.join(', ') || '-', CELL_LETTERS),
  ]);
  return renderTable([['PARTICIPANT', 'STATUS', 'LAST SEEN', 'TRACK', 'ITEMS', 'FILES'], ...rows]);
}

export function renderParticipant(one: Presence, style: Style): string {
  const lines: readonly (readonly [string, string | null])[] = [
    ['Participant', one.id],
    ['Shown as', displayName(one)],
    ['Status', style[PAINTS[one.status]](one.status)],
    ['Track', one.track],
    ['Agent CLI', one.cli],
    ['Folder', one.workDir],
    ['Items', one.items.join(', ') || null],
    ['Files', one.files.join(', ') || null],
  ];
  return lines
    .flatMap(([name, text]) =>
      text === null ? [] : [`${name.padEnd(12)}${shortLine(text, LINE_LETTERS)}\n`],
    )
    .join('');
}
const LINE_LETTERS = 400;

export const participantJson = (one: Presence): ParticipantAnswer => ({
  id: one.id,
  display: displayName(one),
  base_agent: one.baseName,
  created_ts: Math.floor(one.joinedAt / SECOND_MS),
  track: one.track,
  beads_claimed: [...one.items],
  files_reserved: [...one.files],
  last_heartbeat: Math.floor(one.seenAt / SECOND_MS),
  status: one.status,
  kind: one.kind,
  session_id: one.kind === 'session' ? one.id : null,
  cli: one.cli,
  work_dir: one.workDir,
  created_at: renderInstant(one.joinedAt),
  last_seen_at: renderInstant(one.seenAt),
  ended_at: renderInstantOrNull(one.endedAt),
  end_reason: one.endReason,
  taken_by: one.takenBy,
});

export const participantListJson = (presences: readonly Presence[]): ParticipantListAnswer => ({
  participants: presences.map(participantJson),
});

import type { Presence, PresenceStatus } from '../domain/participant/presence.ts';
import { shortLine } from './one-line.ts';
import { displayName } from './participant-name.ts';
import type { Style } from './style.ts';
import { renderTable } from './table.ts';
import { renderMinute } from './time.ts';

const CELL_LETTERS = 40;
const PAINTS: Readonly<Record<PresenceStatus, keyof Style>> = {
  active: 'green',
  stale: 'yellow',
  ended: 'dim',
};

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

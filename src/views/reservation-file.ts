import { type CaseRule, parseGlob } from '../domain/reservation/glob.ts';
import { globRegex } from '../domain/reservation/glob-regex.ts';
import { oneLine } from './one-line.ts';
import { renderClock, renderZone } from './time.ts';

/** A reservation as the hooks of tool calls and commits know it. */
export type DrawnReservation = Readonly<{
  glob: string;
  /** Null: as long as its holder is at work. */
  expiresAt: number | null;
  createdAt: number;
  holderId: string;
  /** How people know the holder. */
  holder: string;
  conversationId: string | null;
  pid: number | null;
}>;

export type HookMode = 'warn' | 'block';

/** The file that the hooks read: what to do, and a line for each reservation. */
export const renderReservationFile = (
  mode: HookMode,
  held: readonly DrawnReservation[],
  rule: CaseRule,
): string => [`swarm-reservations\t${mode}`, ...held.flatMap((one) => lineOf(one, rule)), ''].join('\n');

function lineOf(held: DrawnReservation, rule: CaseRule): string[] {
  const read = parseGlob(held.glob, rule);
  if (!read.ok) return [];
  const fields = [
    held.expiresAt === null ? '-' : Math.ceil(held.expiresAt / 1_000),
    held.holderId,
    held.conversationId ?? '-',
    held.pid ?? '-',
    held.holder,
    `${renderClock(held.createdAt).slice(0, -':42'.length)} ${renderZone(held.createdAt)}`,
    held.glob,
    globRegex(read.glob),
  ];
  return [fields.map((field) => oneLine(String(field)).replaceAll('\t', ' ')).join('\t')];
}

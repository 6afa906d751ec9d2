import type { DetectedSession } from '../domain/preflight/detect-sessions.ts';
import type { Conflict, ConflictKind } from '../domain/preflight/find-conflicts.ts';
import { type BoxStyle, renderBox } from './preflight-box.ts';
import { conflictText } from './preflight-sentence.ts';

const MINUTE_MS = 60_000;

type TextStyle = Readonly<{ now: number; box: BoxStyle }>;

/** The box of those that are at work; one line where there is none. */
export function renderSessions(sessions: readonly DetectedSession[], { now, box }: TextStyle): string {
  if (sessions.length === 0) return 'no active sessions\n';
  const lines = sessions.flatMap((session) => [...sessionLines(session, now), '']);
  return renderBox('ACTIVE SESSIONS', ['', ...lines], box);
}

function sessionLines(session: DetectedSession, now: number): readonly string[] {
  const { display, isStale, track, seenAt } = session;
  const minutes = minutesSince(seenAt, now);
  const headline = isStale ? `🟡 ${display} - stale (${minutes} min)` : `🟢 ${display} - active`;
  return [
    headline,
    ...(track === null ? [] : [`   Track: ${track}`]),
    ...(session.items.length === 0 ? [] : [`   Beads: ${renderItems(session.items)}`]),
    ...(session.files.length === 0 ? [] : [`   Files: ${session.files.join(', ')}`]),
    ...(isStale ? [] : [`   Last seen: ${minutes === 0 ? 'just now' : `${minutes} min ago`}`]),
  ];
}

const minutesSince = (at: number, now: number): number => Math.max(0, Math.floor((now - at) / MINUTE_MS));
const renderItems = (items: readonly string[]): string =>
  items.map((item) => `${item} (in_progress)`).join(', ');

const TITLES: Readonly<Record<ConflictKind, string>> = {
  track: 'TRACK CONFLICT',
  files: 'FILE CONFLICT',
  items: 'BEAD CONFLICT',
};

/** `options`: the choices below, where someone is asked. */
export function renderConflicts(
  conflicts: readonly Conflict[],
  { box, options }: Readonly<{ box: BoxStyle; options: readonly string[] }>,
): string {
  const lines = conflicts.flatMap((conflict) => [
    `⚠️  ${TITLES[conflict.kind]}`,
    `    ${conflictText(conflict)}`,
    '',
  ]);
  const choices = options.length === 0 ? [] : ['Options:', ...options];
  return renderBox('CONFLICTS DETECTED', ['', ...lines, ...choices], box);
}

/** The box about one session that was not heard of for long. */
export function renderStale(
  { display, seenAt, files, items }: DetectedSession,
  { now, box, options }: TextStyle & Readonly<{ options: readonly string[] }>,
): string {
  const lines = [
    '',
    `${display} inactive for ${minutesSince(seenAt, now)} minutes`,
    '',
    ...(files.length === 0 ? [] : [`Reserved files: ${files.join(', ')}`]),
    ...(items.length === 0 ? [] : [`Claimed beads: ${renderItems(items)}`]),
    ...(files.length + items.length === 0 ? [] : ['']),
    '⚠️  Warning: May have uncommitted work',
    '',
    ...options,
  ];
  return renderBox('STALE SESSION DETECTED', lines, box);
}

type Look = Readonly<{
  others: readonly DetectedSession[];
  conflicts: readonly Conflict[];
  warnings: readonly string[];
  now: number;
}>;

const IN_RECORD: BoxStyle = { columns: 80, isPlain: true };

/** All of a look as one text, for an agent. */
export const renderLook = ({ others, conflicts, warnings, now }: Look): string =>
  [
    renderSessions(others, { now, box: IN_RECORD }),
    ...(conflicts.length === 0 ? [] : [renderConflicts(conflicts, { box: IN_RECORD, options: [] })]),
    ...warnings.map((warning) => `Warning: ${warning}\n`),
  ].join('');

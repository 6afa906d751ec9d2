import * as z from 'zod/mini';
import type { DetectedSession } from '../domain/preflight/detect-sessions.ts';
import { displayName } from '../domain/preflight/session-name.ts';
import { livenessOf } from '../domain/preflight/window.ts';
import { parseJson } from './json.ts';

const Claim = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  assignee: z.string().check(z.minLength(1), z.maxLength(200)),
  updated_at: z.string(),
});

/**
 * Who has claimed work, by the list that `bd` keeps. Claims without an assignee, or of another form, are
 * passed over; null when it is no list at all.
 */
export function parseClaims(text: string, now: number): readonly DetectedSession[] | null {
  const json = parseJson(text);
  if (!json.ok || !Array.isArray(json.value)) return null;
  const held = new Map<string, { items: string[]; seenAt: number }>();
  for (const entry of json.value) {
    const read = Claim.safeParse(entry);
    const at = read.success ? Date.parse(read.data.updated_at) : Number.NaN;
    if (!read.success || Number.isNaN(at)) continue;
    const { assignee, id } = read.data;
    const known = held.get(assignee) ?? { items: [], seenAt: 0 };
    held.set(assignee, { items: [...known.items, id], seenAt: Math.min(now, Math.max(known.seenAt, at)) });
  }
  return [...held].map(([assignee, { items, seenAt }]) => ({
    id: assignee,
    base: assignee,
    display: displayName(assignee, seenAt),
    createdAt: seenAt,
    seenAt,
    isStale: livenessOf(seenAt, now) !== 'active',
    track: null,
    items,
    files: [],
  }));
}

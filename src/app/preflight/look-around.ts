import type { Presence } from '../../domain/participant/presence.ts';
import type { DetectedSession } from '../../domain/preflight/detect-sessions.ts';
import { sessionOfPresence } from '../../domain/preflight/presence-session.ts';
import { listPresences } from '../participant/list-presences.ts';
import type { Introduction, LookDeps, OutsideNews } from './preflight-deps.ts';

export type SeenKind = Presence['kind'] | 'outside';
/** One other at work, and how it is known. */
export type SeenSession = DetectedSession & Readonly<{ kind: SeenKind }>;

export type Surroundings = Readonly<{
  self: Presence | null;
  others: readonly SeenSession[];
  warnings: readonly string[];
}>;

/** Who is at work: those that this project knows, and those that programs outside tell of. */
export async function lookAround(deps: LookDeps, selfId: string | null): Promise<Surroundings> {
  const presences = await listPresences(deps);
  const self = presences.find(({ id }) => id === selfId) ?? null;
  const news = (await deps.observeOutside?.(self === null ? null : introductionOf(self))) ?? NO_NEWS;
  const outside = await readNews(news, deps.clock.now());
  const known = new Set(presences.flatMap(({ id, baseName }) => [id, baseName]));
  return {
    self,
    others: [
      ...presences
        .filter(({ id }) => id !== selfId)
        .map((one) => ({ ...sessionOfPresence(one), kind: one.kind })),
      ...outside.sessions
        .filter(({ id }) => !known.has(id))
        .map((session) => ({ ...session, kind: 'outside' as const })),
    ],
    warnings: outside.warnings,
  };
}

const NO_NEWS: OutsideNews = { inbox: null, claims: null, warnings: [] };

const introductionOf = ({ id, baseName, track, items, files }: Presence): Introduction => ({
  id,
  base: baseName,
  body: [
    `Session: ${id}`,
    `Track: ${track ?? 'none'}`,
    `Beads: ${items.join(', ') || 'none'}`,
    `Files: ${files.join(', ') || 'none'}`,
  ].join('\n'),
});

type Outside = Readonly<{ sessions: readonly DetectedSession[]; warnings: readonly string[] }>;

async function readNews({ inbox, claims, warnings }: OutsideNews, at: number): Promise<Outside> {
  // Most projects have no programs outside.
  if (inbox === null && claims === null) return { sessions: [], warnings };
  const { parseInbox } = await import('../../contract/inbox-mail.ts');
  const { parseClaims } = await import('../../contract/outside-claims.ts');
  const { detectSessions } = await import('../../domain/preflight/detect-sessions.ts');
  const mails = inbox === null ? null : parseInbox(inbox, at);
  const claimed = claims === null ? [] : parseClaims(claims, at);
  return {
    sessions: merged([...(mails?.ok ? detectSessions(mails.value.mails, at) : []), ...(claimed ?? [])]),
    warnings: [
      ...warnings,
      ...(mails?.ok === false ? [`the outside mail server: ${mails.problem}; work goes on without it`] : []),
      ...(claimed === null ? ['bd list: not a list of issues; work goes on without it'] : []),
    ],
  };
}

/** One that both tell of is one, seen when it was seen last. */
function merged(sessions: readonly DetectedSession[]): readonly DetectedSession[] {
  const byId = new Map<string, DetectedSession>();
  for (const session of sessions) {
    const known = [...byId.values()].find(({ id, base }) => id === session.id || base === session.id);
    if (!known) byId.set(session.id, session);
    else byId.set(known.id, { ...known, items: [...new Set([...known.items, ...session.items])] });
  }
  return [...byId.values()];
}

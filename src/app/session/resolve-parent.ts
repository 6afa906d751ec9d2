import { payingRace, payingRun } from '../../domain/budget/account.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Persona } from '../../domain/persona/persona.ts';
import { type Nesting, nestingOf, settleNesting } from '../../domain/session/nesting.ts';
import { isEnding, type Session } from '../../domain/session/session.ts';
import type { VerbDeps } from '../deps.ts';
import { findSession } from './find-session.ts';

/** Where a new session stands below others. */
export type Line = Readonly<{
  parent: Session | null;
  /** How many sessions its parent may start in all. */
  mostChildren: number;
  /** Its persona says so, or that of one above it, not the setting. */
  isCountOfPersona: boolean;
  depth: number;
  ancestors: readonly string[];
  payingRunId: string | null;
  payingRaceId: string | null;
  /** What it may start itself. */
  mayCreate: Nesting | null;
}>;

type Reads = Pick<VerbDeps, 'store' | 'config'>;

/** Finds the session that a new one is begun for, and whether that one may begin it. */
export async function resolveParent(
  { store, config: { limits } }: Reads,
  parentId: string | undefined,
  persona: Pick<Persona, 'mayCreate'>,
): Promise<Outcome<Line>> {
  if (parentId === undefined) return accept({ ...NO_LINE, mayCreate: mayCreateOf(persona, limits) });
  const found = await findSession(store, parentId);
  if (!found.ok) return found;
  const parent = found.value;
  if (isEnding(parent)) return refuse({ code: 'parent-over', sessionId: parent.id });
  const spec = await store.findSpec(parent.id);
  const above = { depth: parent.depth, mayCreate: spec?.mayCreate ?? null };
  const allowed = nestingOf(above, limits);
  if (allowed.depth < 1) {
    const { id: sessionId, persona: name, depth } = parent;
    return refuse({ code: 'too-deep', limit: depth, sessionId, persona: name });
  }
  return accept({
    parent,
    mostChildren: allowed.count,
    isCountOfPersona: above.mayCreate !== null && allowed.count !== limits.childrenPerSession,
    depth: parent.depth + 1,
    ancestors: [parent.id, ...parent.ancestors],
    payingRunId: payingRun(parent),
    payingRaceId: payingRace(parent),
    mayCreate: settleNesting(persona.mayCreate, above, limits),
  });
}

/** Settled now, so that a setting of this command travels with the session. */
const mayCreateOf = ({ mayCreate }: Pick<Persona, 'mayCreate'>, limits: Reads['config']['limits']): Nesting =>
  mayCreate ?? nestingOf({ depth: 0, mayCreate: null }, limits);

const NO_LINE = {
  parent: null,
  mostChildren: 0,
  isCountOfPersona: false,
  depth: 0,
  ancestors: [],
  payingRunId: null,
  payingRaceId: null,
} as const;

import { CreateSession } from '../../contract/session.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { RunMemory } from '../../domain/run/memory.ts';
import { personaOnDemand } from '../../domain/run/plan/escalation/escalation.ts';
import type { RunOrder } from '../../domain/run/program.ts';
import { noteOf } from '../draft.ts';
import type { ResolvedSession } from '../session/resolve-session.ts';
import { addRole, type ResolvedRole } from './add-role.ts';
import type { RunDraft } from './run-draft.ts';

/** What a run needs of the world to give a session to a role that has had none. */
export type RoleOpenings = Readonly<{
  resolveSession: (input: CreateSession) => Promise<Outcome<ResolvedSession>>;
  roleWorkspacePath: (runId: string, role: string) => string;
}>;

/**
 * Gives a session to each role that is to be opened and that the run has not had yet. Where one cannot have
 * any, the journal says why, and the run hears of it as of a session that is lost.
 */
export async function draftNewRoles(
  { openings }: Readonly<{ openings: RoleOpenings }>,
  draft: RunDraft,
  orders: readonly RunOrder[],
): Promise<void> {
  for (const role of newRolesOf(draft, orders)) {
    const resolved = await resolveRole(openings, draft, role);
    if (resolved.ok) addRole(openings, draft, resolved.value);
    else draftUnopened(draft, role, resolved.refusal.code);
  }
}

function draftUnopened(draft: RunDraft, role: string, why: string): void {
  const journal = noteOf(draft, `no session can be opened for ${role}: ${why}`);
  const { id: runId } = draft.run;
  draft.writes.push({ kind: 'add-note', sessionId: null, runId, event: 'role-not-opened', journal });
}

/** Roles that are to be opened and that the run has not had yet. */
const newRolesOf = (draft: RunDraft, orders: readonly RunOrder[]): readonly string[] => [
  ...new Set(
    orders.flatMap((order) =>
      order.is === 'open-session' && !draft.roles.has(order.role) ? order.role : [],
    ),
  ),
];

/** Settles a role as the start of the run would have done. */
async function resolveRole(
  { resolveSession }: RoleOpenings,
  { memory: { definition }, run }: RunDraft,
  role: string,
): Promise<Outcome<ResolvedRole>> {
  const persona = personaFor(definition, role);
  if (persona === undefined)
    return refuse({ code: 'role-unknown', role, workflow: run.workflow, known: [], near: [] });
  const cli = 'plan' in definition ? definition.cli : null;
  const input = { persona, prompt: run.goal, promptSource: 'goal', workspace: true };
  const resolved = await resolveSession(CreateSession.parse({ ...input, ...(cli === null ? {} : { cli }) }));
  return resolved.ok ? accept({ ...resolved.value, role, isThrowAway: false }) : resolved;
}

const personaFor = ({ roles }: RunMemory['definition'], role: string): string | undefined =>
  roles.find(({ name }) => name === role)?.persona ?? personaOnDemand(role);

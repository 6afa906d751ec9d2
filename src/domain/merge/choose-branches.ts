import { nearest } from '../config/nearest.ts';
import { accept, type Outcome, refuse } from '../outcome.ts';
import type { RunMemory } from '../run/memory.ts';
import { ownValue } from '../run/workflow/state.ts';
import type { RunBranch } from './merge.ts';

export type Chosen = Readonly<{
  branches: readonly RunBranch[];
  /** Branches of roles that the run went on without: presumably unfinished. */
  spared: readonly RunBranch[];
}>;

/** Which branches a merge brings: those of the roles that were named, or of all that stayed to the end. */
export function chooseBranches(
  { definition, state }: RunMemory,
  branches: readonly RunBranch[],
  roles: readonly string[],
): Outcome<Chosen> {
  const known = branches.map(({ role }) => role);
  const stranger = roles.find((role) => !known.includes(role));
  if (stranger !== undefined) {
    const near = nearest(stranger, known);
    return refuse({ code: 'role-unknown', role: stranger, workflow: definition.name, known, near });
  }
  if (roles.length > 0) {
    return accept({ branches: branches.filter(({ role }) => roles.includes(role)), spared: [] });
  }
  const isSpared = ({ role }: RunBranch): boolean => ownValue(state.roles, role) === 'spared';
  return accept({
    branches: branches.filter((branch) => !isSpared(branch)),
    spared: branches.filter(isSpared),
  });
}

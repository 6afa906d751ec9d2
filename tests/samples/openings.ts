import type { RoleOpenings } from '../../src/app/run/role-openings.ts';
import { refuse } from '../../src/domain/outcome.ts';

/** For runs whose roles are all there from the start. */
export const NO_OPENINGS: RoleOpenings = {
  resolveSession: async ({ persona: name }) =>
    refuse({ code: 'persona-not-found', name, folder: '', near: [], misplaced: null }),
  roleWorkspacePath: (runId, role) => `/w/${runId}/${role}`,
};

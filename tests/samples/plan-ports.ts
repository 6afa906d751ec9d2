import type { PlanFolders } from '../../src/runtime/plan-folder/plan-folders.ts';
import type { PlanBranches } from '../../src/runtime/workspace/plan-branches.ts';

/** Plan folders of a world without files: nothing lies in them, and what is drawn is forgotten. */
export const noPlanFolders: PlanFolders = {
  isOnePlan: false,
  hasFolder: () => false,
  readNotes: () => null,
  answerNotes: async () => {},
  rememberTaken: async () => {},
  drawNotes: async () => {},
  ensureDrawn: async () => ({ given: [], missing: [] }),
  takeOutputs: async () => ({ outputs: [], problems: [] }),
  handOutputs: async () => ({ given: [], missing: [] }),
  listOutputs: () => [],
  drawRun: async () => {},
  ensureRunFileGone: async () => {},
};

export const noPlanBranches: PlanBranches = {
  ensurePinned: async () => null,
  ensureMerged: async () => ({ is: 'had' }),
  ensureUnpinned: async () => {},
};

import { type FolderMarks, realFolderMarks } from '../../../src/runtime/project/folder-marks.ts';

/** The marks of a project without rows: nothing that has no mark is its own. */
export const marksOf = (root: string): FolderMarks =>
  realFolderMarks({ id: 'p1', root, explain: async (_, names) => names });

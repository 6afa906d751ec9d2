import type { KeptArtifact, WantedArtifact } from '../../domain/run/result/artifact.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';

/** Where one role of the run worked. */
export type RoleWorkspace = Readonly<{ role: string }> &
  Pick<Workspace, 'sessionId' | 'path' | 'branch' | 'baseCommit'>;

export type OutputOrder = Readonly<{
  runId: string;
  wanted: readonly WantedArtifact[];
  /** Of a role that had several, the last counts. */
  workspaces: readonly RoleWorkspace[];
  /**
   * The texts that go beside the artefacts, by file name, once it is known what became of those. `folder` is
   * where all of it will lie, as a person would name it.
   */
  render(kept: readonly KeptArtifact[], folder: string): Readonly<Record<string, string>>;
}>;

/** The folder with what a run produced. */
export interface Outputs {
  /**
   * Copies the artefacts and writes the texts, all of it or nothing. Twice is once: a folder that is there
   * already is replaced.
   */
  ensureWritten(order: OutputOrder): Promise<readonly KeptArtifact[]>;
}

/** A file or folder that a role's message named, and that is to be kept. */
export type WantedArtifact = Readonly<{
  messageId: string;
  role: string;
  path: string;
  summary: string;
  isApproved: boolean;
}>;

/**
 * `branch`: as committed. `workspace`: not committed. `rescue`: the same, after the workspace was put
 * away. `project`: the role has no workspace.
 */
export type ArtifactSource = 'branch' | 'workspace' | 'rescue' | 'project';

export type KeptFile = Readonly<{
  /** Inside of the run's output folder. */
  path: string;
  bytes: number;
  sha256: string;
}>;

export type KeptArtifact = WantedArtifact &
  Readonly<{
    /** Null when nothing could be copied. */
    from: ArtifactSource | null;
    /** More than one where a folder was named. */
    files: readonly KeptFile[];
    /** What a reader must know: nothing was found, something was left out, something was not committed. */
    notes: readonly string[];
  }>;

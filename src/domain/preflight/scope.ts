/** What one participant has taken: by these, two of them get into each other's way. */
export type Scope = Readonly<{
  track: string | null;
  /** Ids of work items. */
  items: readonly string[];
  /** Globs, relative to the repository. */
  files: readonly string[];
}>;

export const NO_SCOPE: Scope = { track: null, items: [], files: [] };

/** One participant as others see it. */
export type Peer = Scope & Readonly<{ id: string; display: string; isStale: boolean }>;

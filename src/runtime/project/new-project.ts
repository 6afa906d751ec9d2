export type Touched = Readonly<{ path: string; is: 'created' | 'kept' }>;

/** A folder that is to be a project. Paths are relative to its root; nothing that is there is changed. */
export interface NewProject {
  readonly root: string;
  /** The folder of the project's personas. */
  readonly agentsDir: string;
  /** The folder of its plans. */
  readonly plansDir: string;
  has(path: string): Promise<boolean>;
  /** `.swarm/` is there, is ours alone and keeps itself out of git. */
  ensureSwarmDir(): Promise<Touched>;
  ensureFile(path: string, text: string): Promise<Touched>;
  ensureFolder(path: string): Promise<Touched>;
}

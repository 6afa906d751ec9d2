/** `drawn`: what was there showed something older, and was replaced. */
export type Touched = Readonly<{ path: string; is: 'created' | 'kept' | 'drawn' }>;

/** A folder that is to be a project. Paths are relative to its root. */
export interface NewProject {
  readonly root: string;
  /** The folder of the project's personas. */
  readonly agentsDir: string;
  /** The folder of its plans. */
  readonly plansDir: string;
  has(path: string): Promise<boolean>;
  /** `.swarm/` is there, is ours alone and keeps itself out of git. */
  ensureSwarmDir(): Promise<Touched>;
  /** Nothing that is there is changed. */
  ensureFile(path: string, text: string): Promise<Touched>;
  /** A shown file: it holds this text from now on. */
  drawFile(path: string, text: string): Promise<Touched>;
  ensureFolder(path: string): Promise<Touched>;
}

/** One entry of `.swarm`, or a folder of Swarm elsewhere, and why it stays. */
export type StayingPath = Readonly<{ path: string; why: string }>;
export type RemovalPlan = Readonly<{ goes: readonly string[]; stays: readonly StayingPath[] }>;

/** Why nothing can be removed: there is nothing, or what is live is in rows that may not be read. */
export type RemovalObstacle = 'nothing-there' | 'rows-withheld';

/** What Swarm has in a project's folder and at this person's home, for the day when it is taken out. */
export interface Removal {
  /** Null where what `observe` says can be done. */
  findObstacle(): Promise<RemovalObstacle | null>;
  /** Looks; changes nothing. The folders `released` are taken for gone: they are put away before. */
  observe(released?: readonly string[]): Promise<RemovalPlan>;
  /** The page's server and the tmux server of this project are gone. */
  ensureServersEnded(): Promise<void>;
  /** Deletes what `observe` says goes, while no supervisor can start, and forgets the project. */
  ensureRemoved(): Promise<RemovalPlan>;
}

export type RemovalDeps = Readonly<{ removal: Removal }>;

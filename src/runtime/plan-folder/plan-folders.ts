/** A file of a role's `task_output/`, with its path in the folder of the plan. */
export type TakenOutput = Readonly<{ path: string; hash: string; bytes: number }>;
/** One that was not taken in, and why. */
export type OutputProblem = Readonly<{ path: string; problem: string }>;
export type TakenOutputs = Readonly<{
  outputs: readonly TakenOutput[];
  problems: readonly OutputProblem[];
}>;

/** What an agent's `session_current.json` holds now. */
export type NoteFile = Readonly<{
  /** Null when it is too large to be read, or no plain file. */
  text: string | null;
  /** What lies there in its place, such as a named pipe; null for a plain file. */
  odd: string | null;
  changedAt: number;
  /** Another one whenever the file changed. */
  stamp: string;
  /** This process has taken it in as it is. */
  isTaken: boolean;
}>;

/** Whose folder: the workspace of a role, and the run that it works for. */
export type PlanLocation = Readonly<{ runId: string; role: string; workspace: string }>;

export type NotesDrawing = Readonly<{
  text: string;
  /** Of the file as it was read; one that has changed since is left alone. */
  stamp: string | null;
  /** The name that the file before gets, beside it; null: it is replaced. */
  keepAs: string | null;
}>;

/** What an agent finds in its folder before a turn. */
export type FolderDrawing = Readonly<{
  /** Shown files by their path in the folder of the plan. */
  files: readonly (readonly [path: string, text: string])[];
  /** Contracts of files that are handed over, as copies that are not to be written. */
  handed: readonly string[];
}>;

export type HandedFiles = Readonly<{ given: readonly string[]; missing: readonly string[] }>;

/** The port for `orchestration/` in the workspaces of a plan, and for the folder of its run. */
export interface PlanFolders {
  /** Whether it was drawn before. */
  hasFolder(location: PlanLocation): boolean;
  /** Null when there is none. */
  readNotes(location: PlanLocation): NoteFile | null;
  /** Writes what is wrong beside the notes; with null, what was said before is taken back. */
  answerNotes(location: PlanLocation, answer: string | null): Promise<void>;
  /** The notes were taken in as they were at this stamp. */
  rememberTaken(location: PlanLocation, stamp: string): Promise<void>;
  drawNotes(location: PlanLocation, drawing: NotesDrawing): Promise<void>;
  /** Draws what a role has to see, makes its folders, and hands files over. */
  ensureDrawn(location: PlanLocation, drawing: FolderDrawing): Promise<HandedFiles>;
  /** Copies a role's `task_output/` into the folder of the run. Plain files only, bounded. */
  takeOutputs(location: PlanLocation): Promise<TakenOutputs>;
  /** Copies outputs from the folder of the run to `agents/<role>/task_output/…` below any folder. */
  handOutputs(runId: string, paths: readonly string[], target: string): Promise<HandedFiles>;
  /** What the folder of the run holds of these contracts. */
  listOutputs(runId: string, paths: readonly string[]): readonly TakenOutput[];
  /** Draws a file of the run: below `.swarm/runs/<run>/`, or where the project keeps its one plan. */
  drawRun(runId: string, path: string, text: string): Promise<void>;
  ensureRunFileGone(runId: string, path: string): Promise<void>;
  /** Whether the project's own folder is that of one plan, which one run at a time can use. */
  readonly isOnePlan: boolean;
}

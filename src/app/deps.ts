import type { Config } from '../domain/config/config.ts';
import type { MergeProgress } from '../domain/merge/merge.ts';
import type { Attempts } from '../runtime/attempt/attempts.ts';
import type { Clock, Ids } from '../runtime/clock/clock.ts';
import type { Workspaces } from '../runtime/workspace/workspaces.ts';
import type { Store } from '../store/store.ts';
import type { StartLoopDeps } from './loop/start-loop.ts';
import type { CleanDeps } from './project/clean-project.ts';
import type { InterruptDeps } from './project/interrupt-project.ts';
import type { QueueDeps } from './queue/queue-deps.ts';
import type { CleanRunDeps } from './run/clean-run.ts';
import type { ExportDeps } from './run/export-run.ts';
import type { MergeDeps } from './run/merge-run.ts';
import type { PostDeps } from './run/route-message.ts';
import type { StartRunDeps } from './run/start-run.ts';
import type { ScheduleDeps } from './schedule/schedule-deps.ts';
import type { CreateDeps } from './session/create-session.ts';
import type { OutputDeps } from './session/read-output.ts';
import type { ArchiveDeps } from './session/set-archived.ts';
import type { ReportDeps } from './session/show-session.ts';
import type { WaitDeps } from './session/wait-sessions.ts';

/** What most verbs need. `by` names the caller in the journal; `poke` wakes the supervisor, never fails. */
export type VerbDeps = Readonly<{
  store: Store;
  clock: Clock;
  ids: Ids;
  config: Config;
  attempts: Attempts;
  workspaces: Workspaces;
  by: string;
  hostId: string;
  poke: (sessionId: string) => Promise<void>;
}>;

/** What a long verb tells while it works. */
export type Progress = MergeProgress;

/** Everything that the verbs of an open project need. Each verb names its own part of it. */
export type AppDeps = CreateDeps &
  ReportDeps &
  ArchiveDeps &
  OutputDeps &
  WaitDeps &
  CleanDeps &
  InterruptDeps &
  QueueDeps &
  StartLoopDeps &
  ScheduleDeps &
  StartRunDeps &
  PostDeps &
  CleanRunDeps &
  ExportDeps &
  MergeDeps &
  Readonly<{ watch: Readonly<{ tell: (progress: Progress) => void; signal?: AbortSignal }> }>;

/** What verbs need that look at the machine, or at a folder that may hold no project yet. */
// biome-ignore lint/complexity/noBannedTypes: grows with the first verb of this kind.
export type PlaceDeps = Readonly<{}>;

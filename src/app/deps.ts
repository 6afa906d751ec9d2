import type { Config } from '../contract/config.ts';
import type { MergeProgress } from '../domain/merge/merge.ts';
import type { Attempts } from '../runtime/attempt/attempts.ts';
import type { Clock, Ids } from '../runtime/clock/clock.ts';
import type { Workspaces } from '../runtime/workspace/workspaces.ts';
import type { Store } from '../store/store.ts';
import type { ConfigDeps } from './config/show-config.ts';
import type { StartLoopDeps } from './loop/start-loop.ts';
import type { TestChannelsDeps } from './notify/test-channels.ts';
import type { PersonaDeps } from './persona/persona-deps.ts';
import type { CleanDeps } from './project/clean-project.ts';
import type { DoctorDeps } from './project/health-deps.ts';
import type { InitDeps } from './project/init-project.ts';
import type { InterruptDeps } from './project/interrupt-project.ts';
import type { QueueDeps } from './queue/queue-deps.ts';
import type { RestoreDeps } from './rescue/restore-rescue.ts';
import type { CleanRunDeps } from './run/clean-run.ts';
import type { ExportDeps } from './run/export-run.ts';
import type { MergeDeps } from './run/merge-run.ts';
import type { ResumeRunDeps } from './run/resume-run.ts';
import type { PostDeps } from './run/route-message.ts';
import type { StartRunDeps } from './run/start-run.ts';
import type { ScheduleDeps } from './schedule/schedule-deps.ts';
import type { CreateDeps } from './session/create-session.ts';
import type { OutputDeps } from './session/read-output.ts';
import type { ArchiveDeps } from './session/set-archived.ts';
import type { ReportDeps } from './session/show-session.ts';
import type { WaitDeps } from './session/wait-sessions.ts';
import type { SupervisorDeps } from './supervisor/supervisor-deps.ts';
import type { WorkflowDeps } from './workflow/workflow-deps.ts';

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
  ResumeRunDeps &
  RestoreDeps &
  SupervisorDeps;

/** What verbs need that look at the machine, or at a folder that may hold no project yet. */
export type PlaceDeps = ConfigDeps & PersonaDeps & WorkflowDeps & DoctorDeps & InitDeps & TestChannelsDeps;

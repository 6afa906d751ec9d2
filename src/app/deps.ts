import type { Config } from '../contract/config.ts';
import type { MergeProgress } from '../domain/merge/merge.ts';
import type { AskedProgress } from '../domain/question/asked-progress.ts';
import type { Attempts } from '../runtime/attempt/attempts.ts';
import type { Clock, Ids } from '../runtime/clock/clock.ts';
import type { RelocationDeps } from '../runtime/project/relocation.ts';
import type { RemovalDeps } from '../runtime/project/removal.ts';
import type { Workspaces } from '../runtime/workspace/workspaces.ts';
import type { Store } from '../store/store.ts';
import type { ConfigDeps } from './config/show-config.ts';
import type { HookDeps } from './hook/hook-deps.ts';
import type { StartLoopDeps } from './loop/start-loop.ts';
import type { MailDeps } from './mail/mail-deps.ts';
import type { TestChannelsDeps } from './notify/test-channels.ts';
import type { TakeoverDeps } from './participant/take-over-participant.ts';
import type { PersonaDeps } from './persona/persona-deps.ts';
import type { RankDeps } from './persona/rank-for-task.ts';
import type { NewPlanDeps } from './plan/new-plan.ts';
import type { PlanDeps } from './plan/plan-deps.ts';
import type { RehearsePlanDeps } from './plan/rehearse-plan.ts';
import type { PreflightDeps } from './preflight/preflight-deps.ts';
import type { CleanDeps } from './project/clean-project.ts';
import type { DoctorDeps } from './project/health-deps.ts';
import type { InitDeps } from './project/init-project.ts';
import type { InterruptDeps } from './project/interrupt-project.ts';
import type { RepairDeps } from './project/repair-project.ts';
import type { TrustDeps } from './project/trust-deps.ts';
import type { ShowQuestionDeps } from './question/show-question.ts';
import type { QueueDeps } from './queue/queue-deps.ts';
import type { RaceDeps } from './race/create-race.ts';
import type { RestoreDeps } from './rescue/restore-rescue.ts';
import type { ReservationDeps } from './reservation/add-reservation.ts';
import type { CommitHookDeps } from './reservation/commit-hook.ts';
import type { CleanRunDeps } from './run/clean-run.ts';
import type { ExportDeps } from './run/export-run.ts';
import type { MergeDeps } from './run/merge-run.ts';
import type { ResumeRunDeps } from './run/resume-run.ts';
import type { PostDeps } from './run/route-message.ts';
import type { StartRunDeps } from './run/start-run.ts';
import type { ScheduleDeps } from './schedule/schedule-deps.ts';
import type { Family } from './session/family.ts';
import type { FilesDeps } from './session/list-files.ts';
import type { OutputDeps } from './session/read-output.ts';
import type { TranscriptDeps } from './session/read-transcript.ts';
import type { ArchiveDeps } from './session/set-archived.ts';
import type { ReportDeps } from './session/show-session.ts';
import type { WaitDeps } from './session/wait-sessions.ts';
import type { ServiceDeps, SupervisorDeps } from './supervisor/supervisor-deps.ts';
import type { TemplateDeps } from './template/template-deps.ts';
import type { WorkflowDeps } from './workflow/workflow-deps.ts';

/** What most verbs need. `by` names the caller in the journal; `poke` wakes the supervisor, never fails. */
export type VerbDeps = Readonly<{
  store: Store;
  clock: Clock;
  ids: Ids;
  config: Config;
  /** Loaded when it is needed, so only what answers with a promise. */
  attempts: Omit<Attempts, 'hasOddities'>;
  workspaces: Workspaces;
  by: string;
  hostId: string;
  poke: (sessionId: string) => Promise<void>;
}>;

/** What a long verb tells while it works. */
export type Progress = MergeProgress | AskedProgress;

/** Everything that the verbs of an open project need. Each verb names its own part of it. */
export type AppDeps = RaceDeps &
  ReportDeps &
  ShowQuestionDeps &
  ArchiveDeps &
  FilesDeps &
  OutputDeps &
  TranscriptDeps &
  WaitDeps &
  CleanDeps &
  RepairDeps &
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
  MailDeps &
  PlanDeps &
  RehearsePlanDeps &
  HookDeps &
  ReservationDeps &
  TakeoverDeps &
  CommitHookDeps &
  RestoreDeps &
  RemovalDeps &
  PreflightDeps &
  ServiceDeps &
  SupervisorDeps &
  RankDeps &
  Readonly<{ family: Family }>;

/** What verbs need that look at the machine, or at a folder that may hold no project yet. */
export type FolderDeps = ConfigDeps &
  PersonaDeps &
  WorkflowDeps &
  TemplateDeps &
  NewPlanDeps &
  DoctorDeps &
  InitDeps &
  TrustDeps &
  RelocationDeps &
  TestChannelsDeps;

import type {
  AddWork,
  ClaimWork,
  ExportWork,
  FailWork,
  FinishWork,
  ImportWork,
  ListWork,
  NextWork,
  ReleaseWork,
  ReorderWork,
  ReportWork,
  WorkRef,
} from '../../contract/queue.ts';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { BadLine } from '../../domain/queue/admission.ts';
import type { Standing } from '../../domain/queue/standing.ts';
import type { WorkItem, WorkState } from '../../domain/queue/work-item.ts';

/** A work item, and where it stands now. */
export type WorkView = Readonly<{
  work: WorkItem;
  standing: Standing;
  /** What it still needs. */
  waitsFor: readonly string[];
}>;

type Warned = Readonly<{ warnings: readonly string[] }>;

export type AddedWork = WorkView & Readonly<{ isNew: boolean }>;
export type ChangedWork = WorkView & Warned;
export type WorkReport = WorkView & Readonly<{ history: readonly JournalEntry[] }>;
export type WorkList = Warned &
  Readonly<{
    works: readonly WorkView[];
    next: string | null;
    totals: Partial<Record<WorkState, number>>;
  }>;
export type ImportedWork = Readonly<{
  format: string;
  added: readonly string[];
  already: readonly string[];
  bad: readonly BadLine[];
}>;

/** What a door may ask of the work queue. */
export interface QueueVerbs {
  addWork(input: AddWork): Promise<Outcome<AddedWork>>;
  listWork(input: ListWork): Promise<Outcome<WorkList>>;
  showWork(input: WorkRef): Promise<Outcome<WorkReport>>;
  /** What a claim would get; changes nothing. */
  nextWork(input: NextWork): Promise<Outcome<ChangedWork>>;
  claimWork(input: ClaimWork): Promise<Outcome<ChangedWork>>;
  releaseWork(input: ReleaseWork): Promise<Outcome<ChangedWork>>;
  finishWork(input: FinishWork): Promise<Outcome<ChangedWork>>;
  failWork(input: FailWork): Promise<Outcome<ChangedWork>>;
  /** Tells how far it has come, and keeps the lease. */
  reportWork(input: ReportWork): Promise<Outcome<ChangedWork>>;
  reorderWork(input: ReorderWork): Promise<Outcome<ChangedWork>>;
  importWork(input: ImportWork): Promise<Outcome<ImportedWork>>;
  exportWork(input: ExportWork): Promise<Outcome<readonly WorkView[]>>;
}

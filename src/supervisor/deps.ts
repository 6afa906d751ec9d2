import type { AskingDeps } from '../app/asking/intake-request.ts';
import type { VerbDeps } from '../app/deps.ts';
import type { ReportDeps } from '../app/session/show-session.ts';
import type { Agent, AttemptPaths } from '../domain/agent/agent.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Session } from '../domain/session/session.ts';
import type { Workspace } from '../domain/workspace/workspace.ts';
import type { StartProbe } from '../runtime/agent/start-probe.ts';
import type { Attempts } from '../runtime/attempt/attempts.ts';
import type { Drawings } from '../runtime/files/drawings.ts';
import type { HeldFile } from '../runtime/files/held-file.ts';
import type { Interrupts } from '../runtime/files/interrupts.ts';
import type { Outboxes } from '../runtime/outbox/outboxes.ts';
import type { Outputs } from '../runtime/outputs/outputs.ts';
import type { PlanFolders } from '../runtime/plan-folder/plan-folders.ts';
import type { PlanBranches } from '../runtime/workspace/plan-branches.ts';
import type { WorkFolders } from '../runtime/workspace/work-folders.ts';
import type { Room } from './disk/room.ts';

/** Everything that a round may look at or touch. `by` is "supervisor". */
export type RoundDeps = VerbDeps &
  AskingDeps &
  ReportDeps &
  Readonly<{
    attempts: Attempts;
    findAgent: (cli: string) => Agent | undefined;
    pathsFor: (session: Session, workspace: Workspace | null) => AttemptPaths;
    drawings: Drawings;
    /** The commit that the checkout is at, or why git tells none. */
    observeHead: () => Promise<Outcome<string>>;
    interrupts: Interrupts;
    outboxes: Outboxes;
    starts: StartProbe;
    outputs: Outputs;
    planFolders: PlanFolders;
    planBranches: PlanBranches;
    workFolders: WorkFolders;
    heldFile: HeldFile;
    projectRoot: string;
    room: Room;
  }>;

/** What a round says about the next one: at once, or when something happens, or at a time. */
export type NextRound = 'again' | Readonly<{ restUntil: number | null }>;

/** The same, but not later than a time. */
export function notAfter(next: NextRound, dueAt: number | null): NextRound {
  if (next === 'again' || dueAt === null) return next;
  return { restUntil: Math.min(next.restUntil ?? dueAt, dueAt) };
}

import type { AskingDeps } from '../app/asking/intake-request.ts';
import type { VerbDeps } from '../app/deps.ts';
import type { ReportDeps } from '../app/session/show-session.ts';
import type { Agent, AttemptPlaces } from '../domain/agent/agent.ts';
import type { Session } from '../domain/session/session.ts';
import type { Workspace } from '../domain/workspace/workspace.ts';
import type { StartProbe } from '../runtime/agent/start-probe.ts';
import type { Drawings } from '../runtime/files/drawings.ts';
import type { Interrupts } from '../runtime/files/interrupts.ts';
import type { Outboxes } from '../runtime/outbox/outboxes.ts';
import type { Outputs } from '../runtime/outputs/outputs.ts';

/** Everything that a round may look at or touch. `by` is "supervisor". */
export type RoundDeps = VerbDeps &
  AskingDeps &
  ReportDeps &
  Readonly<{
    findAgent: (cli: string) => Agent | undefined;
    placesFor: (session: Session, workspace: Workspace | null) => AttemptPlaces;
    drawings: Drawings;
    interrupts: Interrupts;
    outboxes: Outboxes;
    starts: StartProbe;
    outputs: Outputs;
  }>;

/** What a round says about the next one: at once, or when something happens, or at a time. */
export type Look = 'again' | Readonly<{ restUntil: number | null }>;

/** The same, but not later than a time. */
export function notAfter(look: Look, dueAt: number | null): Look {
  if (look === 'again' || dueAt === null) return look;
  return { restUntil: Math.min(look.restUntil ?? dueAt, dueAt) };
}

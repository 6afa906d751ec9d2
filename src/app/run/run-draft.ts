import type { Message } from '../../domain/message/message.ts';
import type { RunMemory } from '../../domain/run/memory.ts';
import {
  advanceRun,
  type ClockMove,
  moveRunClock,
  type Run,
  type RunEvent,
  type RunPatch,
  stepRun,
} from '../../domain/run/run.ts';
import { progressOf, type WorkflowState } from '../../domain/run/workflow/state.ts';
import { isOver } from '../../domain/session/session.ts';
import type { Store, Write } from '../../store/store.ts';
import { type Draft, draftTouch, noteOf, openDraft, unwrap } from '../draft.ts';

/** One commit of a run in the making: the run, its memory, and the newest session of each role. */
export type RunDraft = {
  run: Run;
  memory: RunMemory;
  /** Its plan as it is from now on, where that changes. */
  definition?: RunMemory['definition'];
  readonly roles: Map<string, Draft>;
  readonly writes: Write[];
  readonly at: number;
  readonly by: string;
};

type Writer = Readonly<{ at: number; by: string }>;

/** Null when there is no such run. The turns of its sessions are read when a role is given one. */
export async function openRunDraft(store: Store, runId: string, who: Writer): Promise<RunDraft | null> {
  const run = await store.findRun(runId);
  const memory = await store.findRunMemory(runId);
  if (!run || !memory) return null;
  const roles = new Map<string, Draft>();
  for (const session of await store.listRunSessions(runId)) {
    roles.set(session.role ?? session.id, openDraft(session, [], who));
  }
  return { run, memory, roles, writes: [], ...who };
}

export async function readTurns(store: Store, draft: RunDraft, roles: ReadonlySet<string>): Promise<void> {
  for (const role of roles) {
    const session = draft.roles.get(role);
    if (session) session.turns = await store.listTurns(session.session.id);
  }
}

type Stepping = Readonly<{ note: string; state?: WorkflowState; patch?: RunPatch }>;

/** A step of the run's machine. With the program's next state, where it has moved. */
export function draftRunStep(draft: RunDraft, event: RunEvent, { note, state, patch }: Stepping): void {
  const change = { at: draft.at, patch: { ...patch, ...(state ? stageOf(state) : {}) } };
  addStep(draft, unwrap(stepRun(draft.run, event, change)), { note, state });
}

/** The program went on, and the run is in the state that it was. */
export function draftAdvance(draft: RunDraft, { note, state, patch }: Stepping): void {
  addStep(draft, advanceRun(draft.run, { ...patch, ...(state ? stageOf(state) : {}) }), { note, state });
}

/** Its clock stops or goes on, and nothing else of it changes. */
export function draftRunClock(draft: RunDraft, move: ClockMove, note: string): void {
  addStep(draft, moveRunClock(draft.run, move, draft.at), { note, state: undefined });
}

type Added = Readonly<{ note: string; state: WorkflowState | undefined }>;

function addStep(draft: RunDraft, step: ReturnType<typeof advanceRun>, { note, state }: Added): void {
  draft.run = step.to;
  if (state) draft.memory = { ...draft.memory, state };
  const definition = draft.definition ? { definition: draft.definition } : {};
  const journal = noteOf(draft, note);
  draft.writes.push({ kind: 'step-run', step, memory: state ?? null, ...definition, journal });
}

const stageOf = (state: WorkflowState): RunPatch => ({
  stage: state.stage,
  round: state.round,
  progress: progressOf(state),
});

/** The session that serves a role now; none when it is over, or on its way out. */
export function openRole(draft: RunDraft, role: string): Draft | undefined {
  const session = draft.roles.get(role);
  return session && !isOver(session.session) && session.session.state !== 'stopping' ? session : undefined;
}

/** All writes of the commit. A session that was given something must not have moved since it was read. */
export function writesOf(draft: RunDraft): Write[] {
  const ofSessions = [...draft.roles.values()].flatMap((session) => {
    if (session.writes.length === 0) return [];
    if (!session.writes.some(({ kind }) => kind === 'step-session' || kind === 'add-session'))
      draftTouch(session);
    return session.writes;
  });
  return [...draft.writes, ...ofSessions];
}

/** The sessions that this commit gives something to. */
export const touchedSessions = (draft: RunDraft): readonly string[] =>
  [...draft.roles.values()].filter(({ writes }) => writes.length > 0).map(({ session }) => session.id);

export function draftDelivery(
  draft: RunDraft,
  message: Pick<Message, 'id'>,
  to: Readonly<{ role: string; turnId: string | null }>,
): void {
  const delivery = {
    messageId: message.id,
    runId: draft.run.id,
    role: to.role,
    turnId: to.turnId,
    at: draft.at,
  };
  draft.writes.push({
    kind: 'add-delivery',
    delivery,
    journal: noteOf(draft, `${message.id} to ${to.role}`),
  });
}

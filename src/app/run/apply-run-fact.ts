import type { Message } from '../../domain/message/message.ts';
import type { Note } from '../../domain/note/note.ts';
import type { PlanVersion } from '../../domain/plan/version/plan-version.ts';
import type { Question } from '../../domain/question/question.ts';
import { runKey } from '../../domain/run/names.ts';
import { replaceDefinition } from '../../domain/run/plan/plan-state.ts';
import type { Advance, RunFact, RunOrder } from '../../domain/run/program.ts';
import { programOf } from '../../domain/run/program-of.ts';
import { isRunOver, type RunEnding } from '../../domain/run/run.ts';
import type { WorkflowState } from '../../domain/run/workflow/state.ts';
import type { Quota } from '../../domain/session/quota.ts';
import type { CommitResult } from '../../store/commit-result.ts';
import type { Write } from '../../store/store.ts';
import type { VerbDeps } from '../deps.ts';
import { noteOf } from '../draft.ts';
import { draftDelivered, draftWithdrawn } from '../question/draft-question.ts';
import { applyOrder, type RoleStart } from './apply-orders.ts';
import { findLeftNotes } from './left-notes.ts';
import { draftNewRoles, type RoleOpenings } from './role-openings.ts';
import {
  draftAdvance,
  draftDelivery,
  draftRunStep,
  openRunDraft,
  type RunDraft,
  readTurns,
  touchedSessions,
  writesOf,
} from './run-draft.ts';

export type FactDeps = Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'by' | 'poke' | 'config'> &
  Readonly<{ openings: RoleOpenings }>;

/** A fact, and the rows that come in with it. */
export type Happening = Readonly<{
  runId: string;
  fact: RunFact;
  note: string;
  message?: Message;
  /** The row of the dead letter; null for a new one. */
  requeued?: Message;
  question?: Question;
  /** Questions that the fact makes needless. */
  withdrawn?: readonly Question[];
  /** Written in the same transaction, so that the fact is taken in exactly once. */
  more?: readonly Write[];
}>;

/** `over`: the run has ended, and nothing was written. `moved`: another writer was faster; look again. */
export type FactApplied = 'taken' | 'over' | 'moved' | SpentQuota;

export type SpentQuota = Readonly<{ is: 'quota-spent'; quota: Quota; limit: number }>;

export const spentQuotaOf = (result: Extract<CommitResult, { saved: false }>): SpentQuota | null =>
  result.why === 'over-quota' ? { is: 'quota-spent', quota: result.quota, limit: result.limit } : null;

/** Takes one fact into a run: its program advances, and what it orders becomes rows, in one transaction. */
export async function applyRunFact(deps: FactDeps, happening: Happening): Promise<FactApplied> {
  const who = { at: deps.clock.now(), by: deps.by };
  const draft = await openRunDraft(deps.store, happening.runId, who);
  if (!draft || isRunOver(draft.run) || draft.run.state === 'synthesising') return 'over';
  if (draft.run.state === 'starting' && happening.fact.is !== 'faulted')
    draftRunStep(draft, 'begun', { note: 'something was heard of it' });
  const { definition, state: before } = draft.memory;
  const advance = programOf(definition).advance(before, happening.fact);
  const left = await findLeftNotes(deps, draft, advance.orders);
  if (left !== null) {
    await applyRunFact(deps, left);
    return 'moved';
  }
  await draftAdvanced(deps, draft, { happening, advance });
  const result = await deps.store.commit([...writesOf(draft), ...(happening.more ?? [])]);
  if (!result.saved) return spentQuotaOf(result) ?? 'moved';
  await Promise.all([runKey(draft.run.id), ...touchedSessions(draft)].map((key) => deps.poke(key)));
  return 'taken';
}

type Advanced = Readonly<{ happening: Happening; advance: Advance<WorkflowState> }>;

async function draftAdvanced(
  deps: FactDeps,
  draft: RunDraft,
  { happening, advance }: Advanced,
): Promise<void> {
  const { fact, note, message = null, requeued = null, question, withdrawn = [] } = happening;
  const { state, orders } = advance;
  draftPlan(draft, orders);
  await draftNewRoles(deps, draft, orders);
  await readTurns(deps.store, draft, new Set(orders.flatMap(roleOf)));
  const starts = await findStarts(deps, draft, new Set(orders.flatMap(startedRole)));
  const versions = orders.some(({ is }) => is === 'step-version')
    ? await findVersions(deps, draft)
    : new Map();
  const notes = await findNotes(deps, orders);
  draftMove(draft, { fact, note, state, orders });
  const { id: runId, version: number } = draft.run;
  draft.writes.push({ kind: 'add-run-fact', kept: { runId, number, at: draft.at, fact } });
  const rows = { ids: deps.ids, message, starts, versions, notes, retries: deps.config.retries };
  for (const order of orders) applyOrder(draft, order, rows);
  if (message) draftMessage(draft, { message, requeued }, orders);
  if (orders.some(({ is }) => is === 'finish')) await draftWithdrawnOthers(deps, draft, question);
  if (question) draftDelivered(draft, question);
  draftWithdrawn(draft, withdrawn, note);
}

async function findVersions({ store }: FactDeps, { memory }: RunDraft): Promise<Map<number, PlanVersion>> {
  const { definition } = memory;
  const plan = 'design' in definition ? definition.design.plan : null;
  const versions = plan === null ? [] : await store.listPlanVersions({ plan });
  return new Map(versions.map((version) => [version.number, version]));
}

/** The run remembers the plan that it goes on with, and the one that it began with. */
function draftPlan(draft: RunDraft, orders: readonly RunOrder[]): void {
  const { definition } = draft.memory;
  const plan = orders.findLast((order) => order.is === 'replace-plan')?.plan;
  if (plan === undefined || !('plan' in definition)) return;
  draft.definition = replaceDefinition(definition, plan);
  draft.memory = { ...draft.memory, definition: draft.definition };
}

async function findNotes(
  { store }: FactDeps,
  orders: readonly RunOrder[],
): Promise<ReadonlyMap<string, Note>> {
  const ids = orders.flatMap((order) => (order.is === 'resolve-note' ? order.noteId : []));
  const found = await Promise.all(ids.map((id) => store.findNote(id)));
  return new Map(found.flatMap((note) => (note === undefined ? [] : [[note.id, note] as const])));
}

async function draftWithdrawnOthers({ store }: FactDeps, draft: RunDraft, settled?: Question): Promise<void> {
  const questions = await store.listQuestions({ runId: draft.run.id });
  const others = questions.filter(({ id }) => id !== settled?.id);
  draftWithdrawn(draft, others, 'the run was ended');
}

/** The role whose session is opened, or whose workspace is made anew. */
function startedRole(order: RunOrder): readonly string[] {
  if (order.is === 'open-session') return [order.role];
  return order.is === 'give-turn' && order.checkout !== undefined ? [order.role] : [];
}

function roleOf(order: RunOrder): readonly string[] {
  if (order.is === 'deliver') return [order.to];
  return 'role' in order && order.role !== null ? [order.role] : [];
}

type AppliedMove = Readonly<{
  fact: RunFact;
  note: string;
  state: WorkflowState;
  orders: readonly RunOrder[];
}>;

/** Facts after which a run that asked may go on. */
const SETTLES: ReadonlySet<RunFact['is']> = new Set(['answered', 'task-retried', 'role-wanted']);

function draftMove(draft: RunDraft, { fact, note, state, orders }: AppliedMove): void {
  const end = orders.find((order) => order.is === 'finish');
  const isAsking = orders.some(({ is }) => is === 'ask');
  if (end) {
    const ending: RunEnding = end.success ? 'completed' : 'failed';
    return draftRunStep(draft, 'finish', { note: end.why, state, patch: { ending, reasonText: end.why } });
  }
  if (isAsking && draft.run.state === 'running') return draftRunStep(draft, 'asked', { note, state });
  const isAnswered = SETTLES.has(fact.is) && state.pending === null && draft.run.state === 'waiting';
  // The answer and where it leads to are two lines of the record.
  if (isAnswered) draftRunStep(draft, 'answered', { note });
  draftAdvance(draft, { note, state });
}

type Row = Readonly<{ message: Message; requeued: Message | null }>;

// One that names a role lies in its inbox, whether or not it moves the run.
function draftMessage(draft: RunDraft, { message, requeued }: Row, orders: readonly RunOrder[]): void {
  const text = `${message.type ?? 'message'} from ${message.fromRole ?? message.sender}`;
  const journal = noteOf(draft, text);
  draft.writes.unshift(
    requeued === null
      ? { kind: 'add-message', message, journal }
      : { kind: 'save-message', from: requeued, to: message, journal },
  );
  const isCarried = orders.some((order) => order.is === 'deliver' && order.messageId === message.id);
  const isKnown = message.toRole !== null && draft.roles.has(message.toRole);
  if (!isCarried && isKnown) draftDelivery(draft, message, { role: message.toRole ?? '', turnId: null });
}

/** How these roles were started, to start them again. */
async function findStarts(
  { store, config }: Pick<FactDeps, 'store' | 'config'>,
  draft: RunDraft,
  roles: ReadonlySet<string>,
): Promise<ReadonlyMap<string, RoleStart>> {
  const starts = new Map<string, RoleStart>();
  for (const [role, { session }] of draft.roles) {
    if (!roles.has(role)) continue;
    const spec = await store.findSpec(session.id);
    const workspace = session.hasWorkspace ? ((await store.findWorkspace(session.id)) ?? null) : null;
    if (spec) starts.set(role, { spec, workspace, retries: config.retries });
  }
  return starts;
}

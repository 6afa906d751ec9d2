import type { Message } from '../../domain/message/message.ts';
import type { Question } from '../../domain/question/question.ts';
import { runKey } from '../../domain/run/names.ts';
import type { Advance, RunFact, RunOrder } from '../../domain/run/program.ts';
import { isRunOver, type RunEnding } from '../../domain/run/run.ts';
import type { WorkflowState } from '../../domain/run/workflow/state.ts';
import { workflowProgram } from '../../domain/run/workflow/workflow-program.ts';
import type { Write } from '../../store/store.ts';
import type { VerbDeps } from '../deps.ts';
import { noteOf } from '../draft.ts';
import { draftDelivered, draftWithdrawn } from '../question/draft-question.ts';
import { applyOrder, type RoleStart } from './apply-orders.ts';
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

export type FactDeps = Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'by' | 'poke' | 'config'>;

/** A fact, and the rows that come in with it. */
export type Happening = Readonly<{
  runId: string;
  fact: RunFact;
  note: string;
  message?: Message;
  /** The row of the dead letter; null for a new one. */
  requeued?: Message;
  question?: Question;
  /** Written in the same transaction, so that the fact is taken in exactly once. */
  more?: readonly Write[];
}>;

/** `over`: the run has ended, and nothing was written. `moved`: another writer was faster; look again. */
export type FactApplied = 'taken' | 'over' | 'moved';

/** Takes one fact into a run: its program advances, and what it orders becomes rows, in one transaction. */
export async function applyRunFact(deps: FactDeps, happening: Happening): Promise<FactApplied> {
  const who = { at: deps.clock.now(), by: deps.by };
  const draft = await openRunDraft(deps.store, happening.runId, who);
  if (!draft || isRunOver(draft.run) || draft.run.state === 'synthesising') return 'over';
  if (draft.run.state === 'starting' && happening.fact.is !== 'faulted')
    draftRunStep(draft, 'begun', { note: 'something was heard of it' });
  const { definition, state: before } = draft.memory;
  const advance = workflowProgram(definition).advance(before, happening.fact);
  await draftAdvanced(deps, draft, { happening, advance });
  const result = await deps.store.commit([...writesOf(draft), ...(happening.more ?? [])]);
  if (!result.saved) return 'moved';
  await Promise.all([runKey(draft.run.id), ...touchedSessions(draft)].map((key) => deps.poke(key)));
  return 'taken';
}

type Advanced = Readonly<{ happening: Happening; advance: Advance<WorkflowState> }>;

async function draftAdvanced(
  deps: FactDeps,
  draft: RunDraft,
  { happening, advance }: Advanced,
): Promise<void> {
  const { fact, note, message = null, requeued = null, question } = happening;
  const { state, orders } = advance;
  await readTurns(deps.store, draft, new Set(orders.flatMap(roleOf)));
  const isOpening = orders.some(({ is }) => is === 'open-session');
  const starts = isOpening ? await findStarts(deps, draft) : new Map();
  draftMove(draft, { fact, note, state, orders });
  for (const order of orders) applyOrder(draft, order, { ids: deps.ids, message, starts });
  if (message) draftMessage(draft, { message, requeued }, orders);
  if (orders.some(({ is }) => is === 'finish')) await draftWithdrawnOthers(deps, draft, question);
  if (question) draftDelivered(draft, question);
}

async function draftWithdrawnOthers({ store }: FactDeps, draft: RunDraft, settled?: Question): Promise<void> {
  const questions = await store.listQuestions({ runId: draft.run.id });
  const others = questions.filter(({ id }) => id !== settled?.id);
  draftWithdrawn(draft, others, 'the run was ended');
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

function draftMove(draft: RunDraft, { fact, note, state, orders }: AppliedMove): void {
  const end = orders.find((order) => order.is === 'finish');
  const isAsking = orders.some(({ is }) => is === 'ask');
  if (end) {
    const ending: RunEnding = end.success ? 'completed' : 'failed';
    return draftRunStep(draft, 'finish', { note: end.why, state, patch: { ending, reasonText: end.why } });
  }
  if (isAsking && draft.run.state === 'running') return draftRunStep(draft, 'asked', { note, state });
  const isAnswered = fact.is === 'answered' && state.pending === null && draft.run.state === 'waiting';
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

/** How each role was started, to start it again. */
export async function findStarts(
  { store, config }: Pick<FactDeps, 'store' | 'config'>,
  draft: RunDraft,
): Promise<ReadonlyMap<string, RoleStart>> {
  const starts = new Map<string, RoleStart>();
  for (const [role, { session }] of draft.roles) {
    const spec = await store.findSpec(session.id);
    const workspace = session.hasWorkspace ? ((await store.findWorkspace(session.id)) ?? null) : null;
    if (spec) starts.set(role, { spec, workspace, retries: config.retries });
  }
  return starts;
}

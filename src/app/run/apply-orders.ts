import type { Message } from '../../domain/message/message.ts';
import { type Note, resolveNote } from '../../domain/note/note.ts';
import { type PlanVersion, stepVersion, versionId } from '../../domain/plan/version/plan-version.ts';
import { wordQuestion } from '../../domain/question/kinds.ts';
import { nextSessionId } from '../../domain/run/names.ts';
import type { RunOrder } from '../../domain/run/program.ts';
import { INITIAL_SESSION } from '../../domain/session/initial-session.ts';
import { branchName } from '../../domain/session/names.ts';
import { type EndReason, isOver, type Session } from '../../domain/session/session.ts';
import type { SessionSpec } from '../../domain/session/spec.ts';
import type { Turn } from '../../domain/turn/turn.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { VerbDeps } from '../deps.ts';
import { type Draft, draftStep, draftTurn, noteOf, openDraft } from '../draft.ts';
import { draftVersion } from '../plan/draft-version.ts';
import { draftAsk } from '../question/draft-question.ts';
import { draftDroppedTurns } from '../session/drop-turns.ts';
import { applyTaskOrder } from './apply-task-order.ts';
import { draftDelivery, openRole, type RunDraft } from './run-draft.ts';

/** What orders need to know beside the run. */
export type Orders = Readonly<{
  ids: VerbDeps['ids'];
  /** The message that is being taken in, if that is why. */
  message: Message | null;
  /** How the newest session of a role was started, to start it again. */
  starts: ReadonlyMap<string, RoleStart>;
  /** Those of the plan that the run designs, by number; steps of this commit are put in. */
  versions?: Map<number, PlanVersion>;
  /** Notes that are to be resolved. */
  notes: ReadonlyMap<string, Note>;
  /** How often work may crash that says nothing of it. */
  retries: number;
}>;

/** For orders that need no rows but the run's own. */
export const NO_ROWS: Omit<Orders, 'ids' | 'retries'> = {
  message: null,
  starts: new Map(),
  notes: new Map(),
};

export type RoleStart = Readonly<{ spec: SessionSpec; workspace: Workspace | null; retries: number }>;

const NEEDLESS = 'the run needs it no more';
const TIMEOUT = 'Timeout: the time of its run is used up';

type OrderOf<K extends RunOrder['is']> = Extract<RunOrder, { is: K }>;

/** Turns one order of a run's program into rows. Steps of the run itself are left to the caller. */
export function applyOrder(draft: RunDraft, order: RunOrder, orders: Orders): void {
  switch (order.is) {
    case 'open-session':
      return reopen(draft, order, orders);
    case 'give-turn':
      return void giveTurn(draft, order, orders);
    case 'deliver':
      return deliver(draft, order, orders);
    case 'ask':
      return ask(draft, order, orders);
    case 'step-version':
      return stepPlan(draft, order, orders);
    case 'ask-about-note':
      return askAboutNote(draft, order, orders);
    case 'resolve-note':
      return resolveEscalated(draft, order, orders);
    case 'end-session':
      return order.isTimeout ? killRole(draft, order.role) : endRole(draft, order.role, NEEDLESS);
    case 'record-error':
      return record(draft, order, orders);
    case 'run-criteria':
    case 'record-round':
    case 'record-output':
      return applyTaskOrder(draft, order);
    case 'set-deadline':
    case 'replace-plan':
    case 'finish':
      return;
  }
}

// A session that is over stays over: the role goes on in another one, in the same workspace.
function reopen(draft: RunDraft, { role }: OrderOf<'open-session'>, { ids, starts }: Orders): void {
  const last = draft.roles.get(role);
  const start = starts.get(role);
  if (openRole(draft, role) || !last || !start) return;
  const session: Session = {
    ...last.session,
    ...INITIAL_SESSION,
    id: nextSessionId(draft.run.id, role, last.session.id),
    retriesLeft: start.retries,
    conversationId: ids.uuid(),
    createdAt: draft.at,
    stateSince: draft.at,
  };
  const opened = openDraft(session, [], draft);
  const journal = noteOf(draft, `${role} of run ${draft.run.id}, again`);
  opened.writes.push({ kind: 'add-session', session, spec: start.spec, journal });
  if (start.workspace) handOver(opened, start.workspace);
  draft.roles.set(role, opened);
}

function handOver(opened: Draft, from: Workspace): void {
  const { id: sessionId } = opened.session;
  const released = { ...from, state: 'released' as const, version: from.version + 1, changedAt: opened.at };
  const wanted = { ...from, sessionId, state: 'wanted' as const, version: 1, changedAt: opened.at };
  opened.writes.push(
    { kind: 'save-workspace', from, to: released, journal: noteOf(opened, `goes to ${sessionId}`) },
    { kind: 'add-workspace', workspace: wanted, journal: noteOf(opened, from.path) },
  );
}

/** One that is on its way out gets nothing more: its end is the next fact that the program hears of. */
function giveTurn(
  draft: RunDraft,
  order: OrderOf<'give-turn'>,
  { ids, starts, retries }: Orders,
): Turn | null {
  const session = openRole(draft, order.role);
  if (!session) return null;
  const body = [order.text, branchWords(draft, order.role)].filter((part) => part !== '').join('\n\n');
  // A reminder, or an answer, comes after the task of its round and carries nothing but itself.
  const isTask = !session.turns.some(({ round }) => round === order.round);
  const terms = termsOf(order, retries);
  const turn = draftTurn(session, { id: ids.uuid(), kind: 'message', body, round: order.round, ...terms });
  if (order.checkout !== undefined)
    draftCheckout(session, starts.get(order.role)?.workspace ?? null, order.checkout);
  const { state } = draft.memory;
  if (isTask && order.round === state.round) {
    for (const { id } of state.input) draftDelivery(draft, { id }, { role: order.role, turnId: turn.id });
  }
  return turn;
}

function termsOf(
  { terms }: OrderOf<'give-turn'>,
  retries: number,
): Partial<Pick<Turn, 'limitMs' | 'retries'>> {
  if (terms === undefined) return {};
  const isStart = terms.retries !== undefined;
  return { limitMs: terms.limitMs, retries: isStart ? (terms.retries ?? retries) : null };
}

/** Its throw-away workspace is wanted anew: the session hands nothing over before it is there. */
function draftCheckout(draft: Draft, from: Workspace | null, baseCommit: string): void {
  const index = draft.writes.findIndex(({ kind }) => kind === 'add-workspace');
  const added = draft.writes[index];
  if (added?.kind === 'add-workspace') {
    draft.writes[index] = { ...added, workspace: { ...added.workspace, baseCommit } };
  } else if (from !== null) {
    const to = {
      ...from,
      state: 'wanted' as const,
      baseCommit,
      version: from.version + 1,
      changedAt: draft.at,
    };
    draft.writes.push({ kind: 'save-workspace', from, to, journal: noteOf(draft, `at ${baseCommit}`) });
  }
}

/** Where the work of the others is to be found. */
function branchWords(draft: RunDraft, role: string): string {
  const { roles } = draft.memory.definition;
  const bare = new Set(roles.filter(({ isThrowAway }) => isThrowAway === true).map(({ name }) => name));
  const others = [...draft.roles].filter(
    ([name, { session }]) => name !== role && session.hasWorkspace && !bare.has(name),
  );
  if (others.length === 0) return '';
  const branches = others.map(([name, { session }]) => `${branchName(session)} (${name})`).join(', ');
  return `Branches of the others in this run: ${branches}. Read them with git; they are not yours to change.`;
}

function deliver(draft: RunDraft, { to, messageId }: OrderOf<'deliver'>, { ids, message }: Orders): void {
  const session = openRole(draft, to);
  if (!session || message?.id !== messageId) return;
  const body = `${message.type ?? 'message'} of ${message.fromRole ?? message.sender}:\n${message.body}`;
  const turn = draftTurn(session, { id: ids.uuid(), kind: 'message', body });
  draftDelivery(draft, message, { role: to, turnId: turn.id });
}

export const runQuestionKey = (runId: string, number: number): string => `${runId}/question/${number}`;

function ask(draft: RunDraft, order: OrderOf<'ask'>, { ids }: Orders): void {
  const { question: number, text, options, approves } = order;
  const { definition } = draft.memory;
  const plan = 'design' in definition ? definition.design.plan : null;
  const worded =
    approves === undefined || plan === null
      ? wordQuestion('run', { number, text, options })
      : wordQuestion('approval', { number, text, versionId: versionId(plan, approves) });
  draftAsk(draft, worded, {
    runId: draft.run.id,
    key: runQuestionKey(draft.run.id, number),
    hash: ids.hash,
  });
}

function stepPlan(draft: RunDraft, order: OrderOf<'step-version'>, { versions }: Orders): void {
  const { version: number, event, why: words } = order;
  const version = versions?.get(number);
  // A person may have decided about it by another way meanwhile.
  if (versions === undefined || version === undefined || !stepVersion(version, event, draft).ok) return;
  versions.set(number, draftVersion(draft, { version, event, words }, [...versions.values()]));
}

function askAboutNote(draft: RunDraft, order: OrderOf<'ask-about-note'>, { ids }: Orders): void {
  const { question: number, noteId, text } = order;
  draftAsk(draft, wordQuestion('plan-escalation', { number, noteId, text }), {
    runId: draft.run.id,
    key: `${draft.run.id}/question/${number}`,
    hash: ids.hash,
  });
}

function resolveEscalated(
  draft: RunDraft,
  { noteId, resolution, by }: OrderOf<'resolve-note'>,
  orders: Orders,
): void {
  const note = orders.notes.get(noteId);
  const step = note && resolveNote(note, { resolution, by, at: draft.at });
  const journal = noteOf(draft, resolution);
  if (step?.ok) draft.writes.push({ kind: 'step-completion-note', step: step.value, journal });
}

function record(draft: RunDraft, order: OrderOf<'record-error'>, { ids }: Orders): void {
  const { category, role, message, recovered } = order;
  const error = { id: ids.uuid(), runId: draft.run.id, at: draft.at, category, role, message, recovered };
  draft.writes.push({ kind: 'add-run-error', error, journal: noteOf(draft, message) });
}

/** Lets a role go. What it still had to do is refused, and its sender can see that. */
export function endRole(draft: RunDraft, role: string, why: string): void {
  const session = openRole(draft, role);
  if (!session) return;
  const isAtRest = session.session.state === 'created' || session.session.state === 'parked';
  if (!isAtRest)
    return draftStep(session, 'end', { note: why, patch: { ending: 'completed', reasonText: why } });
  stop(session, 'asked', why);
}

function killRole(draft: RunDraft, role: string): void {
  const session = openRole(draft, role);
  if (session) stop(session, 'timeout', TIMEOUT);
}

function stop(session: Draft, reason: EndReason, why: string): void {
  draftStep(session, 'stop', { note: why, patch: { ending: 'killed', reason, reasonText: why } });
  if (isOver(session.session)) draftDroppedTurns(session);
}

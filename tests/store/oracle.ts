import type { Attempt } from '../../src/domain/attempt/attempt.ts';
import { emptyAccount } from '../../src/domain/budget/account.ts';
import { Fault } from '../../src/domain/fault.ts';
import type { InboxTally } from '../../src/domain/message/message.ts';
import { compareWork } from '../../src/domain/queue/order.ts';
import type { WorkItem } from '../../src/domain/queue/work-item.ts';
import type { Run, RunState } from '../../src/domain/run/run.ts';
import type { Session, SessionState } from '../../src/domain/session/session.ts';
import type { CommitResult } from '../../src/store/commit-result.ts';
import type { RunFilter, SessionFilter, Store, WorkFilter, Write } from '../../src/store/store.ts';
import { Refused } from './oracle-guards.ts';
import { listLines } from './oracle-journal.ts';
import { MailOracle } from './oracle-mail.ts';
import { namedOf, successorsOf } from './oracle-names.ts';
import { isAfter, isAsked, order } from './oracle-order.ts';
import { matchingVersions } from './oracle-plans.ts';
import { presenceReads } from './oracle-presence.ts';
import { claimStep, countWork, matchingWork, readyWork } from './oracle-queue.ts';
import { listRaces } from './oracle-races.ts';
import { checkReferences } from './oracle-references.ts';
import { apply, copyRows, noRows } from './oracle-rows.ts';
import { hitsIn } from './oracle-search.ts';
import {
  briefly,
  childrenOf,
  dependentSessions,
  endedSessions,
  failedSessions,
  matchingSessions,
} from './oracle-sessions.ts';
import { listTaskChecks, listTaskOutputs, listTaskRounds } from './oracle-tasks.ts';
import { sumUp, titleFor } from './oracle-usage.ts';

const OVER: readonly RunState[] = ['completed', 'failed', 'cancelled'];
const FINAL: readonly SessionState[] = ['completed', 'failed', 'killed'];

/** The store without a database: copy all rows, change the copy, keep it if all went well. */
export class OracleStore extends MailOracle implements Store {
  #rows = noRows();

  protected override mailRows() {
    return this.#rows;
  }

  async commit(writes: readonly Write[]): Promise<CommitResult> {
    const rows = copyRows(this.#rows);
    let claimed: WorkItem | undefined;
    const isTaker = writes.some(({ kind }) => kind === 'take-slot');
    const isPaused = this.#rows.pauses.some(({ endedAt }) => endedAt === null);
    if (isTaker && isPaused) return { saved: false, why: 'paused' };
    try {
      let held = this.#rows.sessions.filter((it) => it.state === 'starting' || it.state === 'working').length;
      for (const write of writes) {
        if (write.kind === 'take-slot') {
          if (held >= write.limit) return { saved: false, why: 'no-slot' };
          held += 1;
        } else if (write.kind === 'claim-next') {
          const claim = claimStep(rows.works, write);
          if (!claim) return { saved: false, why: 'nothing-ready' };
          apply(rows, claim);
          claimed = claim.step.to;
        } else apply(rows, write);
      }
    } catch (error) {
      if (error instanceof Refused) return error.result;
      throw error;
    }
    checkReferences(rows);
    this.#rows = rows;
    return { saved: true, ...(claimed ? { claimed } : {}) };
  }

  async findSession(id: string) {
    return this.#rows.sessions.find((it) => it.id === id);
  }

  async findSessionByKey(key: string) {
    return this.#rows.sessions.find((it) => it.key === key);
  }

  async findSpec(sessionId: string) {
    return this.#rows.specs.get(sessionId);
  }

  async listSessions(filter: SessionFilter, page: { limit: number; after?: string }) {
    if (page.after !== undefined && !/^\d+:./.test(page.after)) throw new Fault('cursor-unknown', page.after);
    const sorted = matchingSessions(this.#rows.sessions, filter).sort(
      (a, b) => b.createdAt - a.createdAt || order(b.id, a.id),
    );
    const from = page.after === undefined ? 0 : sorted.findIndex((it) => isAfter(it, page.after ?? ''));
    const rest = from < 0 ? [] : sorted.slice(from);
    const sessions = rest.slice(0, page.limit);
    const last = sessions.at(-1);
    return { sessions, next: last && rest.length > page.limit ? `${last.createdAt}:${last.id}` : null };
  }

  async countSessions(filter: SessionFilter) {
    const tally: Partial<Record<SessionState, number>> = {};
    for (const { state } of matchingSessions(this.#rows.sessions, filter))
      tally[state] = (tally[state] ?? 0) + 1;
    return tally;
  }

  async listLiveBriefly() {
    const live = await this.listLive();
    return Promise.all(live.map(async (one) => briefly(one, await this.listTurns(one.id))));
  }

  async listLive() {
    const rank = (it: Session) => (it.priority === 'high' ? 0 : 1);
    return this.#rows.sessions
      .filter((it) => !FINAL.includes(it.state))
      .sort((a, b) => rank(a) - rank(b) || a.createdAt - b.createdAt || order(a.id, b.id));
  }

  async listNearIds(text: string) {
    if (text === '') return [];
    const ids = this.#rows.sessions.map(({ id }) => id).sort(order);
    const down = ids.toReversed();
    const around = [
      ...down.filter((id) => id < text).slice(0, 5),
      ...ids.filter((id) => id > text).slice(0, 5),
    ];
    const common = (id: string) => [...id].findIndex((_, n) => id[n] !== text[n]);
    const shared = (id: string) => (common(id) < 0 ? id.length : common(id));
    const near = [
      ...down.filter((id) => id.startsWith(text)),
      ...down.filter((id) => id.includes(text)),
      ...around.filter((id) => shared(id) >= 4).sort((a, b) => shared(b) - shared(a)),
    ];
    return [...new Set(near)].slice(0, 5);
  }

  listNamed: Store['listNamed'] = async (named) => namedOf(this.#rows.sessions, named);

  listChildren: Store['listChildren'] = async (id) => childrenOf(this.#rows.sessions, id);

  listDependent: Store['listDependent'] = async () => dependentSessions(this.#rows.sessions);

  listSuccessors: Store['listSuccessors'] = async (ids) => successorsOf(this.#rows.sessions, ids);

  findTurn: Store['findTurn'] = async (id) => this.#rows.turns.find((it) => it.id === id);

  async listTurns(sessionId: string) {
    return this.#rows.turns.filter((it) => it.sessionId === sessionId).sort((a, b) => a.number - b.number);
  }

  async findAttempt(sessionId: string, number: number) {
    return this.#rows.attempts.find((it) => it.sessionId === sessionId && it.number === number);
  }

  async listAttempts(sessionId: string) {
    return this.#rows.attempts.filter((it) => it.sessionId === sessionId).sort((a, b) => a.number - b.number);
  }

  async listAccounts(names: readonly string[]) {
    return names.map((name) => this.#rows.accounts.get(name) ?? emptyAccount(name));
  }

  async listUsage({ by, since, now }: Parameters<Store['listUsage']>[0]) {
    const nameOf = (it: Attempt) => {
      const session = this.#rows.sessions.find(({ id }) => id === it.sessionId);
      if (by === 'all') return 'all';
      if (by === 'day') return new Date(it.openedAt).toISOString().slice(0, 10);
      if (by === 'item') return session?.workId ?? null;
      return (by === 'run' ? session?.runId : by === 'session' ? session?.id : session?.persona) ?? null;
    };
    const counted = this.#rows.attempts.filter(({ openedAt }) => openedAt >= since);
    const names = [...new Set(counted.map(nameOf))].sort((a, b) => order(a ?? '', b ?? ''));
    return names.map((of) =>
      sumUp(
        counted.filter((it) => nameOf(it) === of),
        { of, title: titleFor(this.#rows.sessions, by, of), now },
      ),
    );
  }

  findQuestion: Store['findQuestion'] = async (id) => this.#rows.questions.find((it) => it.id === id);

  async listQuestions({ sessionId, runId, state }: Parameters<Store['listQuestions']>[0]) {
    return this.#rows.questions
      .filter((it) => isAsked(sessionId, it.sessionId) && isAsked(runId, it.runId))
      .filter((it) => state === undefined || it.state === state)
      .sort((a, b) => a.askedAt - b.askedAt || order(a.id, b.id));
  }

  async findNote(id: string) {
    return this.#rows.notes.find((it) => it.id === id);
  }

  async listNotes({ sessionId, runId, taskId, isSettled }: Parameters<Store['listNotes']>[0]) {
    return this.#rows.notes
      .filter((it) => isAsked(sessionId, it.sessionId) && isAsked(runId, it.runId))
      .filter((it) => isAsked(taskId, it.taskId))
      .filter((it) => isSettled === undefined || (it.state === 'resolved') === isSettled)
      .sort((a, b) => a.createdAt - b.createdAt || order(a.sessionId, b.sessionId) || a.number - b.number);
  }

  listTaskChecks: Store['listTaskChecks'] = async (filter) => listTaskChecks(this.#rows, filter);
  listTaskRounds: Store['listTaskRounds'] = async (runId) => listTaskRounds(this.#rows, runId);
  listTaskOutputs: Store['listTaskOutputs'] = async (runId) => listTaskOutputs(this.#rows, runId);

  listFailed: Store['listFailed'] = async (filter) => failedSessions(this.#rows.sessions, filter);
  listEnded: Store['listEnded'] = async (filter) => endedSessions(this.#rows.sessions, filter);

  async listNotifications(filter: Parameters<Store['listNotifications']>[0]) {
    const { channel, state, subjectIds, settledSince } = filter;
    return this.#rows.notifications
      .filter((it) => channel === undefined || it.channel === channel)
      .filter((it) => state === undefined || it.state === state)
      .filter((it) => subjectIds === undefined || subjectIds.includes(it.subjectId))
      .filter((it) => settledSince === undefined || (it.settledAt ?? -1) >= settledSince)
      .sort((a, b) => a.createdAt - b.createdAt || order(a.id, b.id));
  }

  async listMessages({ recipient, sender, runId, isDeadLetter }: Parameters<Store['listMessages']>[0]) {
    return this.#rows.messages
      .filter((it) => recipient === undefined || it.recipient === recipient)
      .filter((it) => sender === undefined || it.sender === sender)
      .filter((it) => runId === undefined || it.runId === runId)
      .filter((it) => isDeadLetter === undefined || (it.deadLetter !== null) === isDeadLetter)
      .sort((a, b) => a.createdAt - b.createdAt);
  }

  findMessage: Store['findMessage'] = async (id) => this.#rows.messages.find((it) => it.id === id);

  async listDeliveries({ runId, role }: Parameters<Store['listDeliveries']>[0]) {
    return this.#rows.deliveries
      .filter((it) => it.runId === runId && (role === undefined || it.role === role))
      .sort((a, b) => a.at - b.at || order(a.messageId, b.messageId));
  }

  async listInbox({ runId, role, limit }: Parameters<Store['listInbox']>[0]) {
    const turns = new Map(this.#rows.turns.map((turn) => [turn.id, turn.state]));
    const entries = this.#rows.messages.flatMap((message) =>
      this.#rows.deliveries
        .filter((it) => it.messageId === message.id && it.runId === runId && it.role === role)
        .map(({ at, turnId }) => ({ message, at, turnState: turns.get(turnId ?? '') ?? null })),
    );
    return entries.sort((a, b) => a.at - b.at).slice(-limit);
  }

  async countInboxes({ runId, role: only }: Parameters<Store['countInboxes']>[0]) {
    const turns = new Map(this.#rows.turns.map((turn) => [turn.id, turn]));
    const tallies = new Map<string, InboxTally>();
    for (const { role, turnId, at } of this.#rows.deliveries.filter((it) => it.runId === runId)) {
      if (only !== undefined && role !== only) continue;
      const turn = turns.get(turnId ?? '');
      const key = `${role} ${turn?.state ?? ''}`;
      const { count, changedAt } = tallies.get(key) ?? { count: 0, changedAt: 0 };
      const latest = Math.max(changedAt, at, turn?.changedAt ?? 0);
      tallies.set(key, { role, turnState: turn?.state ?? null, count: count + 1, changedAt: latest });
    }
    return [...tallies.values()];
  }

  async findRun(id: string) {
    return this.#rows.runs.find((it) => it.id === id);
  }

  async findRunByKey(key: string) {
    return this.#rows.runs.find((it) => it.key === key);
  }

  async findRunMemory(runId: string) {
    return this.#rows.memories.get(runId);
  }

  async listRuns({ states, workflow }: RunFilter, { limit, after }: { limit: number; after?: string }) {
    const sorted = this.#rows.runs
      .filter((it) => states === undefined || states.includes(it.state))
      .filter((it) => workflow === undefined || it.workflow === workflow)
      .sort((a, b) => b.createdAt - a.createdAt || order(b.id, a.id));
    const last = this.#rows.runs.find(({ id }) => id === after);
    if (after !== undefined && last === undefined) return [];
    const isLater = (it: Run) =>
      last === undefined ||
      it.createdAt < last.createdAt ||
      (it.createdAt === last.createdAt && it.id < last.id);
    return sorted.filter(isLater).slice(0, limit);
  }

  async listLiveRuns() {
    return this.#rows.runs
      .filter((it) => !OVER.includes(it.state))
      .sort((a, b) => a.createdAt - b.createdAt || order(a.id, b.id));
  }

  async listRunSessions(runId: string, role?: string) {
    return this.#rows.sessions
      .filter((it) => it.runId === runId && (role === undefined || it.role === role))
      .sort((a, b) => a.createdAt - b.createdAt || order(a.id, b.id));
  }

  async listRunErrors(runId: string) {
    return this.#rows.runErrors
      .filter((it) => it.runId === runId)
      .sort((a, b) => a.at - b.at || order(a.id, b.id));
  }

  async listRunFacts(runId: string) {
    return this.#rows.runFacts
      .filter((it) => it.runId === runId)
      .sort((one, other) => one.number - other.number);
  }

  async findIntake(key: string) {
    return this.#rows.intakes.get(key);
  }

  listHits: Store['listHits'] = async (wanted, { limit }) => hitsIn(this.#rows, wanted).slice(0, limit);

  readonly #presence = presenceReads(() => this.#rows);
  readonly findParticipant = this.#presence.findParticipant;
  readonly listParticipants = this.#presence.listParticipants;
  readonly findLastReservation = this.#presence.findLastReservation;
  readonly listReservations = this.#presence.listReservations;
  async findWorkspace(sessionId: string) {
    return this.#rows.workspaces.find((it) => it.sessionId === sessionId);
  }

  async listWorkspaces() {
    return this.#rows.workspaces.toSorted((a, b) => order(a.sessionId, b.sessionId));
  }

  async findWork(id: string) {
    return this.#rows.works.find((it) => it.id === id);
  }

  async listWork(filter: WorkFilter, { limit, after }: { limit: number; after?: string }) {
    const last = this.#rows.works.find((it) => it.id === after);
    if (after !== undefined && !last) return [];
    return matchingWork(this.#rows.works, filter)
      .filter((it) => !last || compareWork(it, last) > 0)
      .slice(0, limit);
  }

  async countWork(filter: WorkFilter) {
    return countWork(matchingWork(this.#rows.works, filter));
  }

  async listWorkStates(ids: readonly string[]) {
    const found = this.#rows.works.filter((it) => ids.includes(it.id));
    return new Map(found.map(({ id, state, contentHash }) => [id, { state, contentHash }]));
  }

  async findReadyWork(filter: WorkFilter, at: number) {
    return readyWork(this.#rows.works, filter, at);
  }

  async listLapsedWork(at: number, limit: number) {
    const lapsed = matchingWork(this.#rows.works, { states: ['claimed'] });
    return lapsed.filter((it) => it.leaseUntil !== null && it.leaseUntil <= at).slice(0, limit);
  }

  findPause = async () => this.#rows.pauses.find(({ endedAt }) => endedAt === null);
  findPlanVersion = async (id: string) => this.#rows.planVersions.find((it) => it.id === id);
  listPlanVersions: Store['listPlanVersions'] = async (filter) =>
    matchingVersions(this.#rows.planVersions, filter);
  findHostClock = async (hostId: string) => this.#rows.clocks.get(hostId);
  findLoop = async (id: string) => this.#rows.loops.find((it) => it.id === id);

  async listLoops({ isLive }: { isLive: boolean }) {
    return this.#rows.loops
      .filter(({ state }) => !isLive || state !== 'finished')
      .sort((a, b) => a.createdAt - b.createdAt || order(a.id, b.id));
  }

  findRace = async (id: string) => this.#rows.races.find((it) => it.id === id);
  findRaceByKey = async (key: string) => this.#rows.races.find((it) => it.key === key);
  listRaces = async ({ isLive }: { isLive: boolean }) => listRaces(this.#rows, isLive);
  findSchedule = async (id: string) => this.#rows.schedules.find((it) => it.id === id);

  async listSchedules({ isLive }: { isLive: boolean }) {
    return this.#rows.schedules
      .filter(({ state }) => !isLive || state !== 'removed')
      .sort((a, b) => a.createdAt - b.createdAt || order(a.id, b.id));
  }

  async listJournal(filter: Parameters<Store['listJournal']>[0]) {
    return listLines(this.#rows, filter);
  }

  async lastJournalSeq() {
    return this.#rows.journal.length;
  }

  async settle() {}
  async close() {}
}

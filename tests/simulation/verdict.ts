import type { Attempt } from '../../src/domain/attempt/attempt.ts';
import { endsProcess } from '../../src/domain/question/kinds.ts';
import { isOver, SESSION_STATES, type Session } from '../../src/domain/session/session.ts';
import type { Turn } from '../../src/domain/turn/turn.ts';
import { askingKeyOf } from '../../src/supervisor/question/carry-answers.ts';
import { BROKEN_OFF } from '../../src/supervisor/screen/look-at-screen.ts';
import { renderOutput } from '../../src/views/output-text.ts';
import { judgeChild } from './child-parts.ts';
import type { Setting } from './crew.ts';
import { judgeDependent } from './dependency-verdict.ts';
import { judgeDesigns } from './design-verdict.ts';
import type { Folder } from './folder.ts';
import { requestIdOf } from './ledger.ts';
import { judgeLoops } from './loop-verdict.ts';
import { judgeNotes } from './note-verdict.ts';
import { judgeNotices } from './notices.ts';
import type { SeenTurn } from './performer.ts';
import { judgeReplays } from './plan-verdict.ts';
import { AGENTS, misfitsOf } from './project.ts';
import { judgeRaces } from './race-verdict.ts';
import { judgeRuns } from './run-verdict.ts';

export type Evidence = Setting & Readonly<{ seen: readonly SeenTurn[]; heard: ReadonlyMap<string, string> }>;

/** What must hold once nothing moves any more. */
export async function judgeQuiet(evidence: Evidence): Promise<void> {
  for (const { id } of evidence.ledger.sessions.values()) {
    const session = await evidence.store.findSession(id);
    if (!session) return evidence.judge.accuse(`${id} vanished`);
    const turns = await evidence.store.listTurns(id);
    judgeProcesses(evidence, session);
    judgeDelivery(evidence, session, turns);
    judgeLost(evidence, session, turns);
    evidence.ledger.begun.judge(evidence, turns);
    judgeDialogs(evidence, session);
    await judgeBreaks(evidence, session);
    await judgeAttempts(evidence, session);
    judgeOutput(evidence, session);
    await judgeRequests(evidence, session);
    await judgePosts(evidence, session);
    await judgeAnswers(evidence, session, turns);
    await judgeJournal(evidence, session);
    await judgeOrder(evidence, session, turns);
    judgeShown(evidence, session);
    await judgeDependent(evidence, session);
    await judgeChild(evidence, session);
    if (isOver(session)) await judgeFinal(evidence, session, turns);
    await judgeContract(evidence, session, turns);
  }
  await judgeWorktrees(evidence);
  await judgeNotices(evidence);
  await judgeRuns(evidence);
  await judgeReplays(evidence);
  await judgeNotes(evidence);
  await judgeDesigns(evidence);
  await judgeLoops(evidence);
  await judgeRaces(evidence);
  evidence.ledger.money.judge();
}

function judgeProcesses({ world, judge }: Evidence, { id, state, attempt, mode, cli }: Session): void {
  const mayLive = !['created', 'parked', 'completed', 'failed', 'killed'].includes(state);
  for (const { folder } of [...world.agents, ...world.launchers]) {
    if (folder.sessionId !== id) continue;
    const isExplained = mayLive && folder.attempt === attempt;
    judge.demand(isExplained, `a process of ${folder.name} is left, and ${id} is ${state} at ${attempt}`);
    if (cli !== 'screener') continue;
    const isOfMode = (folder.plan?.input === 'terminal') === (mode === 'interactive');
    judge.demand(isOfMode, `a process of ${folder.name} is left, and ${id} is ${mode}`);
  }
}

async function judgeFinal(
  { store, judge }: Evidence,
  { id }: Session,
  turns: readonly Turn[],
): Promise<void> {
  const open = turns.filter(({ state }) => ['queued', 'handed', 'seen'].includes(state));
  judge.demand(open.length === 0, `${id} is over with turn ${open[0]?.number} still ${open[0]?.state}`);
  const questions = await store.listQuestions({ sessionId: id, state: 'open' });
  judge.demand(questions.length === 0, `${id} is over with an open question`);
}

/** What completes under a schema fits it; what does not was told once, and no more. */
async function judgeContract(
  { store, world, judge }: Evidence,
  { id, state, attempt, reason }: Session,
  turns: readonly Turn[],
): Promise<void> {
  const corrections = turns.filter(({ kind }) => kind === 'correction').length;
  judge.demand(corrections <= 1, `${id} was corrected ${corrections} times`);
  const spec = await store.findSpec(id);
  if (!spec || spec.schema === null) return judge.demand(corrections === 0, `${id} has no schema`);
  const { result = null } = world.folders.get(`${id}/${attempt}`) ?? {};
  const isFit = result !== null && misfitsOf(JSON.parse(result)).length === 0;
  judge.demand(state !== 'completed' || isFit, `${id} is completed with a result that does not fit`);
  judge.demand(reason !== 'contract' || corrections === 1, `${id} failed before it was corrected`);
}

/** Seen once by an agent that tells of it; never, when it was refused. */
function judgeDelivery({ seen, judge, world }: Evidence, session: Session, turns: readonly Turn[]): void {
  const tells = session.cli !== 'namer' && (AGENTS.get(session.cli)?.can.tellsEvents ?? false);
  for (const { id, number, state, kind } of turns) {
    // It has no readable text.
    if (kind === 'takeover') continue;
    const reads = seen.filter(({ turnId }) => turnId === id);
    const times = reads.length;
    const name = `turn ${number} of ${session.id} is ${state}`;
    const wasRead = ['seen', 'done', 'failed', 'interrupted'].includes(state);
    if (tells) {
      // What was read in silence may be read again by the next process.
      const told = reads.filter(({ hasEcho }) => hasEcho).length;
      const isOnceEach = new Set(reads.map(({ attempt }) => attempt)).size === times;
      judge.demand(told <= 1 && isOnceEach, `${name} and was read ${times} times`);
      // A screen told of it when it was submitted, and a dialog of earlier work still stands before it.
      const screen = world.screenOf(world.folder(session.id, session.attempt));
      const isNext = screen?.prompts.some(({ by, isTold }) => by === id && isTold) ?? false;
      judge.demand(wasRead ? times >= 1 || isNext : told === 0, `${name} and was read ${times} times`);
    } else if (state === 'done' || (state === 'interrupted' && session.cli === 'namer')) {
      judge.demand(times >= 1, `${name} and was never read`);
    }
  }
}

/** What was handed to a process that is gone went back to the queue. */
function judgeLost({ judge }: Evidence, session: Session, turns: readonly Turn[]): void {
  for (const { number, state, attempt } of turns) {
    const isLost = state === 'handed' && attempt < session.attempt;
    judge.demand(!isLost, `turn ${number} of ${session.id} was lost with attempt ${attempt}`);
  }
}

const HEARD_MS = 60_000;

/** An answer that is on its way reaches its dialog soon, at least once nothing goes wrong any more. */
function judgeDialogs({ world, judge, ledger }: Evidence, { id }: Session): void {
  for (const { sessionId, screen, diedAt } of world.folders.values()) {
    const standing = sessionId === id ? (screen?.dialogs ?? []).filter(({ isGone }) => !isGone) : [];
    for (const dialog of standing) {
      const sentAt = Math.max(world.calmSince, ledger.deliveredAt.get(dialog.id) ?? Number.POSITIVE_INFINITY);
      const stoodMs = (diedAt ?? world.now) - sentAt;
      judge.demand(stoodMs < HEARD_MS, `the answer to ${dialog.id} of ${id} did not reach its dialog`);
    }
  }
}

/** Work counts as broken off by a person only where a person broke it off. */
async function judgeBreaks({ store, world, judge }: Evidence, { id }: Session): Promise<void> {
  const folders = [...world.folders.values()].filter(({ sessionId }) => sessionId === id);
  const breaks = folders.reduce((sum, { screen }) => sum + (screen?.breaks ?? 0), 0);
  const entries = await store.listJournal({ sessionId: id, after: 0, limit: 1_000_000 });
  const told = new Set(entries.filter(({ note }) => note === BROKEN_OFF).map(({ at }) => at)).size;
  judge.demand(told <= breaks, `${id} was broken off ${breaks} times, and the journal tells of ${told}`);
}

/** Everything that was said in whole lines was counted, once. */
async function judgeAttempts({ store, world, judge }: Evidence, session: Session): Promise<void> {
  const tells = AGENTS.get(session.cli)?.can.tellsEvents ?? false;
  for (const attempt of await store.listAttempts(session.id)) {
    const folder = world.folders.get(`${session.id}/${attempt.number}`);
    if (!folder) continue;
    const isRead = attempt.eventsCursor === folder.eventBytes;
    const name = `attempt ${folder.name}`;
    judge.demand(isRead, `${name} was read up to ${attempt.eventsCursor} of ${folder.eventBytes}`);
    judge.demand(
      isCounted(attempt, folder, tells),
      `${name} was counted wrongly: ${JSON.stringify(folder.reported)}`,
    );
    const isOld = attempt.number < session.attempt || isOver(session);
    judge.demand(!isOld || attempt.endedAt !== null, `${name} is over and its row does not say so`);
  }
}

function isCounted(attempt: Attempt, { reported }: Folder, tells: boolean): boolean {
  if (!tells) return attempt.messages === reported.messages;
  return (
    attempt.messages === reported.messages &&
    attempt.tools === reported.tools &&
    attempt.inputTokens === reported.inputTokens &&
    attempt.outputTokens === reported.outputTokens &&
    attempt.costUsd === reported.costUsd &&
    attempt.brokenLines === reported.broken
  );
}

/** What was said is in output.log: all of it, once, in order. */
function judgeOutput({ world, judge }: Evidence, { id, cli }: Session): void {
  const lines = [...world.folders.values()]
    .filter(({ sessionId }) => sessionId === id)
    .sort((one, other) => one.attempt - other.attempt)
    .flatMap((folder) => folder.readEvents(0, Number.POSITIVE_INFINITY).lines);
  const facts = lines.flatMap((line) => AGENTS.get(cli)?.parseLine(line) ?? []);
  const shownIn = (file: string): string => world.drawn.get(`${id}/${file}`)?.toString() ?? '';
  const isAll = shownIn('output.log') === facts.map(renderOutput).join('');
  judge.demand(isAll, `the output of ${id} is not what was said`);
  const tools = shownIn('tools.jsonl').split('\n').slice(0, -1);
  const begun = facts.flatMap((fact) => (fact.kind === 'tool-started' ? [fact.name] : []));
  const isEach = tools.map((line) => JSON.parse(line).name).join() === begun.join();
  judge.demand(isEach, `the tools of ${id} are not those that were begun`);
}

/** Each request was taken in, and did what its answer says, once. */
async function judgeRequests({ store, world, judge, heard }: Evidence, session: Session): Promise<void> {
  const questions = await store.listQuestions({ sessionId: session.id });
  const sent = await store.listMessages({ sender: `session:${session.id}` });
  for (const question of questions) {
    const told = heard.get(requestIdOf(question));
    const isRight = told === undefined || told === question.answer;
    judge.demand(isRight, `the asker of ${question.id} was told ${told}`);
  }
  for (const folder of world.folders.values()) {
    if (folder.sessionId !== session.id) continue;
    for (const { key, text, isGhostly } of folder.requests) {
      const intake = await store.findIntake(key);
      judge.demand(intake !== undefined || isGhostly, `request ${key} was never taken in`);
      const isAccepted = intake !== undefined && !intake.startsWith('{"ok":false');
      const asked = questions.filter((one) => askingKeyOf(one) === key);
      const isAsk = text.startsWith('{"verb":"question.ask"');
      judge.demand(
        !isAsk || asked.length === (isAccepted ? 1 : 0),
        `request ${key} is ${asked.length} questions`,
      );
      // What a role posts to its run is looked at with the run.
      const body = text.includes('"content":') ? undefined : /"body":"([^"]+)"/.exec(text)?.[1];
      const times = sent.filter((message) => message.body === body).length;
      judge.demand(
        body === undefined || times === (isAccepted ? 1 : 0),
        `request ${key} is ${times} messages`,
      );
      const told = heard.get(key);
      const [question] = asked;
      if (told && (question?.state === 'answered' || question?.state === 'delivered')) {
        const { id, answer } = question;
        const value = { question_id: id, answer };
        const isRight = told === JSON.stringify({ ok: true, text: answer, value });
        judge.demand(isRight, `the asker of ${id} was told ${told}`);
      }
    }
  }
}

/** Each message that was left as a file was sent once, or refused; none lies about. */
async function judgePosts({ store, world, judge }: Evidence, session: Session): Promise<void> {
  const sent = await store.listMessages({ sender: `session:${session.id}` });
  for (const folder of world.folders.values()) {
    if (folder.sessionId !== session.id) continue;
    for (const { name, body, is, problem, finishedKey } of folder.posts) {
      const post = `post ${folder.name}/${name}`;
      judge.demand(is === 'finished' || isOver(session), `${post} is still ${is}`);
      const times = sent.filter((message) => message.body === body).length;
      judge.demand(times <= 1, `${post} is ${times} messages`);
      if (finishedKey === null) continue;
      const isAccepted = (await store.findIntake(finishedKey))?.startsWith('{"ok":true') ?? false;
      judge.demand(isAccepted === (problem === null), `${post} was finished and never taken in`);
      judge.demand(times === (isAccepted ? 1 : 0), `${post} is ${times} messages`);
    }
  }
}

/** The asker has read the answer, or a turn carries it, or no process is left to use it. */
async function judgeAnswers(evidence: Evidence, session: Session, turns: readonly Turn[]): Promise<void> {
  const { store, world, judge, heard } = evidence;
  const questions = await store.listQuestions({ sessionId: session.id, state: 'delivered' });
  const requests = [...world.folders.values()].flatMap((folder) => folder.requests);
  for (const question of questions) {
    const { id, text, attempt, answer, answeredAt } = question;
    const askingKey = askingKeyOf(question);
    const isCarried = turns.some(({ kind, body }) => kind === 'answer' && body.includes(text));
    if (endsProcess(question)) {
      const isTold = isCarried && turns.some(({ body }) => body.includes(answer ?? ''));
      judge.demand(isTold, `${session.id} was interrupted, and no turn carries the answer to ${id}`);
    }
    if (askingKey === null || heard.has(askingKey) || isCarried) continue;
    const { gaveUpAt = null } = requests.find(({ key }) => key === askingKey) ?? {};
    const wasLate = gaveUpAt !== null && gaveUpAt < (answeredAt ?? 0);
    judge.demand(!wasLate, `the answer to ${id} came too late and no turn carries it`);
    judge.demand(session.attempt === attempt, `the answer to ${id} was lost with attempt ${attempt}`);
  }
}

/** Replaying the journal gives the row. */
async function judgeJournal({ store, judge }: Evidence, session: Session): Promise<void> {
  const states: readonly string[] = SESSION_STATES;
  let state: string | null = null;
  for (const entry of await store.listJournal({ after: 0, limit: 100_000, sessionId: session.id })) {
    const isOther = /^(turn-(?!ended)|question-|workspace-)/.test(entry.event);
    if (isOther || entry.toState === null || !states.includes(entry.toState)) continue;
    judge.demand(
      entry.fromState === state,
      `the journal of ${session.id} jumps from ${state} by ${entry.event}`,
    );
    state = entry.toState;
  }
  judge.demand(
    state === session.state,
    `the journal of ${session.id} ends ${state}, its row is ${session.state}`,
  );
}

/** What one sender said to one recipient is read in the order in which it was said. */
async function judgeOrder(
  { store, seen, judge }: Evidence,
  session: Session,
  turns: readonly Turn[],
): Promise<void> {
  // By the numbers of their turns: the clock may have been put back between two of them.
  const numberOf = (turnId: string | null): number => turns.find(({ id }) => id === turnId)?.number ?? 0;
  const messages = [...(await store.listMessages({ recipient: session.id }))].sort(
    (one, other) => numberOf(one.turnId) - numberOf(other.turnId),
  );
  const firstRead = new Map<string, number>();
  seen.forEach(({ turnId }, index) => {
    if (!firstRead.has(turnId)) firstRead.set(turnId, index);
  });
  const last = new Map<string, number>();
  for (const { sender, turnId } of messages) {
    judge.demand(
      turns.some(({ id }) => id === turnId),
      `a message to ${session.id} has no turn`,
    );
    const index = firstRead.get(turnId ?? '');
    if (index === undefined) continue;
    judge.demand(
      index > (last.get(sender) ?? -1),
      `${session.id} read the messages of ${sender} out of order`,
    );
    last.set(sender, index);
  }
}

function judgeShown({ disk, judge }: Evidence, session: Session): void {
  const files = disk.shown.get(session.id);
  if (session.archivedAt !== null) {
    judge.demand(files === undefined, `${session.id} is archived and is drawn where it was`);
    return;
  }
  judge.demand(!disk.archived.has(session.id), `the folder of ${session.id} is archived and its row is not`);
  const shown: unknown = JSON.parse(files?.get('state.json') ?? '{}');
  const { state } = shown as { state?: string };
  judge.demand(state === session.state, `${session.id} is ${session.state} and shown as ${state}`);
}

async function judgeWorktrees({ store, disk, judge }: Evidence): Promise<void> {
  const rows = await store.listWorkspaces();
  const held = new Set(rows.filter(({ state }) => state !== 'released').map(({ path }) => path));
  const paths = new Map(rows.map(({ sessionId, path }) => [sessionId, path]));
  for (const id of disk.worktrees) {
    const isExplained = held.has(paths.get(id) ?? '');
    judge.demand(isExplained, `the worktree of ${id} is not explained by its row`);
  }
}

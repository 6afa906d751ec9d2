import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { closeSync, constants, existsSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { claude } from '../../src/agents/claude.ts';
import type { Handover, LaunchInput, LaunchSettings } from '../../src/domain/agent/agent.ts';
import type { AgentFact } from '../../src/domain/agent/fact.ts';
import type { Session, SessionMode } from '../../src/domain/session/session.ts';
import type { SessionSpec } from '../../src/domain/session/spec.ts';
import type { Turn } from '../../src/domain/turn/turn.ts';
import type { AttemptObservation, AttemptRef, Attempts } from '../../src/runtime/attempt/attempts.ts';
import { watchFolder } from '../../src/runtime/files/watch.ts';
import { aSpec } from '../store/rows.ts';

const WAIT_MS = 60_000;
const SESSION_ID = '20270115-080000-tester';

export type Start = Readonly<{
  spec?: Partial<SessionSpec>;
  settings?: Partial<LaunchSettings>;
  model?: string;
  mode?: SessionMode;
  /** The first turn, which a screen is given at its start. */
  prompt?: string;
  /** Goes on with this conversation. */
  resume?: string;
}>;

type Kind = AgentFact['kind'];
type FactOf<K extends Kind> = Extract<AgentFact, { kind: K }>;

/** One process of the real program, spoken to through its input file and heard through the adapter. */
export type Talk = Readonly<{
  conversationId: string;
  input: LaunchInput;
  facts(): readonly AgentFact[];
  all<K extends Kind>(kind: K): readonly FactOf<K>[];
  /** The n-th fact of a kind, counted from 1, when it has come. */
  next<K extends Kind>(kind: K, nth?: number): Promise<FactOf<K>>;
  /** Hands over a prompt and gives back its turn's id. */
  hand(body: string): Promise<string>;
  /** Hands over a prompt and waits for the end of the turn. */
  ask(body: string): Promise<FactOf<'turn-ended'>>;
  give(handover: Handover | string): Promise<void>;
  allow(asked: FactOf<'permission-asked'>): Promise<void>;
  deny(asked: FactOf<'permission-asked'>, message: string): Promise<void>;
  endInput(): Promise<void>;
  signal(signal: 'TERM' | 'KILL'): Promise<void>;
  exitCode(): Promise<number | null>;
  /** Ends the input and gives back the exit code. */
  leave(): Promise<number | null>;
  errors(): Promise<string>;
  linesTooLong(): number;
  close(): Promise<void>;
}>;

type Stage = Readonly<{
  attempts: Attempts;
  base: string;
  home: string;
  workDir: string;
  binDir: string;
  number: number;
}>;

export async function openTalk(stage: Stage, start: Start): Promise<Talk> {
  const { attempts } = stage;
  const conversationId = start.resume ?? randomUUID();
  const ref: AttemptRef = { sessionId: SESSION_ID, attempt: stage.number, runId: null, role: null };
  const attemptDir = join(stage.base, 'sessions', SESSION_ID, 'attempts', String(stage.number));
  mkdirSync(attemptDir, { recursive: true });
  const record = listen(attempts, ref, attemptDir);
  const input = launchInput(stage, start, { conversationId, attemptDir });
  const { mode } = input.session;
  await attempts.ensureOpen(ref, claude.plan(input), mode);

  const lines: string[] = [];
  const give = async (handover: Handover | string): Promise<void> => {
    if (typeof handover !== 'string' && handover.by === 'file') return giveFile(attemptDir, handover);
    lines.push(typeof handover === 'string' ? handover : handover.line);
    await attempts.ensureInput(ref, lines);
  };
  const hand = async (body: string): Promise<string> => {
    const turn = { ...input.turn, id: randomUUID(), body };
    await give(claude.renderTurn(turn));
    return turn.id;
  };
  const next: Talk['next'] = (kind, nth = 1) => record.wait(() => record.all(kind)[nth - 1]);
  const exitCode = async (): Promise<number | null> => {
    const over = await record.wait(async () => overOrNothing(await attempts.observe(ref)));
    await record.look();
    return over.exitCode;
  };
  const decide = (
    asked: FactOf<'permission-asked'>,
    behaviour: 'allow' | 'deny',
    message = '',
  ): Promise<void> => {
    const answer = { requestId: asked.requestId, behaviour, message, input: asked.input ?? '' };
    return give(claude.renderAnswer?.(answer, mode) ?? '');
  };
  return {
    conversationId,
    input,
    facts: () => record.facts,
    all: record.all,
    next,
    hand,
    async ask(body) {
      const before = record.all('turn-ended').length;
      await hand(body);
      return next('turn-ended', before + 1);
    },
    give,
    allow: (asked) => decide(asked, 'allow'),
    deny: (asked, message) => decide(asked, 'deny', message),
    endInput: () => attempts.ensureInputEnded(ref),
    signal: (signal) => attempts.sendSignal(ref, signal),
    exitCode,
    async leave() {
      await attempts.ensureInputEnded(ref);
      return exitCode();
    },
    errors: () => attempts.readErrors(ref),
    linesTooLong: record.linesTooLong,
    async close() {
      record.close();
      await attempts.ensureGone(ref);
    },
  };
}

/** The answer first, then wake-ups until the hook has read it. */
async function giveFile(
  folder: string,
  { name, text, pipe }: Extract<Handover, { by: 'file' }>,
): Promise<void> {
  writeFileSync(join(folder, `${name}.part`), text);
  renameSync(join(folder, `${name}.part`), join(folder, name));
  await vi.waitFor(() => wake(join(folder, pipe)), { timeout: 20_000 });
}

// ENOENT: the answer was found without a wake-up. ENXIO: the hook does not read just now.
function wake(pipe: string): void {
  try {
    closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK));
  } catch (error) {
    if (existsSync(pipe)) throw error;
  }
}

const overOrNothing = (observation: AttemptObservation) =>
  observation.is === 'over' ? observation : undefined;

/** Reads on in the program's record whenever its folder changes. */
function listen(attempts: Attempts, ref: AttemptRef, folder: string) {
  const facts: AgentFact[] = [];
  const news = new EventEmitter();
  let cursor = 0;
  let tooLong = 0;
  let reading = Promise.resolve();
  const read = async (): Promise<void> => {
    const { lines, next, tooLong: more, isAll } = await attempts.readEvents(ref, cursor);
    cursor = next;
    tooLong += more;
    facts.push(...lines.flatMap((line) => claude.parseLine(line)));
    if (!isAll) await read();
  };
  const look = (): Promise<void> => {
    reading = reading.then(read).then(() => void news.emit('look'));
    return reading;
  };
  const watch = watchFolder(folder, () => void look());
  const all = <K extends Kind>(kind: K): readonly FactOf<K>[] =>
    facts.filter((fact): fact is FactOf<K> => fact.kind === kind);
  return {
    facts,
    all,
    look,
    linesTooLong: () => tooLong,
    close: () => watch.close(),
    /** Looks again at every sign until there is something. */
    async wait<T>(find: () => T | undefined | Promise<T | undefined>): Promise<T> {
      const limit = AbortSignal.timeout(WAIT_MS);
      for (;;) {
        const found = await find();
        if (found !== undefined) return found;
        if (limit.aborted) throw new Error(`waited in vain; heard so far: ${JSON.stringify(facts)}`);
        await once(news, 'look', { signal: limit }).catch(() => undefined);
      }
    },
  };
}

type Names = Readonly<{ conversationId: string; attemptDir: string }>;

function launchInput(stage: Stage, start: Start, { conversationId, attemptDir }: Names): LaunchInput {
  const session = {
    id: SESSION_ID,
    runId: null,
    role: null,
    persona: 'tester',
    mode: start.mode ?? 'headless',
    model: start.model ?? null,
  } as Session;
  const turn: Turn = {
    id: randomUUID(),
    sessionId: SESSION_ID,
    number: 1,
    kind: 'prompt',
    body: start.prompt ?? '',
    round: null,
    state: 'handed',
    attempt: stage.number,
    position: 0,
    limitMs: null,
    retries: null,
    createdAt: 0,
    changedAt: 0,
  };
  return {
    session,
    spec: aSpec({ prompt: '', personaText: 'You are the tester of this project.', ...start.spec }),
    turn,
    attempt: stage.number,
    conversationId,
    resume: start.resume !== undefined,
    paths: {
      project: stage.workDir,
      workDir: stage.workDir,
      sessionDir: join(stage.base, 'sessions', SESSION_ID),
      attemptDir,
      binDir: stage.binDir,
      rehearsalProgram: '',
      home: stage.home,
    },
    settings: start.settings ?? {},
  };
}

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Agent, LaunchInput, LaunchPlan, PermissionAnswer } from '../../domain/agent/agent.ts';
import type { AgentFact } from '../../domain/agent/fact.ts';
import { missingInput } from '../../domain/attempt/input-lines.ts';
import { isOpenTurn, type Turn } from '../../domain/turn/turn.ts';
import { findDescendants } from '../process/descendants.ts';
import { observeProcesses } from '../process/process-table.ts';
import { sendSignalTo } from '../process/signal.ts';

/** A conversation with one process of an agent, without a supervisor: as its adapter words it. */
export type Talk = Readonly<{
  facts(): readonly AgentFact[];
  /** Only where one process serves many turns. */
  hand(turn: Turn): void;
  allow(requestId: string): void;
  cancel(): void;
  /** The first fact that fits; undefined when none came in time, or the process has left. */
  waitFor<T extends AgentFact>(
    fits: (fact: AgentFact) => fact is T,
    withinMs: number,
  ): Promise<T | undefined>;
  /** The last lines that it complained with. */
  complaint(): string;
  /** Ends its input, and then all that is left of it. */
  end(): Promise<void>;
}>;

const LEAVE_MS = 3_000;
const COMPLAINT_CHARS = 400;
const STDERR_CHARS = 16_000;

type Opening = Readonly<{
  agent: Agent;
  launch: LaunchInput;
  env: Readonly<Record<string, string>>;
  /** When earlier processes of the conversation were heard from. */
  heardBefore?: readonly number[];
}>;

export async function openTalk(opening: Opening): Promise<Talk> {
  const plan = opening.agent.plan(opening.launch);
  await writePlan(plan, opening.launch.paths.attemptDir);
  return new ProcessTalk(opening, plan);
}

class ProcessTalk implements Talk {
  readonly #opening: Opening;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #news = new EventEmitter().setMaxListeners(0);
  readonly #facts: AgentFact[] = [];
  readonly #turns: Turn[];
  readonly #answers: PermissionAnswer[] = [];
  readonly #left: Promise<unknown>;
  #heard: string | null = null;
  #written = '';
  #isCancelled = false;
  #isOver = false;
  #errors = '';
  #more: NodeJS.Timeout | undefined;

  constructor(opening: Opening, plan: LaunchPlan) {
    this.#opening = opening;
    this.#turns = [opening.launch.turn];
    this.#child = start(plan, opening.env);
    this.#left = this.#listen();
    if (plan.input === 'prompt') this.#child.stdin.end(plan.files['prompt.md'] ?? '');
    else this.#sendTurn(opening.launch.turn);
  }

  facts(): readonly AgentFact[] {
    return this.#facts;
  }

  hand(turn: Turn): void {
    this.#turns.push(turn);
    this.#sendTurn(turn);
  }

  allow(requestId: string): void {
    const { agent } = this.#opening;
    const input = inputOf(this.#facts, requestId);
    const answer: PermissionAnswer = { requestId, behaviour: 'allow', message: '', input };
    this.#answers.push(answer);
    if (agent.protocol) return this.#feed();
    const handover = agent.renderAnswer?.(answer, 'headless');
    if (handover?.by === 'line') this.#write(handover.line);
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#feed();
  }

  async waitFor<T extends AgentFact>(
    fits: (fact: AgentFact) => fact is T,
    withinMs: number,
  ): Promise<T | undefined> {
    const limit = AbortSignal.timeout(withinMs);
    const late = once(limit, 'abort');
    for (;;) {
      const found = this.#facts.find(fits);
      if (found !== undefined || this.#isOver || limit.aborted) return found;
      await Promise.race([once(this.#news, 'news'), late]);
    }
  }

  complaint(): string {
    return this.#errors.trim().slice(-COMPLAINT_CHARS);
  }

  async end(): Promise<void> {
    clearTimeout(this.#more);
    this.#child.stdin.end();
    await Promise.race([this.#left, once(AbortSignal.timeout(LEAVE_MS), 'abort')]);
    await endAll(this.#child);
  }

  #listen(): Promise<unknown> {
    const child = this.#child;
    splitLines(child, (line) => this.#take(line));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errors = `${this.#errors}${text}`.slice(-STDERR_CHARS);
    });
    // A program that leaves early closes its end of the pipe.
    child.stdin.on('error', () => undefined);
    return once(child, 'close')
      .catch(() => undefined)
      .then(() => {
        this.#isOver = true;
        this.#news.emit('news');
      });
  }

  #sendTurn(turn: Turn): void {
    const { agent } = this.#opening;
    if (agent.protocol) this.#feed();
    else this.#write(agent.renderTurn(turn));
  }

  #take(line: string): void {
    const { agent, launch } = this.#opening;
    const read = agent.protocol?.read(this.#heard, [line], launch);
    this.#heard = read?.heard ?? this.#heard;
    for (const fact of read?.facts ?? agent.parseLine(line)) {
      if (fact.kind === 'turn-ended') endTurn(this.#turns);
      this.#facts.push(fact);
    }
    this.#feed();
    this.#news.emit('news');
  }

  #feed(): void {
    const { agent, launch, heardBefore = [] } = this.#opening;
    if (!agent.protocol || this.#isOver) return;
    const said = { launch, turns: this.#turns, answers: this.#answers, isCancelled: this.#isCancelled };
    const { lines, moreAt } = agent.protocol.write(this.#heard, { ...said, heardBefore, now: Date.now() });
    this.#write(missingInput(this.#written, lines));
    clearTimeout(this.#more);
    if (moreAt !== null) this.#more = setTimeout(() => this.#feed(), Math.max(0, moreAt - Date.now()));
  }

  #write(text: string): void {
    this.#written += text;
    if (text !== '' && this.#child.stdin.writable) this.#child.stdin.write(text);
  }
}

async function writePlan({ files }: LaunchPlan, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}

// In a session of its own, so that all it starts can be found again.
function start(plan: LaunchPlan, env: Readonly<Record<string, string>>): ChildProcessWithoutNullStreams {
  const [program = '', ...args] = plan.argv;
  const child = spawn(program, args, { cwd: plan.workDir, env: { ...plan.env, ...env }, detached: true });
  // What cannot be started closes without a word, which is how it is told.
  child.on('error', () => undefined);
  return child;
}

function splitLines(child: ChildProcessWithoutNullStreams, take: (line: string) => void): void {
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
}

function endTurn(turns: Turn[]): void {
  const index = turns.findIndex(isOpenTurn);
  const turn = turns[index];
  if (turn) turns[index] = { ...turn, state: 'done' };
}

const inputOf = (facts: readonly AgentFact[], requestId: string): string =>
  facts.flatMap((fact) =>
    fact.kind === 'permission-asked' && fact.requestId === requestId ? [fact.input ?? '{}'] : [],
  )[0] ?? '{}';

async function endAll({ pid }: ChildProcessWithoutNullStreams): Promise<void> {
  if (pid === undefined) return;
  const roots = { pids: [pid], groups: [pid], isMarked: () => false, spared: new Set([process.pid]) };
  for (const row of findDescendants(await observeProcesses(), roots)) await sendSignalTo(row, 'SIGKILL');
}

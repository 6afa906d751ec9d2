import { isBegun } from '../../src/agents/claude/kept-lines.ts';
import type { KnownDesign } from './design-verdict.ts';
import type { Dice } from './dice.ts';
import type { Folder, Request } from './folder.ts';
import { InputReader } from './input-reader.ts';
import type { Judge } from './judge.ts';
import type { KnownPlan, PlanLedger } from './plan-verdict.ts';
import * as lines from './stream-lines.ts';
import { Exited, type Pause, type World } from './world.ts';

/** A turn as some process of a session has read it. */
export type SeenTurn = Readonly<{ sessionId: string; attempt: number; turnId: string }> & {
  hasEcho: boolean;
};

export type Stage = Readonly<{
  world: World;
  dice: Dice;
  judge: Judge;
  seen: SeenTurn[];
  /** The newest conversation of each session that has a transcript. */
  conversations: Map<string, { id: string; file: string }>;
  /** Answers that an asking process has read, by the key of its request. */
  heard: Map<string, string>;
  tellsWithin: boolean;
  /** The role of a session in its run; null when it is in none. */
  partOf: (sessionId: string) => string | null;
  /** The run of a session; null when it is in none. */
  runOf: (sessionId: string) => string | null;
  plans: PlanLedger;
  /** The work that a session was begun for; null when it was begun for none. */
  workOf: (sessionId: string) => string | null;
  /** An agent has done its work, and leaves that outside the store. */
  noteDone: (workId: string, sessionId: string) => void;
  /** Whether agents begin sessions of their own. */
  hasChildren: boolean;
  /** Sessions that a message can go to. */
  listPeers: () => readonly string[];
}>;

/** What every agent can do, whatever its protocol. */
export class Performer {
  readonly folder: Folder;
  readonly input: InputReader;
  readonly #stage: Stage;
  #spentUsd = 0;
  #isAtOwnLimit = false;
  /** It works on a turn that was handed over, not on something of its own. */
  isOnTurn = false;

  constructor(stage: Stage, folder: Folder) {
    this.#stage = stage;
    this.folder = folder;
    this.input = new InputReader(folder);
  }

  get dice(): Dice {
    return this.#stage.dice;
  }

  get isCalm(): boolean {
    return this.#stage.world.isCalm;
  }

  get now(): number {
    return this.#stage.world.wall();
  }

  write(text: string): void {
    this.folder.writeEvent(text);
  }

  say(text: string): void {
    this.write(lines.said(text));
    this.folder.reported.messages += 1;
  }

  /** Reads a turn; `told` is the line that tells of it, if one does. Gives back a way to tell of it later. */
  see(turnId: string, told: string | null): () => void {
    this.isOnTurn = true;
    const { sessionId, attempt } = this.folder;
    const seen: SeenTurn = { sessionId, attempt, turnId, hasEcho: told !== null };
    this.#stage.seen.push(seen);
    if (told !== null) this.write(told);
    return () => {
      seen.hasEcho = true;
    };
  }

  /** Adds a line to the newest transcript of the session, unless it was lost. */
  transcribe(line: string): void {
    const { world, conversations } = this.#stage;
    const file = conversations.get(this.folder.sessionId)?.file ?? '';
    world.transcripts.get(file)?.push(line);
  }

  hear(requestId: string, answer: string): void {
    this.#stage.heard.set(requestId, answer);
  }

  /** A screen tells of a prompt that it read in the middle of a turn. */
  get tellsWithin(): boolean {
    return this.#stage.tellsWithin;
  }

  /** The CLI writes its transcript. */
  remember(file: string, conversation: string): void {
    const { transcripts } = this.#stage.world;
    transcripts.set(file, transcripts.get(file) ?? []);
    this.#stage.conversations.set(this.folder.sessionId, { id: conversation, file });
  }

  /** A person begins another conversation, of which nothing is written yet. */
  clear(file: string, conversation: string): void {
    this.#stage.conversations.set(this.folder.sessionId, { id: conversation, file });
  }

  /** Whether there is a conversation of this session to go on with. */
  hasTranscript(): boolean {
    const { conversations, world } = this.#stage;
    const file = conversations.get(this.folder.sessionId)?.file ?? '';
    const kept = world.transcripts.get(file);
    // The transcript of an agent with a screen may be there before anything that was said is in it.
    return kept !== undefined && (!file.startsWith('/screens/') || isBegun(kept));
  }

  /** A conversation that is resumed must be the newest, lost ones aside; some CLIs go on under a new id. */
  beginConversation(given: string, isResumed: boolean): string {
    const { judge, conversations } = this.#stage;
    const newest = conversations.get(this.folder.sessionId)?.id;
    const isThere = this.hasTranscript();
    if (!isResumed) {
      judge.demand(!isThere || this.#wasTurnedAway(), `${this.folder.name} does not go on with ${newest}`);
      conversations.delete(this.folder.sessionId);
      return given;
    }
    judge.demand(!isThere || newest === given, `${this.folder.name} resumes ${given}, not ${newest}`);
    return this.dice.chance(0.3) ? `c-${this.dice.hex(12)}` : given;
  }

  /** The process before was to go on, and left without a word: its conversation counts as lost. */
  #wasTurnedAway(): boolean {
    const { sessionId, attempt } = this.folder;
    const before = this.#stage.world.folders.get(`${sessionId}/${attempt - 1}`);
    const code = before?.exit?.code ?? 0;
    return (
      before?.eventBytes === 0 && before.plan?.argv.includes('--resume') === true && code > 0 && code < 128
    );
  }

  /** What the process may spend. */
  get #capUsd(): number {
    const argv = this.folder.plan?.argv ?? [];
    const at = argv.indexOf('--max-budget-usd');
    return at < 0 ? Number.POSITIVE_INFINITY : Number(argv[at + 1]);
  }

  get isBroke(): boolean {
    return this.#isAtOwnLimit || this.#spentUsd > this.#capUsd;
  }

  /** The CLI has a limit of its own, and every further turn of the process fails on it. */
  reachOwnLimit(): void {
    this.#isAtOwnLimit = true;
  }

  /** A turn is lost with its process, and its cost is never reported. */
  spendUntold(): void {
    const left = this.#capUsd - this.#spentUsd - this.folder.untoldUsd;
    if (this.isOnTurn && Number.isFinite(left) && left > 0) {
      this.folder.untoldUsd += (left * this.dice.between(0, 100)) / 100;
    }
  }

  /** The price of a turn, told as the running total of this process. */
  spend(): lines.Spent {
    this.isOnTurn = false;
    const inputTokens = this.dice.between(1, 1000);
    const outputTokens = this.dice.between(1, 100);
    if (!this.isBroke) this.#spentUsd += this.dice.between(1, 100) / 100;
    const { reported } = this.folder;
    reported.inputTokens += inputTokens;
    reported.outputTokens += outputTokens;
    reported.costUsd = this.#spentUsd;
    return { inputTokens, outputTokens, costUsd: this.#spentUsd };
  }

  /** Hands in a request, and waits for the answer, but not for ever. */
  *ask(body: unknown, patienceMs: number): Generator<Pause, Request, void> {
    const request = this.folder.addRequest(body);
    yield { ms: patienceMs, until: () => request.answer !== null };
    // Its end may come between the answer's arrival and its being read.
    if (request.answer !== null && !this.isCalm && this.dice.chance(0.3)) throw new Exited(137);
    request.waitsUntil = 0;
    request.isHeard = request.answer !== null;
    if (request.answer !== null) this.#stage.heard.set(request.key, request.answer);
    else request.gaveUpAt = this.now;
    return request;
  }

  /** Asks the person through its own protocol, and waits for a line of input; it may think better of it. */
  *requestPermission(patienceMs: number): Generator<Pause, void, void> {
    const id = `r-${this.dice.hex(8)}`;
    // Every other request asks two things at once.
    const isDouble = Number.parseInt(id.at(-1) ?? '', 16) % 2 === 0;
    this.write(isDouble ? lines.questionsAsked(id) : lines.permissionAsked(id));
    yield { ms: patienceMs, until: () => this.input.answerTo(id) !== undefined };
    const answer = this.input.answerTo(id);
    if (answer === undefined) this.write(lines.permissionWithdrawn(id));
    else this.hear(id, answer);
  }

  /** What it leaves outside the store, before it says that it is through. */
  finish(): void {
    if (this.workId !== null) this.#stage.noteDone(this.workId, this.folder.sessionId);
  }

  get workId(): string | null {
    return this.#stage.workOf(this.folder.sessionId);
  }

  get hasChildren(): boolean {
    return this.#stage.hasChildren;
  }

  get part(): string | null {
    return this.#stage.partOf(this.folder.sessionId);
  }

  get #runId(): string {
    return this.#stage.runOf(this.folder.sessionId) ?? '';
  }

  /** The run of a plan that it is in. */
  get planRun(): KnownPlan | null {
    return this.#stage.plans.runs.get(this.#runId) ?? null;
  }

  /** The design that it is in. */
  get design(): KnownDesign | null {
    return this.#stage.plans.designs.runs.get(this.#runId) ?? null;
  }

  /** Its notes that it has to settle itself. */
  get openNotes(): readonly string[] {
    return this.#stage.plans.notes.openOf(this.folder.sessionId);
  }

  pickPeer(): string {
    const peers = this.#stage.listPeers();
    if (peers.length === 0 || this.dice.chance(0.1)) return this.dice.pick(['person', 'no-such-role']);
    return this.dice.pick(peers);
  }
}

import type { Dice } from './dice.ts';
import type { Folder, Request } from './folder.ts';
import { InputReader } from './input-reader.ts';
import type { Judge } from './judge.ts';
import { playPart } from './run-parts.ts';
import * as lines from './stream-lines.ts';
import { Exited, type Pause, type World } from './world.ts';

const FOREVER = Number.POSITIVE_INFINITY;
const MINUTE = 60_000;

/** A turn as some process of a session has read it. */
export type Seen = Readonly<{ sessionId: string; attempt: number; turnId: string; hasEcho: boolean }>;

export type Stage = Readonly<{
  world: World;
  dice: Dice;
  judge: Judge;
  seen: Seen[];
  /** The newest conversation of each session that has a transcript. */
  conversations: Map<string, { id: string; file: string }>;
  /** Answers that an asking process has read, by the key of its request. */
  heard: Map<string, string>;
  tellsWithin: boolean;
  /** The role of a session in its run; null when it is in none. */
  partOf: (sessionId: string) => string | null;
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
    return this.#stage.world.now;
  }

  write(text: string): void {
    this.folder.writeEvent(text);
  }

  say(text: string): void {
    this.write(lines.said(text));
    this.folder.told.messages += 1;
  }

  /** Reads a turn; `told` is the line that tells of it, if one does. */
  see(turnId: string, told: string | null): void {
    this.isOnTurn = true;
    const { sessionId, attempt } = this.folder;
    this.#stage.seen.push({ sessionId, attempt, turnId, hasEcho: told !== null });
    if (told !== null) this.write(told);
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
    this.#stage.world.transcripts.add(file);
    this.#stage.conversations.set(this.folder.sessionId, { id: conversation, file });
  }

  /** A person begins another conversation, of which nothing is written yet. */
  clear(file: string, conversation: string): void {
    this.#stage.conversations.set(this.folder.sessionId, { id: conversation, file });
  }

  /** Whether there is a conversation of this session to go on with. */
  hasTranscript(): boolean {
    const newest = this.#stage.conversations.get(this.folder.sessionId);
    return newest !== undefined && this.#stage.world.transcripts.has(newest.file);
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

  /** A turn goes down with its process, and nobody hears what it has cost. */
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
    const { told } = this.folder;
    told.inputTokens += inputTokens;
    told.outputTokens += outputTokens;
    told.costUsd = this.#spentUsd;
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
    this.write(lines.permissionAsked(id));
    yield { ms: patienceMs, until: () => this.input.answerTo(id) !== undefined };
    const answer = this.input.answerTo(id);
    if (answer === undefined) this.write(lines.permissionWithdrawn(id));
    else this.hear(id, answer);
  }

  get part(): string | null {
    return this.#stage.partOf(this.folder.sessionId);
  }

  pickPeer(): string {
    const peers = this.#stage.listPeers();
    if (peers.length === 0 || this.dice.chance(0.1)) return this.dice.pick(['person', 'nobody-here']);
    return this.dice.pick(peers);
  }
}

type Deed =
  | 'permission'
  | 'say'
  | 'tool'
  | 'slow-tool'
  | 'ask'
  | 'send'
  | 'post'
  | 'done'
  | 'result'
  | 'garbage'
  | 'inbox'
  | 'background';

const DEEDS: Readonly<Record<Deed, number>> = {
  permission: 5,
  say: 20,
  tool: 15,
  'slow-tool': 3,
  ask: 8,
  send: 9,
  post: 5,
  done: 3,
  result: 6,
  garbage: 3,
  inbox: 3,
  background: 8,
};
const CALM_DEEDS: Partial<Record<Deed, number>> = {
  say: 20,
  tool: 15,
  permission: 1,
  ask: 2,
  result: 3,
  background: 1,
};

/** What an agent does within a turn, up to its end. Gives back whether a background task was started. */
export function* perform(actor: Performer, hasEvents: boolean): Generator<Pause, boolean, void> {
  let hasBackground = false;
  for (let left = actor.dice.between(0, 4); left > 0; left--) {
    yield { ms: actor.dice.between(1, 3_000) };
    const deed = actor.dice.weigh<Deed>(actor.isCalm ? CALM_DEEDS : DEEDS);
    hasBackground ||= deed === 'background';
    yield* doDeed(actor, deed, hasEvents);
  }
  if (actor.part !== null) yield* playPart(actor, actor.part);
  return hasBackground;
}

function* doDeed(actor: Performer, deed: Deed, hasEvents: boolean): Generator<Pause, void, void> {
  const { dice, folder } = actor;
  switch (deed) {
    case 'say':
      return actor.say(`word ${dice.hex(6)} ✓`);
    case 'tool':
    case 'slow-tool':
      return yield* useTool(actor, hasEvents, deed === 'tool' ? dice.between(1, 5_000) : 4 * MINUTE);
    case 'ask':
      return yield* askPerson(actor);
    case 'permission':
      if (hasEvents && folder.plan?.input === 'turns') {
        yield* actor.requestPermission(dice.chance(0.8) ? 60 * MINUTE : dice.between(1_000, 2 * MINUTE));
      }
      return;
    case 'send':
      yield* actor.ask({ verb: 'send', to: actor.pickPeer(), body: `m-${dice.hex(12)}` }, 30_000);
      return;
    case 'post':
      return yield* writePost(actor);
    case 'done':
      yield* actor.ask({ verb: 'done', summary: 'all done' }, 30_000);
      return;
    case 'result': {
      const json = dice.chance(0.8) ? `{"summary":"r-${dice.hex(6)}"}` : 'not json';
      yield* actor.ask({ verb: 'result', json }, 30_000);
      return;
    }
    case 'inbox':
      yield* actor.ask({ verb: 'inbox' }, 30_000);
      return;
    case 'garbage':
      if (dice.chance(0.7)) folder.addRequest(dice.pick(['{"verb":', lines.MARKER])).waitsUntil = 0;
      if (hasEvents) {
        actor.write('this is not an event');
        folder.told.broken += 1;
      }
      return;
    case 'background':
      if (hasEvents) actor.write(lines.background(1));
      return;
  }
}

// Written in one go, in two with a pause between them, or never to its end.
function* writePost(actor: Performer): Generator<Pause, void, void> {
  const { dice, folder } = actor;
  const message = { to: actor.pickPeer(), body: `m-${dice.hex(12)}` };
  const part = dice.chance(0.6) ? 1 : dice.between(0, 9) / 10;
  const post = folder.addPost(message, { part, at: actor.now });
  if (part === 1 || dice.chance(0.2)) return;
  yield { ms: dice.between(1, 900) };
  post.text = JSON.stringify(message);
  post.changedAt = actor.now;
}

function* useTool(actor: Performer, hasEvents: boolean, ms: number): Generator<Pause, void, void> {
  if (hasEvents) {
    actor.write(lines.toolStarted('Bash'));
    actor.folder.told.tools += 1;
  }
  yield { ms };
  if (hasEvents) actor.write(lines.toolEnded('ok'));
}

// Some askers are patient; others give up, and the answer has to find them another way.
export function* askPerson(actor: Performer): Generator<Pause, void, void> {
  const options = actor.dice.chance(0.3) ? ['yes', 'no'] : [];
  const patienceMs = actor.dice.chance(0.5) ? 60 * MINUTE : actor.dice.between(1_000, 2 * MINUTE);
  yield* actor.ask({ verb: 'ask', text: `q-${actor.dice.hex(10)}?`, options }, patienceMs);
}

type Ending =
  | 'good'
  | 'own-limit'
  | 'limited'
  | 'limited-result'
  | 'overloaded'
  | 'logged-out'
  | 'gives-up'
  | 'crash'
  | 'exit'
  | 'leave'
  | 'hang';

const ENDINGS: Readonly<Record<Ending, number>> = {
  good: 70,
  'own-limit': 2,
  limited: 4,
  'limited-result': 3,
  overloaded: 4,
  'logged-out': 3,
  'gives-up': 2,
  crash: 7,
  exit: 2,
  leave: 2,
  hang: 4,
};
const STATUS = { 'limited-result': 429, overloaded: 529, 'logged-out': 401 } as const;
const CALM_ENDINGS: Partial<Record<Ending, number>> = { good: 95, crash: 2, hang: 2, limited: 1 };

/** The last line of a turn; or none, when the process goes down or falls silent instead. */
export function* endTurn(actor: Performer): Generator<Pause, void, void> {
  const { dice } = actor;
  const ending = dice.weigh<Ending>(actor.isCalm ? CALM_ENDINGS : ENDINGS);
  const resetsAt = dice.chance(0.5) ? Math.ceil((actor.now + dice.between(0, 5 * MINUTE)) / 1000) : null;
  switch (ending) {
    case 'good':
      return endWell(actor);
    case 'own-limit':
      actor.reachOwnLimit();
      return endWell(actor);
    case 'limited':
      return actor.write(lines.limited(resetsAt));
    case 'limited-result':
    case 'overloaded':
    case 'logged-out':
      return actor.write(lines.bad({ api_error_status: STATUS[ending] }, actor.spend()));
    case 'gives-up':
      return actor.write(lines.bad({ subtype: 'error_max_turns' }, actor.spend()));
    case 'crash':
      actor.folder.stderr += 'Segmentation fault\n';
      actor.spendUntold();
      if (dice.chance(0.5)) actor.folder.tearEvent('{"type":"assis');
      throw new Exited(139);
    case 'exit':
      throw new Exited(dice.between(1, 3));
    case 'leave':
      throw new Exited(0);
    case 'hang':
      yield { ms: FOREVER };
  }
}

// Whoever spends more than it may ends badly, even with a good answer.
function endWell(actor: Performer): void {
  const spent = actor.spend();
  if (actor.isBroke) actor.write(lines.bad({ subtype: 'error_max_budget_usd' }, spent));
  else actor.write(lines.good(`result ${actor.dice.hex(4)}`, spent));
}

/** Between turns a task in the background may end, and the agent speaks up unasked. */
export function* wake(actor: Performer): Generator<Pause, void, void> {
  actor.write(lines.background(0));
  actor.say('the background task is done');
  yield* perform(actor, true);
  yield* endTurn(actor);
}

export function* startUp(actor: Performer): Generator<Pause, void, void> {
  const isSlow = actor.dice.chance(actor.isCalm ? 0.01 : 0.04);
  yield { ms: isSlow ? actor.dice.between(10_000, 90_000) : actor.dice.between(1, 2_000) };
  if (!actor.isCalm && actor.dice.chance(0.03)) throw new Exited(actor.dice.pick([1, 127, 139]));
}

import type { Dice } from './dice.ts';
import type { Folder, Request } from './folder.ts';
import type { Judge } from './judge.ts';
import * as lines from './stream-lines.ts';
import { type Brain, Exited, type Pause, type World } from './world.ts';

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
  /** Sessions that a message can go to. */
  listPeers: () => readonly string[];
}>;

/**
 * What a `tail -f` hands on: whole lines, until the input is ended. Answers are read at once, turns one by
 * one.
 */
export class InputReader {
  readonly #folder: Folder;
  readonly #turns: string[] = [];
  readonly #answers = new Map<string, string>();
  #at = 0;

  constructor(folder: Folder) {
    this.#folder = folder;
  }

  #read(): void {
    if (this.#folder.isInputEnded) return;
    for (;;) {
      const end = this.#folder.stdin.indexOf('\n', this.#at);
      if (end < 0) return;
      const event = JSON.parse(this.#folder.stdin.slice(this.#at, end)) as InputEvent;
      this.#at = end + 1;
      if (event.type === 'user') this.#turns.push(event.uuid);
      else this.#answers.set(event.response.request_id, event.response.response.behavior);
    }
  }

  hasTurn(): boolean {
    this.#read();
    return this.#turns.length > 0;
  }

  /** The id of the next turn. */
  takeTurn(): string {
    return this.#turns.shift() ?? '';
  }

  answerTo(requestId: string): string | undefined {
    this.#read();
    return this.#answers.get(requestId);
  }
}

type InputEvent =
  | { type: 'user'; uuid: string }
  | { type: 'control_response'; response: { request_id: string; response: { behavior: string } } };

/** What every agent can do, whatever its protocol. */
export class Performer {
  readonly folder: Folder;
  readonly input: InputReader;
  readonly #stage: Stage;
  #spentUsd = 0;

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

  /** A conversation that is resumed must be the newest; some CLIs go on under a new id. */
  beginConversation(given: string, isResumed: boolean): string {
    const newest = this.#stage.conversations.get(this.folder.sessionId);
    const isThere = newest !== undefined && this.#stage.world.transcripts.has(newest.file);
    if (!isResumed) {
      this.#stage.judge.demand(!isThere, `${this.folder.name} does not go on with ${newest?.id}`);
      return given;
    }
    const isNewest = !isThere || newest.id === given;
    this.#stage.judge.demand(isNewest, `${this.folder.name} resumes ${given}, not ${newest?.id}`);
    return this.dice.chance(0.3) ? `c-${this.dice.hex(12)}` : given;
  }

  /** The price of a turn, told as the running total of this process. */
  spend(): lines.Spent {
    const inputTokens = this.dice.between(1, 1000);
    const outputTokens = this.dice.between(1, 100);
    this.#spentUsd += this.dice.between(1, 100) / 100;
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
    if (request.answer !== null && !this.isCalm && this.dice.chance(0.05)) throw new Exited(137);
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
  send: 12,
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
      if (dice.chance(0.5)) folder.addRequest('{"verb":').waitsUntil = 0;
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
  | 'limited'
  | 'limited-result'
  | 'overloaded'
  | 'gives-up'
  | 'crash'
  | 'exit'
  | 'leave'
  | 'hang';

const ENDINGS: Readonly<Record<Ending, number>> = {
  good: 70,
  limited: 4,
  'limited-result': 3,
  overloaded: 4,
  'gives-up': 2,
  crash: 7,
  exit: 2,
  leave: 2,
  hang: 4,
};
const CALM_ENDINGS: Partial<Record<Ending, number>> = { good: 95, crash: 2, hang: 2, limited: 1 };

/** The last line of a turn; or none, when the process goes down or falls silent instead. */
export function* endTurn(actor: Performer): Generator<Pause, void, void> {
  const { dice } = actor;
  const ending = dice.weigh<Ending>(actor.isCalm ? CALM_ENDINGS : ENDINGS);
  const resetsAt = dice.chance(0.5) ? Math.ceil((actor.now + dice.between(0, 5 * MINUTE)) / 1000) : null;
  switch (ending) {
    case 'good':
      return actor.write(lines.good(`result ${dice.hex(4)}`, actor.spend()));
    case 'limited':
      return actor.write(lines.limited(resetsAt));
    case 'limited-result':
      return actor.write(lines.bad({ api_error_status: 429 }, actor.spend()));
    case 'overloaded':
      return actor.write(lines.bad({ api_error_status: 529 }, actor.spend()));
    case 'gives-up':
      return actor.write(lines.bad({ subtype: 'error_max_turns' }, actor.spend()));
    case 'crash':
      actor.folder.stderr += 'Segmentation fault\n';
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

export type { Brain };

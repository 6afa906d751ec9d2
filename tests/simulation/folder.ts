import type { LaunchPlan } from '../../src/domain/agent/agent.ts';
import type { ScreenMark } from '../../src/domain/agent/screen.ts';
import type { Screen } from './screen.ts';

export type Claim = Readonly<{ boot: string; server: number | null }>;
export type Exit = Readonly<{ code: number; hup: boolean }>;
export type Request = {
  readonly key: string;
  readonly name: string;
  readonly text: string;
  readonly attempt: number;
  /** Written by something that outlived its attempt. */
  readonly isGhostly: boolean;
  /** Until when the author counts as waiting for the answer. */
  waitsUntil: number;
  /** When its author gave up on the answer; null as long as it did not. */
  gaveUpAt: number | null;
  answer: string | null;
  /** Its author has read the answer. */
  isHeard: boolean;
};

/** A message as a file. Its author may be in the middle of it, until it has changed for the last time. */
export type Post = {
  readonly name: string;
  readonly body: string;
  text: string;
  changedAt: number;
  is: 'waiting' | 'taken' | 'finished';
  problem: string | null;
  /** Of what was finished; its author may have gone on writing. */
  finishedKey: string | null;
};

const STALE_MS = 15_000;

type Line = Readonly<{ text: string; end: number }>;

/** What an attempt said in whole lines, to be compared with what was counted. */
export type ReportedCounts = {
  messages: number;
  tools: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
  broken: number;
};

/** The folder of one attempt, as the launcher, the agent and the supervisor leave it. */
export class Folder {
  readonly sessionId: string;
  readonly attempt: number;
  plan: LaunchPlan | null = null;
  claim: Claim | 'tombstone' | null = null;
  exit: Exit | null = null;
  /** When its agent was gone. */
  diedAt: number | null = null;
  /** We asked for the end, or ended the input. */
  isEnding = false;
  isInputEnded = false;
  /** All of stdin.jsonl; its last line may be torn. */
  stdin = '';
  stderr = '';
  result: string | null = null;
  /** Of the process that runs here, when it has one. */
  screen: Screen | null = null;
  /** How far each turn has come on its way through the screen. */
  readonly marks = new Map<string, { stage: 'pasted' | 'entered'; at: number }>();
  readonly requests: Request[] = [];
  readonly posts: Post[] = [];
  readonly reported: ReportedCounts = {
    messages: 0,
    tools: 0,
    inputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
    broken: 0,
  };
  /** What was spent in a turn whose end was never reported. */
  untoldUsd = 0;
  readonly #lines: Line[] = [];
  #size = 0;

  constructor(sessionId: string, attempt: number) {
    this.sessionId = sessionId;
    this.attempt = attempt;
  }

  get name(): string {
    return `${this.sessionId}/${this.attempt}`;
  }

  markOf(turnId: string, now: number): ScreenMark {
    const mark = this.marks.get(turnId);
    return mark ? { stage: mark.stage, ageMs: Math.max(0, now - mark.at) } : { stage: 'none', ageMs: 0 };
  }

  /** What size and time of its files would tell. */
  get stamp(): string {
    const requests = this.requests.map(({ answer, isHeard }) => `${answer === null}${isHeard}`);
    const posts = this.posts.map(({ is, changedAt }) => `${is}${changedAt}`);
    const isOver = this.exit !== null;
    return [this.#size, this.claim !== null, isOver, this.result?.length, ...requests, ...posts].join();
  }

  /** Bytes of whole lines in events.jsonl. */
  get eventBytes(): number {
    return this.#lines.at(-1)?.end ?? 0;
  }

  writeEvent(text: string): void {
    this.#size += Buffer.byteLength(text) + 1;
    this.#lines.push({ text, end: this.#size });
  }

  /** Half a line, by an agent that dies while it writes. Nothing may come after it. */
  tearEvent(text: string): void {
    this.#size += Buffer.byteLength(text);
  }

  readEvents(
    from: number,
    most: number,
  ): { lines: string[]; next: number; isAll: boolean; isAligned: boolean } {
    const rest = this.#lines.filter(({ end }) => end > from);
    const taken = rest.slice(0, most);
    const isAligned = from === 0 || this.#lines.some(({ end }) => end === from);
    return {
      lines: taken.map(({ text }) => text),
      next: taken.at(-1)?.end ?? from,
      isAll: taken.length === rest.length,
      isAligned,
    };
  }

  /** The waiting author died, which is noticed only after a while. */
  loseAskers(at: number): void {
    for (const request of this.requests) request.waitsUntil = Math.min(request.waitsUntil, at + STALE_MS);
  }

  /** Begins a message as a file; what is missing of it comes later, or never. */
  addPost(
    message: Readonly<{ to: string; body: string }>,
    written: Readonly<{ part: number; at: number }>,
  ): Post {
    const text = JSON.stringify(message);
    const post: Post = {
      name: `${String(this.posts.length + 1).padStart(4, '0')}.json`,
      body: message.body,
      text: text.slice(0, Math.ceil(text.length * written.part)),
      changedAt: written.at,
      is: 'waiting',
      problem: null,
      finishedKey: null,
    };
    this.posts.push(post);
    return post;
  }

  addRequest(body: unknown, more: { isGhostly?: boolean } = {}): Request {
    const name = `${String(this.requests.length + 1).padStart(4, '0')}.json`;
    const request: Request = {
      key: `${this.name}/${name}`,
      name,
      text: typeof body === 'string' ? body : JSON.stringify(body),
      attempt: this.attempt,
      isGhostly: more.isGhostly ?? false,
      waitsUntil: Number.POSITIVE_INFINITY,
      gaveUpAt: null,
      isHeard: false,
      answer: null,
    };
    this.requests.push(request);
    return request;
  }
}

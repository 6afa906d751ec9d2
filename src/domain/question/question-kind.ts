import type { AgentQuestion } from '../agent/fact.ts';
import type { AnswerEffect } from './answer-effect.ts';

/** `delivered`: the asker has the answer, or a turn carries it. */
export type QuestionState = 'open' | 'answered' | 'delivered' | 'superseded';

/** What questions of all kinds have. */
export type QuestionFields = Readonly<{
  id: string;
  /** Whose work waits for it: a session, or a whole run. With neither, a loop, a race or a participant. */
  sessionId: string | null;
  runId: string | null;
  attempt: number;
  text: string;
  options: readonly string[];
  state: QuestionState;
  answer: string | null;
  answeredBy: string | null;
  /** The index of the answer among the lines of the attempt's input, once it was handed over there. */
  line: number | null;
  askedAt: number;
  answeredAt: number | null;
}>;

/** Who waits for the answer. */
export type Asker =
  /** A request of the agent CLI. It dies with its process. */
  | Readonly<{ is: 'request'; requestId: string; input: string | null }>
  /** A command of the agent that waits for a file. The answer outlives it as a turn. */
  | Readonly<{ is: 'file'; key: string }>
  | Readonly<{ is: 'race'; raceId: string }>
  | Readonly<{ is: 'session' | 'run' | 'loop' | 'participant' | 'none' }>;

/** The end of this closes the question without an answer. */
export type Closing =
  | 'session'
  /** Also when the CLI withdraws its request, or its dialog is gone from the screen. */
  | 'process'
  /** Also when the budget has room again: another answer raised it, or a new day began. */
  | 'used-up-budget'
  /** Also when the work that had failed goes on. */
  | 'failed-dependency'
  /** Also when the agent that waits wakes, or its process is gone. */
  | 'awaited-work'
  | 'run'
  | 'loop'
  | 'race'
  /** Also when the interrupt file is gone or says something else. */
  | 'project-interrupt'
  /** The next merge of the same run replaces it. */
  | 'merge'
  /** The participant that it is about stirs or ends. */
  | 'holder';

/** What becomes of the session's process while the question is open. */
export type ProcessFate =
  | 'stays'
  /** It leaves after the idle time, unless a turn is open in it. */
  | 'idles-out'
  /** It leaves for the next attempt: at once, or after the answer where a person may use its screen. */
  | 'replaced'
  /** The question itself has ended it, in the middle of its turn. */
  | 'ended'
  | 'none';

/** What a person may name to be told of at any hour. Kinds that matter alike share one. */
export type QuestionTopic =
  | 'interrupt'
  | 'escalation'
  | 'approval'
  | 'permission'
  | 'takeover'
  | 'budget'
  | 'login'
  | 'gate'
  | 'loop';

/** A participant that holds something, when it was last heard of, and who wants what it holds. */
export type HolderSilence = Readonly<{ holder: string; seenAt: number; wantedBy: string }>;

export type Worded<P> = Readonly<{ text: string; options: readonly string[]; payload: P }>;

/** A tool that an agent CLI wants to use. */
export type ToolRequest = Readonly<{
  tool: string;
  /** As JSON. */
  input: string | null;
  description: string | null;
  reason: string | null;
  /** What `always` would allow, in words; null: it cannot be answered with that. */
  always: readonly string[] | null;
}>;

/** One of several things that a question asks for, with what was said to it. */
export type QuestionPart = AgentQuestion & Readonly<{ answer: string | null }>;

/** The words of an answer as they were given, and the answer that is kept so far. */
export type GivenAnswer = Readonly<{ words: readonly string[]; soFar: string | null }>;

/** `missing`: what the answer leaves open. */
export type GatheredAnswer =
  | Readonly<{ answer: string; missing: readonly string[] }>
  | Readonly<{ unfit: string }>;

/** All that sets questions of one kind apart. `P`: what its answer needs to know; `A`: what it is about. */
export type KindRow<P, A> = Readonly<{
  word: (about: A) => Worded<P>;
  /** Null refuses the answer. */
  effect: (asked: Worded<P>, answer: string) => AnswerEffect | null;
  /** How the words of a person become the answer that is kept. Absent: as they were given. */
  gather?: (asked: Worded<P>, given: GivenAnswer) => GatheredAnswer;
  /** The tool that it is about, where it is about one. */
  request?: (payload: P) => ToolRequest | null;
  /** What it asks for one by one, with what `answer` says to each. */
  parts?: (asked: Worded<P>, answer: string | null) => readonly QuestionPart[];
  asker: (payload: P) => Asker;
  closes: Closing;
  process: ProcessFate;
  topic: QuestionTopic;
  /** Whether other sessions would meet what it is about. Absent: it concerns its own alone. */
  concernsAll?: (payload: P) => boolean;
  /** The account of a budget that its answer raises. */
  account?: (payload: P) => string;
  /** Questions of this kind with the same key have one cause: an answer that goes on serves them all. */
  cause?: (payload: P) => string;
  /** The note that its answer settles. */
  note?: (payload: P) => string;
  /** The version of a plan that its answer decides about. */
  version?: (payload: P) => string;
  /** The participant whose silence it is about. */
  holder?: (payload: P) => HolderSilence;
}>;

export const isOffered = ({ options }: Pick<Worded<unknown>, 'options'>, answer: string): boolean =>
  options.length === 0 || options.includes(answer);

import * as z from 'zod/mini';
import { TITLE_LETTERS } from '../domain/session/title.ts';
import { SafeId, SessionName } from './id.ts';

export const MODES = ['headless', 'interactive'] as const;
export const PRIORITIES = ['low', 'normal', 'high'] as const;
/** What becomes of a session whose dependency did not complete. */
export const ON_FAILED = ['fail', 'skip', 'ask'] as const;
/** What a session may be told to try again after. */
export const RETRY_ON = ['crash', 'timeout', 'exit', 'contract'] as const;
/** The words of `--status`, as people know them; each stands for one or more states. */
export const STATUSES = ['CREATED', 'RUNNING', 'COMPLETED', 'FAILED', 'KILLED'] as const;

const Tag = z
  .string()
  .check(z.regex(/^[^\s,]{1,64}$/, 'a tag has no spaces or commas and at most 64 characters'));
const Title = z.string().check(z.regex(/\S/, 'expected a title'), z.maxLength(TITLE_LETTERS));
const MINUTE = 60_000;
const MOST_AWAITED = 50;
const MOST_RETRIES = 100;
const Awaited = z._default(z.array(SessionName).check(z.maxLength(MOST_AWAITED)), []);

/** Input to "start an agent on a task". */
export const CreateSession = z.object({
  /** Becomes part of the session's id, which has its own limit. */
  persona: SafeId.check(z.maxLength(80)),
  prompt: z.string(),
  /** Where the task came from, for the record. */
  promptSource: z._default(z.string(), '-'),
  /** What it is called; left out: the first heading or line of the task. */
  title: z.optional(Title),
  cli: z.optional(SafeId),
  mode: z.optional(z.enum(MODES)),
  model: z.optional(z.string().check(z.regex(/^[\w.:@/[\]-]{1,128}$/, 'is not a model name'))),
  tags: z._default(z.array(Tag).check(z.maxLength(32)), []),
  /** Limit of working time. */
  timeoutMs: z.optional(z.int().check(z.minimum(1000), z.maximum(30 * 24 * 60 * MINUTE))),
  /** What the whole session may spend: money in dollars, and tokens. */
  budgetUsd: z.optional(z.number().check(z.minimum(0), z.maximum(1_000_000))),
  budgetTokens: z.optional(z.int().check(z.minimum(0))),
  /** JSON Schema that the result must fit, as text, and where it came from. */
  schema: z.optional(z.string()),
  schemaSource: z._default(z.string(), '-'),
  priority: z._default(z.enum(PRIORITIES), 'normal'),
  metadata: z._default(
    z.record(z.string().check(z.regex(/^[\w.-]{1,64}$/, 'is not a metadata key')), z.string()),
    {},
  ),
  /** Queue for a free slot instead of being refused. */
  wait: z._default(z.boolean(), false),
  /** A worktree of its own, or the checkout; left out: as persona and project say. */
  workspace: z.optional(z.boolean()),
  /** The workspace begins with the uncommitted changes of the checkout. */
  withChanges: z._default(z.boolean(), false),
  /** Sessions that must come first: all of these completed, one of these, these over however they ended. */
  after: Awaited,
  afterAny: Awaited,
  afterEnd: Awaited,
  /** What becomes of it when they did not complete: it fails, is skipped, or a person is asked. */
  onFailed: z._default(z.enum(ON_FAILED), 'fail'),
  /** Its workspace begins where the branch of this session ends; it is waited for. */
  baseOn: z.optional(SessionName),
  /** How often it is tried again by itself, and after what; left out: as the project says, after crashes. */
  retries: z.optional(z.int().check(z.minimum(0), z.maximum(MOST_RETRIES))),
  retryOn: z._default(z.array(z.enum(RETRY_ON)), []),
  /** What its processes may take of the machine; left out: as persona and project say. */
  memoryMb: z.optional(z.number().check(z.minimum(1), z.maximum(16_000_000))),
  cpus: z.optional(z.number().check(z.minimum(0.01), z.maximum(4096))),
  processes: z.optional(z.int().check(z.minimum(1), z.maximum(4_000_000))),
  openFiles: z.optional(z.int().check(z.minimum(32), z.maximum(100_000_000))),
  /** The session that it is begun for: it ends with that one, which pays for it too. */
  parentId: z.optional(SafeId),
  outlivesParent: z._default(z.boolean(), false),
  key: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
});
export type CreateSession = z.infer<typeof CreateSession>;

/** The same for several tasks at once: one session each. Those without a free slot wait for one. */
export const CreateSessions = z.extend(
  z.omit(CreateSession, { prompt: true, promptSource: true, title: true, key: true, wait: true }),
  { prompts: z.array(z.string()).check(z.minLength(1), z.maxLength(100)) },
);
export type CreateSessions = z.infer<typeof CreateSessions>;

const FILTERS = {
  status: z.optional(z.enum(STATUSES)),
  tag: z.optional(Tag),
  persona: z.optional(SafeId),
  /** Ended longer ago than this; created, if not over. */
  olderThanMs: z.optional(z.int().check(z.minimum(0))),
};

/** Which sessions a command is for: those that are named, and all that match every filter. */
export const SelectSessions = z.object({
  sessionIds: z._default(z.array(SessionName).check(z.maxLength(1000)), []),
  ...FILTERS,
});
export type SelectSessions = z.infer<typeof SelectSessions>;

const KILL_REASON = z._default(z.string().check(z.minLength(1), z.maxLength(500)), 'asked by the operator');

export const KillSessions = z.extend(SelectSessions, {
  reason: KILL_REASON,
  /** Also all that these have started, and those below them, whether or not they would outlive them. */
  tree: z._default(z.boolean(), false),
  /** Only say which they would be. */
  dryRun: z._default(z.boolean(), false),
});
export type KillSessions = z.infer<typeof KillSessions>;

/** Begins the successors of sessions that have ended. */
export const RetrySessions = z.extend(SelectSessions, {
  /** From the task, in a new conversation and a new workspace. */
  fresh: z._default(z.boolean(), false),
  /** Another agent CLI than before. */
  cli: z.optional(SafeId),
  /** What to tell it besides. */
  words: z._default(z.string().check(z.maxLength(100_000)), ''),
  dryRun: z._default(z.boolean(), false),
});
export type RetrySessions = z.infer<typeof RetrySessions>;

export const KillSession = z.object({
  sessionId: SafeId,
  reason: KILL_REASON,
});
export type KillSession = z.infer<typeof KillSession>;

export const InterruptSession = z.object({
  sessionId: SessionName,
  reason: z.string().check(z.regex(/\S/, 'expected a reason'), z.maxLength(10_000)),
});
export type InterruptSession = z.infer<typeof InterruptSession>;

/** Writes the interrupt file, which stops all loops of the project and their sessions. */
export const InterruptProject = z.pick(InterruptSession, { reason: true });
export type InterruptProject = z.infer<typeof InterruptProject>;

/** Why an agent stops its own work: it needs a person, it met an error, its work does not pass. */
export const INTERRUPT_MARKERS = ['interrupt', 'error', 'quality-gate'] as const;
export type InterruptMarker = (typeof INTERRUPT_MARKERS)[number];

export const InterruptSelf = z.object({
  marker: z.enum(INTERRUPT_MARKERS),
  text: z._default(z.string().check(z.maxLength(20_000)), ''),
});
export type InterruptSelf = z.infer<typeof InterruptSelf>;

/** An agent says that its task is finished. */
export const FinishSession = z.object({ summary: z._default(z.string(), '') });
export type FinishSession = z.infer<typeof FinishSession>;

/** An agent hands in its result, as the text of a JSON value. */
export const SubmitResult = z.object({ json: z.string() });
export type SubmitResult = z.infer<typeof SubmitResult>;

export const ListSessions = z.object({
  status: z.optional(z.enum(STATUSES)),
  persona: z.optional(SafeId),
  tag: z.optional(Tag),
  runId: z.optional(SafeId),
  workId: z.optional(SafeId),
  /** Only sessions created within this time, or before it. */
  youngerThanMs: z.optional(z.int().check(z.minimum(0))),
  olderThanMs: z.optional(z.int().check(z.minimum(0))),
  archived: z._default(z.boolean(), false),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 50),
  after: z.optional(z.string()),
});
export type ListSessions = z.infer<typeof ListSessions>;

/** Which sessions wait for which; `all`: also where everything is over. */
export const ShowGraph = z.object({
  sessionId: z.optional(SessionName),
  all: z._default(z.boolean(), false),
});
export type ShowGraph = z.infer<typeof ShowGraph>;

/** `all`: every row instead of the newest of each group. */
export const ShowOverview = z.object({
  all: z._default(z.boolean(), false),
  /** Also what the agents of sessions that are not over said last. */
  words: z._default(z.boolean(), false),
});
export type ShowOverview = z.infer<typeof ShowOverview>;

/** The most characters of an output that one answer holds. */
export const OUTPUT_MOST = 4_000_000;

export const ReadOutput = z.object({
  sessionId: SessionName,
  /** The last so many characters. */
  most: z._default(z.int().check(z.minimum(1), z.maximum(OUTPUT_MOST)), OUTPUT_MOST),
});
export type ReadOutput = z.infer<typeof ReadOutput>;

export const ReadTranscript = z.object({
  sessionId: SessionName,
  /** The last one, unless named. */
  attempt: z.optional(z.int().check(z.minimum(1))),
  /** `next` of the answer before, of the same attempt. */
  after: z._default(z.int().check(z.minimum(0)), 0),
});
export type ReadTranscript = z.infer<typeof ReadTranscript>;

export const TakeOver = z.object({ sessionId: SessionName });
export type TakeOver = z.infer<typeof TakeOver>;

export const ResumeSession = z.object({ sessionId: SessionName });
export type ResumeSession = z.infer<typeof ResumeSession>;

/** `body`: what the new session is told first; left out: to go on. */
export const ForkSession = z.object({ sessionId: SessionName, body: z._default(z.string(), '') });
export type ForkSession = z.infer<typeof ForkSession>;

export const HandBack = z.object({ sessionId: SessionName, body: z._default(z.string(), '') });
export type HandBack = z.infer<typeof HandBack>;

/** `heard`: its process has shown that it is at work. Each holds for a session that is over, too. */
export const WAITS = ['over', 'started', 'heard'] as const;

export const WaitSessions = z.object({
  /** Ids of sessions or runs, or roles of the only live run. */
  sessionIds: z._default(z.array(SessionName).check(z.maxLength(1000)), []),
  /** Also all sessions that match every filter when the wait begins. */
  ...FILTERS,
  /** What to wait for. Runs are waited for until they are over. */
  until: z._default(z.enum(WAITS), 'over'),
  /** With `heard`: the attempt that counts, or a later one. */
  attempt: z._default(z.int().check(z.minimum(0)), 0),
  timeoutMs: z.optional(z.int().check(z.minimum(0))),
});
export type WaitSessions = z.infer<typeof WaitSessions>;

export const ArchiveSessions = z.object({
  sessionIds: z._default(z.array(SafeId), []),
  /** Also every finished session that matches; without ids and filters, all. */
  ...FILTERS,
  /** Only say which they would be. */
  dryRun: z._default(z.boolean(), false),
});
export type ArchiveSessions = z.infer<typeof ArchiveSessions>;

/** With ids or filters: only the workspaces of these sessions. */
export const CleanProject = z.extend(SelectSessions, { dryRun: z._default(z.boolean(), false) });
export type CleanProject = z.infer<typeof CleanProject>;

import * as z from 'zod/mini';
import { MEANS } from '../../domain/resource/limiter.ts';
import { ON_FAILED } from '../session.ts';
import { BudgetAnswer, Count, Instant, InstantOrNull, TextOrNull } from './parts.ts';
import { RankedPersonasAnswer } from './persona.ts';
import { RunAnswer } from './run.ts';

export const StatusAnswer = z.enum(['CREATED', 'RUNNING', 'COMPLETED', 'FAILED', 'KILLED']);

/** Why a session has no process for now, when it tries again, and how many tries in a row failed. */
export const ParkedAnswer = z.object({
  /** Null where a person changed its mode. */
  cause: TextOrNull,
  reason: TextOrNull,
  next_try_at: InstantOrNull,
  tries: Count,
});
export type ParkedAnswer = z.infer<typeof ParkedAnswer>;

/** Ids of sessions: all completed, one of them completed, over however they ended. */
export const DependenciesAnswer = z.object({
  after: z.readonly(z.array(z.string())),
  after_any: z.readonly(z.array(z.string())),
  after_end: z.readonly(z.array(z.string())),
  on_failed: z.enum(ON_FAILED),
  /** Its workspace begins where the branch of this one is. */
  base_on: TextOrNull,
});
export type DependenciesAnswer = z.infer<typeof DependenciesAnswer>;

/** One session in a list. */
export const SessionRowAnswer = z.object({
  session_id: z.string(),
  title: z.string(),
  agent: z.string(),
  status: StatusAnswer,
  state: z.string(),
  reason: TextOrNull,
  parked: z.nullable(ParkedAnswer),
  created_at: Instant,
  started_at: InstantOrNull,
  completed_at: InstantOrNull,
  elapsed_seconds: z.nullable(z.number()),
  exit_code: z.nullable(z.int()),
  attempt: Count,
  /** Work in the background, or a wake-up, whose end its agent waits for. */
  waiting_for: z.array(
    z.object({ kind: z.string(), text: z.string(), since: Instant, due_at: InstantOrNull }),
  ),
  tags: z.readonly(z.array(z.string())),
  run: TextOrNull,
  work: TextOrNull,
  role: TextOrNull,
  /** The session that began it, and how many are above it. */
  parent_id: TextOrNull,
  depth: Count,
  /** The session that has ended and whose work this one goes on with. */
  continues: TextOrNull,
  /** The session from whose conversation it began. */
  forked_from: TextOrNull,
  /** The race that it is a rival in, or judges. */
  race: TextOrNull,
  /** What it waits for, or waited for, before it began. */
  dependencies: z.nullable(DependenciesAnswer),
});
export type SessionRowAnswer = z.infer<typeof SessionRowAnswer>;

/** The session that goes on with its work; null where there is none. */
const Continued = { continued_by: TextOrNull };

export const SessionListAnswer = z.object({
  sessions: z.array(z.extend(SessionRowAnswer, Continued)),
  /** Cursor of the next page. */
  next: TextOrNull,
  totals: z.record(StatusAnswer, Count),
  day_budget: z.nullable(BudgetAnswer),
  paused: z.nullable(z.object({ by: z.string(), reason: TextOrNull, since: Instant })),
});
export type SessionListAnswer = z.infer<typeof SessionListAnswer>;

/** Sessions by what they want of a person, most urgent group first. */
export const SessionOverviewAnswer = z.object({
  groups: z.array(
    z.object({
      group: z.enum(['needs-you', 'review', 'working', 'waiting', 'done']),
      /** All that belong to it; `sessions` may be fewer. */
      count: Count,
      sessions: z.array(
        z.extend(SessionRowAnswer, {
          state_since: Instant,
          /** `reason` in words, in one line. */
          status_reason: TextOrNull,
          /** A branch with commits that are not merged. */
          branch: TextOrNull,
          /** What its agent said last, in one line; null unless it was asked for, and of what is over. */
          last_words: TextOrNull,
        }),
      ),
    }),
  ),
  /** Open ones, oldest first; of a run or a loop without a session. */
  questions: z.array(z.object({ id: z.string(), session: TextOrNull, text: z.string() })),
  /** The command that is wanted next. */
  next: z.string(),
});
export type SessionOverviewAnswer = z.infer<typeof SessionOverviewAnswer>;

export const KilledSessionAnswer = z.object({
  session_id: z.string(),
  status: StatusAnswer,
  state: z.string(),
  killed: z.boolean(),
  was_over: z.boolean(),
});

export const KilledSessionsAnswer = z.object({
  /** Nothing was done: `killed` says what would be. */
  dry_run: z.boolean(),
  killed: z.readonly(z.array(z.string())),
  was_over: z.readonly(z.array(z.string())),
});

/** `session_id`: the successor; null where nothing was done. */
export const RetriedSessionsAnswer = z.object({
  dry_run: z.boolean(),
  retried: z.readonly(z.array(z.object({ session_id: TextOrNull, of: z.string() }))),
  refused: z.readonly(z.array(z.object({ id: z.string(), code: z.string() }))),
});

/** Where a session stands after a change. */
export const SessionStateAnswer = z.object({
  session_id: z.string(),
  status: StatusAnswer,
  state: z.string(),
});
export type SessionStateAnswer = z.infer<typeof SessionStateAnswer>;

export const HookBlocksAnswer = z.object({ count: Count, last_at: InstantOrNull, last: TextOrNull });
export type HookBlocksAnswer = z.infer<typeof HookBlocksAnswer>;

/** What must be settled first; of several questions, the one that was asked first. */
export const InterruptAnswer = z.object({
  requested: z.boolean(),
  reason: TextOrNull,
  timestamp: InstantOrNull,
});
export type InterruptAnswer = z.infer<typeof InterruptAnswer>;

/** `by` is null while there is no process. */
const ResourceLimitAnswer = z.object({ limit: z.nullable(z.number()), by: z.nullable(z.enum(MEANS)) });

/** All that is known of one session. */
export const SessionStatusAnswer = z.extend(SessionRowAnswer, {
  ...Continued,
  status_reason: TextOrNull,
  tmux_session: z.string(),
  /** Seen on this host; what is on another cannot be seen from here. */
  tmux_active: z.boolean(),
  /** The host that serves it. */
  host: TextOrNull,
  pid: z.nullable(z.int()),
  workspace: z.string(),
  worktree: z.nullable(z.object({ path: z.string(), branch: z.string(), state: z.string() })),
  cli: z.string(),
  mode: z.string(),
  model: TextOrNull,
  permission_mode: TextOrNull,
  hook_blocks: HookBlocksAnswer,
  /** What its agent may not add any more: work items, messages, questions. */
  limits_reached: z.readonly(z.array(z.string())),
  parent_session: TextOrNull,
  priority: z.string(),
  metadata: z.readonly(z.record(z.string(), z.string())),
  retries_left: Count,
  /** Each process that served it, and why that ended. */
  attempts: z.readonly(
    z.array(
      z.object({
        number: Count,
        opened_at: Instant,
        ended_at: InstantOrNull,
        exit_code: z.nullable(z.int()),
        resumed: z.boolean(),
        why: TextOrNull,
      }),
    ),
  ),
  resume_at: InstantOrNull,
  archived_at: InstantOrNull,
  task_prompt_file: z.string(),
  result_file: TextOrNull,
  usage: z.object({
    input_tokens: z.number(),
    output_tokens: z.number(),
    cost_usd: z.number(),
    /** Of all attempts so far; null where nothing tells. */
    cpu_seconds: z.nullable(z.number()),
    peak_memory_mb: z.nullable(z.number()),
  }),
  /** What its processes may take of the machine, and what holds that. */
  resource_limits: z.object({
    memory_mb: ResourceLimitAnswer,
    cpus: ResourceLimitAnswer,
    processes: ResourceLimitAnswer,
    open_files: ResourceLimitAnswer,
  }),
  budgets: z.readonly(z.array(BudgetAnswer)),
  heartbeat: z.object({
    last_event_at: InstantOrNull,
    message_count: Count,
    tool_calls: Count,
    current_tool: TextOrNull,
    /** What the agent CLI tries again by itself. */
    retrying: z.nullable(z.object({ since: Instant, reason: z.string() })),
  }),
  interrupt: InterruptAnswer,
  questions: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      text: z.string(),
      options: z.readonly(z.array(z.string())),
      state: z.string(),
      answer: TextOrNull,
    }),
  ),
});
export type SessionStatusAnswer = z.infer<typeof SessionStatusAnswer>;

/** A session that began from the conversation of another. */
export const ForkedSessionAnswer = z.object({
  session_id: z.string(),
  title: z.string(),
  agent: z.string(),
  status: StatusAnswer,
  forked_from: z.string(),
  branch: z.string(),
  work_dir: z.string(),
  warnings: z.readonly(z.array(z.string())),
});

export const CreatedSessionAnswer = z.object({
  session_id: z.string(),
  title: z.string(),
  agent: z.string(),
  status: StatusAnswer,
  /** False when the key was known: this is the session that was made then. */
  is_new: z.boolean(),
  /** The session's own folder: prompt, result, logs. */
  workspace: z.string(),
  /** Where it works, and the branch of its worktree; null in the checkout. */
  work_dir: z.string(),
  branch: TextOrNull,
  tmux_session: TextOrNull,
  /** What it may use until it asks or ends, in words; none of a program or a rehearsal. */
  limits: z.readonly(z.array(z.string())),
  warnings: z.readonly(z.array(z.string())),
  /** How its persona was chosen, where it was `auto`. */
  chosen: z.nullable(RankedPersonasAnswer),
  /** How it stands at its end, for a door that waited for it. */
  ended: z.nullable(SessionStatusAnswer),
});
export type CreatedSessionAnswer = z.infer<typeof CreatedSessionAnswer>;

/** One for each task, in their order; `left` of them were not started, because of `refused`. */
export const CreatedSessionsAnswer = z.object({
  sessions: z.array(CreatedSessionAnswer),
  refused: TextOrNull,
  left: Count,
});

export const SessionOutputAnswer = z.object({
  session_id: z.string(),
  status: StatusAnswer,
  text: z.string(),
  /** Left out before the text, which is the end of a long output. */
  cut_characters: Count,
});

export const SessionResultAnswer = z.object({
  session_id: z.string(),
  source: z.enum(['result.json', 'last-message']),
  /** The agent's own: any JSON value, or its text where it is not JSON. */
  result: z.unknown(),
});

export const WaitedAnswer = z.object({
  timed_out: z.boolean(),
  sessions: z.array(SessionRowAnswer),
  runs: z.array(RunAnswer),
  races: z.array(
    z.object({ race_id: z.string(), state: z.string(), winner: TextOrNull, reason: TextOrNull }),
  ),
});

export const ArchivedSessionsAnswer = z.object({
  /** Nothing was done: `archived` says what would be. */
  dry_run: z.boolean(),
  archived: z.readonly(z.array(z.string())),
  refused: z.readonly(z.array(z.object({ id: z.string(), why: z.string() }))),
  /** What the folders took on the disk, and what their packs take. */
  packed: z.object({ sessions: Count, files: Count, bytes: Count, packed_bytes: Count }),
  /** Archived as they are, with the reason. */
  unpacked: z.readonly(z.array(z.object({ id: z.string(), why: z.string() }))),
});

export const AttachedSessionAnswer = z.object({
  session_id: z.string(),
  tmux_session: z.string(),
  exit_code: z.int(),
});
export type AttachedSessionAnswer = z.infer<typeof AttachedSessionAnswer>;

export const SubmittedResultAnswer = z.object({ session_id: z.string(), attempt: Count });
export type SubmittedResultAnswer = z.infer<typeof SubmittedResultAnswer>;

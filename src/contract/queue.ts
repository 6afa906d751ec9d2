import * as z from 'zod/mini';
import { STANDINGS } from '../domain/queue/standing.ts';
import { SafeId } from './id.ts';
import { parseMoment } from './moment.ts';

export const DEFAULT_PRIORITY = 2;
export const WORK_BODY_MAX = 1_000_000;
const LEAST_PRIORITY = 1_000_000;
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

const Line = z.string().check(z.regex(/^[^\p{Cc}]*\S[^\p{Cc}]*$/u, 'expected one line of text'));
export const Name = Line.check(z.maxLength(200));
export const Label = Line.check(z.maxLength(100));
export const Moment = z
  .string()
  .check(
    z.refine((text) => parseMoment(text, 0) !== undefined, 'expected a time as 2026-01-27T15:30:00Z, or 2h'),
  );

/** What may be said of work when it is added, by whatever way. */
export const WorkFields = z.object({
  title: Line.check(z.maxLength(500)),
  body: z._default(z.string().check(z.maxLength(WORK_BODY_MAX)), ''),
  /** 0 goes first. */
  priority: z._default(z.int().check(z.minimum(0), z.maximum(LEAST_PRIORITY)), DEFAULT_PRIORITY),
  rig: z._default(z.nullable(Name), null),
  actor: z._default(z.nullable(Name), null),
  labels: z._default(z.array(Label).check(z.maxLength(100)), []),
  needs: z._default(z.array(SafeId).check(z.maxLength(1_000)), []),
  retries: z._default(z.int().check(z.minimum(0), z.maximum(100)), 0),
  notBefore: z._default(z.nullable(Moment), null),
  deadline: z._default(z.nullable(Moment), null),
  gate: z._default(
    z.nullable(z.string().check(z.regex(/\S/, 'expected a command'), z.maxLength(10_000))),
    null,
  ),
  template: z._default(z.nullable(Line.check(z.maxLength(1_000))), null),
});
export type WorkFields = z.infer<typeof WorkFields>;

export const AddWork = z.extend(WorkFields, { id: z.optional(SafeId) });
export type AddWork = z.infer<typeof AddWork>;

export const WorkRef = z.object({ workId: SafeId });
export type WorkRef = z.infer<typeof WorkRef>;

export const WORK_STATUSES = STANDINGS;

const Choice = { rig: z.optional(Name), label: z.optional(Label) };

export const ListWork = z.object({
  ...Choice,
  status: z.optional(z.enum(WORK_STATUSES)),
  /** What is over too. */
  all: z._default(z.boolean(), false),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 50),
  after: z.optional(SafeId),
});
export type ListWork = z.infer<typeof ListWork>;

export const NextWork = z.object(Choice);
export type NextWork = z.infer<typeof NextWork>;

const LeaseMs = z.optional(z.int().check(z.minimum(SECOND_MS), z.maximum(30 * DAY_MS)));
const Fence = z.optional(z.int().check(z.minimum(0)));
const Words = z.string().check(z.maxLength(10_000));

/** Without an id, whatever is next. */
export const ClaimWork = z.object({
  ...Choice,
  workId: z.optional(SafeId),
  holder: z.optional(Name),
  sessionId: z.optional(SafeId),
  leaseMs: LeaseMs,
  /** Also what is blocked, not due yet or past its deadline; never what is claimed. */
  force: z._default(z.boolean(), false),
});
export type ClaimWork = z.infer<typeof ClaimWork>;

/** `fence` is the number that the claim was given; without it the name of who asks must be the holder's. */
const Held = { workId: SafeId, fence: Fence };

export const ReleaseWork = z.object({
  ...Held,
  reason: z._default(Words, ''),
  /** Whoever holds it. */
  force: z._default(z.boolean(), false),
});
export type ReleaseWork = z.infer<typeof ReleaseWork>;

export const FinishWork = z.object({ ...Held, note: z._default(Words, '') });
export type FinishWork = z.infer<typeof FinishWork>;

export const FailWork = z.object({
  ...Held,
  reason: Words.check(z.minLength(1)),
  /** Whatever retries are left. */
  final: z._default(z.boolean(), false),
});
export type FailWork = z.infer<typeof FailWork>;

export const ReportWork = z.object({
  ...Held,
  completed: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
  total: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
  step: z.optional(Line.check(z.maxLength(1_000))),
  leaseMs: LeaseMs,
});
export type ReportWork = z.infer<typeof ReportWork>;

export const ReorderWork = z.object({
  workId: SafeId,
  before: z.optional(SafeId),
  after: z.optional(SafeId),
  first: z._default(z.boolean(), false),
  last: z._default(z.boolean(), false),
  priority: z.optional(z.int().check(z.minimum(0), z.maximum(LEAST_PRIORITY))),
});
export type ReorderWork = z.infer<typeof ReorderWork>;

export const IMPORT_FORMATS = ['json', 'jsonl', 'markdown', 'github', 'beads'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

export const ImportWork = z.object({
  text: z.string(),
  /** Where it came from, for the record. */
  file: z._default(z.string(), '-'),
  format: z.optional(z.enum(IMPORT_FORMATS)),
  partial: z._default(z.boolean(), false),
});
export type ImportWork = z.infer<typeof ImportWork>;

export const EXPORT_FORMATS = ['json', 'jsonl', 'markdown'] as const;
export const ExportWork = z.object({ ...Choice, open: z._default(z.boolean(), false) });
export type ExportWork = z.infer<typeof ExportWork>;

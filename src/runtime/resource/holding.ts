import * as z from 'zod/mini';
import { MEANS } from '../../domain/resource/limiter.ts';

const Amount = z.nullable(z.number());
const By = z.nullable(z.enum(MEANS));

/** The limits that an attempt was started with, and what holds each. */
export const Holding = z.object({
  limits: z.object({ memoryMb: Amount, cpus: Amount, processes: Amount, openFiles: Amount }),
  limiter: z.object({ memoryMb: By, cpus: By, processes: By, openFiles: By }),
  /** The group made for it. */
  cgroup: z.nullable(z.string()),
  scope: z.nullable(z.object({ manager: z.enum(['user', 'system']), unit: z.string() })),
  /** The CPUs that it is kept to. */
  pinned: z.array(z.number()),
});
export type Holding = z.infer<typeof Holding>;

/** What was seen of what it used. */
export const NotedUse = z.object({
  cpuMs: Amount,
  peakKb: Amount,
  nowKb: Amount,
  isOutOfMemory: z.boolean(),
});

import * as z from 'zod/mini';

const STOP_LIMIT_MS = 30_000;

export const StopSupervisor = z.object({ timeoutMs: z._default(z.int().check(z.minimum(0)), STOP_LIMIT_MS) });
export type StopSupervisor = z.infer<typeof StopSupervisor>;

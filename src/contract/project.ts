import * as z from 'zod/mini';

/** `all`: every session of each project instead of the newest of each group. */
export const ListProjects = z.object({ all: z._default(z.boolean(), false) });
export type ListProjects = z.infer<typeof ListProjects>;

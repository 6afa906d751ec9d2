import type { z } from 'zod/mini';
import { SwarmError } from './error.ts';

/** What was given, as its schema reads it; an error that names the key that does not fit. */
export function understood<T>(read: ReturnType<z.ZodMiniType<T>['safeParse']>): T {
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const key = (issue?.path ?? []).map(String).join('.');
  throw new SwarmError('input-invalid', `${key === 'id' ? 'sessionId' : key}: ${issue?.message}`);
}

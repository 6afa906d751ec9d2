import type { Trouble } from '../views/error-text.ts';

const BY_KIND: Readonly<Record<Exclude<Trouble['kind'], 'refusal'>, number>> = {
  usage: 400,
  fault: 503,
  bug: 500,
};
const FORBIDDEN: ReadonlySet<string> = new Set(['not-from-attempt', 'attempt-hidden', 'project-not-trusted']);
const ABSENT = /-(not-found|unknown)$/;

/** The status of HTTP for whatever went wrong. Programs read the code; this only sorts it for proxies. */
export function statusOf({ kind, code }: Pick<Trouble, 'kind' | 'code'>): number {
  if (kind !== 'refusal') return BY_KIND[kind];
  if (FORBIDDEN.has(code)) return 403;
  return ABSENT.test(code) ? 404 : 409;
}

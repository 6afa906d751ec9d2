import { type Trouble, troubleJson } from '../views/error-text.ts';

/** An answer in JSON. */
export type Reply = Readonly<{ status: number; body: unknown }>;

export const replyTrouble = (trouble: Trouble): Reply => ({
  status: statusOf(trouble),
  body: troubleJson(trouble),
});

/** What this door itself refuses, before a verb is asked. */
export type DoorRefusal = Readonly<{ status: number; code: string; message: string; hint?: string }>;

export const replyRefused = ({ status, ...error }: DoorRefusal): Reply => ({ status, body: { error } });

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

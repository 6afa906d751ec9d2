import { type Trouble, troubleJson } from '../views/error-text.ts';
import { statusOf } from './status-of.ts';

/** An answer in JSON. */
export type Reply = Readonly<{ status: number; body: unknown }>;

export const replyTrouble = (trouble: Trouble): Reply => ({
  status: statusOf(trouble),
  body: troubleJson(trouble),
});

/** What this door itself refuses, before a verb is asked. */
export type DoorRefusal = Readonly<{ status: number; code: string; message: string; hint?: string }>;

export const replyRefused = ({ status, ...error }: DoorRefusal): Reply => ({ status, body: { error } });

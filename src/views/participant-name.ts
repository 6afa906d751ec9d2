import type { Presence } from '../domain/participant/presence.ts';
import { displayName as sessionDisplayName } from '../domain/preflight/session-name.ts';

/** `BlueLake (session 10:30)` */
export const displayName = ({ baseName, joinedAt }: Pick<Presence, 'baseName' | 'joinedAt'>): string =>
  sessionDisplayName(baseName, joinedAt);

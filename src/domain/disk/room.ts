import { Fault } from '../fault.ts';

/** With less than this, no agent is started: what is at work, and the rows, need it. */
export const RESERVE_BYTES = 16 * 1024 * 1024;

export const FULL_DISK = 'The disk is full: no agent is started until there is room';

/** Whether something failed for want of room. */
export const isDiskFull = (error: unknown): boolean =>
  (error instanceof Fault && error.code === 'disk-full') ||
  (error instanceof Error && codeOf(error) === 'ENOSPC');

const codeOf = (error: Error): unknown => ('code' in error ? error.code : undefined);

/** Times are shown in UTC, as in the ids of sessions. */
export const renderInstant = (at: number): string => new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z');

export const renderInstantOrNull = (at: number | null): string | null =>
  at === null ? null : renderInstant(at);

/** "2025-11-18 15:30:42" */
export const renderSecond = (at: number): string => renderInstant(at).replace('T', ' ').slice(0, -1);

/** "2025-11-18 15:30" */
export const renderMinute = (at: number): string => renderSecond(at).slice(0, -':42'.length);

/** `15:30:42` */
export const renderClock = (at: number): string => renderSecond(at).slice('2025-11-18 '.length);

import { type Fields, fieldsOf } from './loose.ts';

// Epoch seconds pass this only after the year 5000, epoch milliseconds passed it in 1973.
const SMALLEST_MS = 1e11;
const SMALLEST_SECONDS = 1e9;
const LARGEST_MS = 8.64e15;

/** When a limit ends, in epoch milliseconds, if any of the fields that versions put it in says so. */
export function resetOf(event: Fields, text: string): number | null {
  const about = fieldsOf(event.rate_limit_info ?? event.error);
  return (
    momentOf(about.resetsAt ?? about.resets_at ?? event.resetsAt ?? event.resets_at) ??
    afterwards(event.timestamp, about.retry_after ?? event.retry_after) ??
    momentInText(text)
  );
}

/** The CLI tells its quota after each request; only a rejection that nothing else pays for is a limit. */
export function isRejected(event: Fields): boolean {
  const about = fieldsOf(event.rate_limit_info);
  return about.status === 'rejected' && about.isUsingOverage !== true;
}

function momentOf(value: unknown): number | null {
  const parsed = typeof value === 'string' ? momentOfText(value) : value;
  if (typeof parsed !== 'number' || !(parsed >= SMALLEST_SECONDS)) return null;
  const ms = Math.ceil(parsed >= SMALLEST_MS ? parsed : parsed * 1000);
  return ms <= LARGEST_MS ? ms : null;
}

const momentOfText = (text: string): number => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : Date.parse(text));

// A wait counts from when the event was written; without that moment it says nothing.
function afterwards(timestamp: unknown, seconds: unknown): number | null {
  const from = momentOf(timestamp);
  const wait = typeof seconds === 'string' ? Number.parseFloat(seconds) : seconds;
  return from !== null && typeof wait === 'number' && wait >= 0 ? momentOf(from + wait * 1000) : null;
}

// Older versions end the sentence with a bar and the epoch: "usage limit reached|1760000000".
function momentInText(text: string): number | null {
  const found = /\|(\d{10,13})\b/.exec(text.slice(0, 1000));
  return found ? momentOf(Number(found[1])) : null;
}

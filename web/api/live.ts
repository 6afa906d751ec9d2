import { signal } from '@preact/signals';

/** What changed, as the server names it. */
export type ChangedKey = Readonly<{
  kind: string;
  /** Null where the journal does not tell which one. */
  id: string | null;
}>;
type Listener = (keys: readonly ChangedKey[] | 'all') => void;

/** Whether changes arrive: `lost` while the page tries to reach the server again. */
export const connection = signal<'connecting' | 'live' | 'lost'>('connecting');

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 10_000;

const listeners = new Set<Listener>();
let cursor = '';
let retryMs = FIRST_RETRY_MS;

/** Tells of every change, and `all` after a gap, until the function that it returns is called. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const tell = (keys: readonly ChangedKey[] | 'all'): void => {
  for (const listener of [...listeners]) listener(keys);
};

/** Follows the journal from where the page left off. What was missed meanwhile is read again. */
export function connect(): void {
  const source = new EventSource(`/api/events${cursor === '' ? '' : `?after=${encodeURIComponent(cursor)}`}`);
  source.addEventListener('snapshot', (event) => {
    const isFirst = connection.value === 'connecting';
    const { resumed } = keepCursor(event.data);
    connection.value = 'live';
    retryMs = FIRST_RETRY_MS;
    if (!isFirst && resumed !== true) tell('all');
  });
  source.addEventListener('change', (event) => tell(keepCursor(event.data).keys ?? 'all'));
  source.addEventListener('reset', (event) => {
    keepCursor(event.data);
    tell('all');
  });
  source.addEventListener('error', () => {
    source.close();
    connection.value = 'lost';
    setTimeout(connect, retryMs);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  });
}

type ServerEvent = Readonly<{
  cursor?: string | number;
  keys?: readonly ChangedKey[];
  /** All that was missed follows as changes. */
  resumed?: boolean;
}>;

function keepCursor(text: string): ServerEvent {
  const told = text === '' ? {} : (JSON.parse(text) as ServerEvent);
  if (told.cursor !== undefined) cursor = String(told.cursor);
  return told;
}

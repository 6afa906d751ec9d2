import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

const CHANNEL = 'swarm_changed';
const CONNECT_LIMIT_MS = 10_000;
/** Names this process among those that commit. */
const ORIGIN = randomUUID();

/** Ends a transaction, and tells every other process that listens. */
export const COMMIT_AND_TELL = `notify ${CHANNEL}, '${ORIGIN}'; commit`;

export type ChangeListener = Readonly<{
  /** It hears what others commit from now on. Called now and then: a lost connection is opened again. */
  ensureListening(): Promise<void>;
  close(): Promise<void>;
}>;

/** A wake-up only: what changed is found in the rows, and what was missed by the next look at them. */
export function listenForChanges(url: string, onChange: () => void): ChangeListener {
  let client: Client | null = null;
  let isClosed = false;

  const leave = async (gone: Client): Promise<void> => {
    if (client === gone) client = null;
    await gone.end().catch(() => undefined);
  };
  const open = async (): Promise<void> => {
    const opened = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_LIMIT_MS });
    client = opened;
    opened.on('error', () => void leave(opened));
    opened.on('end', () => void leave(opened));
    opened.on('notification', ({ payload }) => {
      if (payload !== ORIGIN) onChange();
    });
    try {
      await opened.connect();
      await opened.query(`listen ${CHANNEL}`);
    } catch (error) {
      await leave(opened);
      throw error;
    }
    onChange();
  };
  return {
    ensureListening: async () => {
      if (client === null && !isClosed) await open();
    },
    close: async () => {
      isClosed = true;
      if (client !== null) await leave(client);
    },
  };
}

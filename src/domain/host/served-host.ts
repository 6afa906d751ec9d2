/** What says where a row belongs: the host whose supervisor serves it, or null for any. */
export type Hosted = Readonly<{ hostId: string | null }>;

type Serving = Readonly<{ hostId: string; config: Readonly<{ store: string | null }> }>;

/**
 * Processes, folders and conversations stay on the host that they began on, so only its supervisor may look
 * for them: to any other they would seem lost. A host that has the store to itself serves all there is,
 * whatever it was called when a row was written.
 */
export const isServedBy = ({ hostId, config }: Serving, row: Hosted): boolean =>
  config.store === null || row.hostId === null || row.hostId === hostId;

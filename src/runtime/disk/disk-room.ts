/** The port for the room that is left on the disk of a project. */
export interface DiskRoom {
  /** Bytes that can still be written there. */
  observeFree(): Promise<number>;
  /** Whether something can be written there now: quotas tell only those who try. */
  isWritable(): Promise<boolean>;
}

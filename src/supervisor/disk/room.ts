import { FULL_DISK, isDiskFull, RESERVE_BYTES } from '../../domain/disk/room.ts';
import type { Clock } from '../../runtime/clock/clock.ts';
import type { DiskRoom } from '../../runtime/disk/disk-room.ts';

/** What rounds ask before they begin something that writes. */
export type Room = Readonly<{
  isFull: () => boolean;
  /** It was full at this time or later. */
  wasFullSince: (at: number) => boolean;
}>;

export type RoomWatch = Room &
  Readonly<{
    /** True when something failed for want of room; said once, however often it comes. */
    noteFault: (error: unknown) => boolean;
    /** Since when there was none, where there is room again; null otherwise. */
    look: () => Promise<number | null>;
  }>;

type RoomDeps = Readonly<{
  disk: DiskRoom;
  clock: Clock;
  log: (level: 'error' | 'info', message: string) => void;
}>;

/** Remembers that the disk is full, until there is room and something can be written. */
export function watchRoom({ disk, clock, log }: RoomDeps): RoomWatch {
  let since: number | null = null;
  let lastUntil = Number.NEGATIVE_INFINITY;

  const beginFull = (): void => {
    if (since !== null) return;
    since = clock.now();
    log('error', FULL_DISK);
  };
  const hasRoom = async (): Promise<boolean> =>
    (await disk.observeFree()) >= RESERVE_BYTES && (since === null || (await disk.isWritable()));

  return {
    isFull: () => since !== null,
    wasFullSince: (at) => since !== null || lastUntil >= at,
    noteFault: (error) => {
      const isFull = isDiskFull(error);
      if (isFull) beginFull();
      return isFull;
    },
    look: async () => {
      if (!(await hasRoom())) {
        beginFull();
        return null;
      }
      const began = since;
      if (began !== null) {
        lastUntil = clock.now();
        log('info', 'There is room on the disk again: work goes on');
      }
      since = null;
      return began;
    },
  };
}

import { chmod, lstat, rename, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { Fault } from '../../domain/fault.ts';
import { type Guest, welcome } from './guest.ts';
import { type ClientLine, type Greeting, renderLine } from './protocol.ts';

const MAX_CLIENTS = 1_000;

export type ServerHooks = Readonly<{
  greeting: Greeting;
  /** A client pokes: look at these sessions now. Must return at once. */
  onPoke(ids: readonly string[]): void;
  /** A client asks the supervisor to leave. */
  onStop(): void;
  /** False when what this supervisor serves was removed: it leaves, and no client hears of it any more. */
  isServing?(): boolean;
}>;

/** The supervisor's socket. Start it only with the supervisor's lock. */
export interface SupervisorServer {
  /** Wakes all watchers. Cheap: unreported changes are coalesced. */
  announceChange(): void;
  /** Listens again after the socket file was removed. */
  ensureListening(): Promise<void>;
  /**
   * Removes the socket file and ends every connection except those that asked it to leave: these end
   * with the process, which tells their clients that it is gone.
   */
  stopListening(): Promise<void>;
  /** The same, and ends those too. */
  close(): Promise<void>;
}

export async function startServer(socketFile: string, hooks: ServerHooks): Promise<SupervisorServer> {
  const room = waitingRoom(hooks);
  let ear = await listen(socketFile, room.admit);
  const removeFile = async (): Promise<void> => {
    if (await ear.isReachable()) await rm(socketFile, { force: true });
  };

  return {
    announceChange: room.announceChange,
    async ensureListening() {
      if (await ear.isReachable()) return;
      const deaf = ear;
      ear = await listen(socketFile, room.admit);
      deaf.server.close();
    },
    async stopListening() {
      await removeFile();
      ear.server.close();
      room.dismissOthers();
    },
    async close() {
      await removeFile();
      const closed = new Promise((resolve) => ear.server.close(resolve));
      room.dismiss();
      await closed;
    },
  };
}

type Ear = Readonly<{ server: Server; isReachable(): Promise<boolean> }>;

// Bound under a draft name and renamed: takes the place of a file that a killed supervisor left in one
// step, is never there with wider rights, and what Node removes when an old server closes is the draft
// name, not the new socket.
async function listen(socketFile: string, admit: (socket: Socket) => void): Promise<Ear> {
  const draft = `${socketFile}.${process.pid}`;
  const server = createServer(admit);
  server.maxConnections = MAX_CLIENTS;
  try {
    await rm(draft, { force: true });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(draft, resolve);
    });
    await chmod(draft, 0o600);
    const { ino } = await lstat(draft);
    await rename(draft, socketFile);
    server.on('error', () => {}); // A failed accept concerns that client only.
    return { server, isReachable: async () => (await inodeOf(socketFile)) === ino };
  } catch (cause) {
    server.close();
    throw new Fault('socket-failed', `cannot listen at ${socketFile}: ${(cause as Error).message}`, {
      cause,
    });
  }
}

const inodeOf = (path: string): Promise<number | null> =>
  lstat(path).then(
    ({ ino }) => ino,
    () => null,
  );

function waitingRoom(hooks: ServerHooks) {
  const guests = new Set<Guest>();
  const askers = new Set<Guest>();
  let changes = 0;

  const hear = (guest: Guest, line: ClientLine): void => {
    if (hooks.isServing?.() === false) {
      hooks.onStop();
      return guest.dismiss();
    }
    if ('hello' in line) guest.say(renderLine({ hello: hooks.greeting }));
    if ('watch' in line) guest.watch(changes);
    if ('poke' in line) {
      hooks.onPoke(line.poke);
      guest.acknowledge();
    }
    if ('stop' in line) {
      askers.add(guest);
      hooks.onStop();
    }
  };

  return {
    admit(socket: Socket) {
      const guest = welcome(socket, hear);
      guests.add(guest);
      socket.once('close', () => guests.delete(guest));
    },
    announceChange() {
      changes += 1;
      for (const guest of guests) guest.tell(changes);
    },
    dismiss() {
      for (const guest of guests) guest.dismiss();
    },
    dismissOthers() {
      for (const guest of guests) if (!askers.has(guest)) guest.dismiss();
    },
  };
}

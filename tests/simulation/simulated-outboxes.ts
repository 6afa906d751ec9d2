import type { Outboxes, OutboxPost } from '../../src/runtime/outbox/outboxes.ts';
import type { Folder, Post } from './folder.ts';
import type { CallKind, Life } from './schedule.ts';
import type { AttemptsDeps } from './simulated-attempts.ts';

/** The contract of outboxes, kept by the simulated machine. Every call may be the last of its life. */
export function simulatedOutboxes({ world, schedule }: AttemptsDeps, life: Life): Outboxes {
  const call = <T>(kind: CallKind, label: string, work: () => T): Promise<T> => {
    const named = { life, kind, label: `outboxes.${label}` };
    return kind === 'look' ? schedule.look(named, work) : schedule.act(named, work);
  };
  return {
    listOfSession: (sessionId) =>
      call('look', `list ${sessionId}`, () =>
        [...world.folders.values()]
          .filter((folder) => folder.sessionId === sessionId)
          .flatMap((folder) =>
            folder.posts.filter(({ is }) => is !== 'finished').map((it) => seen(folder, it)),
          ),
      ),
    listOfRun: async () => [],
    observeOfRun: async () => '',
    intake: (post) =>
      call('effect', `take ${post.name}`, () => {
        const found = find(world.folders.get(post.folder), post);
        if (found?.is === 'waiting') found.is = 'taken';
        const folder = world.folders.get(post.folder);
        return found && folder && found.is === 'taken' ? seen(folder, found) : null;
      }),
    finish: (post, problem) =>
      call('effect', `finish ${post.name}`, () => {
        const found = find(world.folders.get(post.folder), post);
        if (found) Object.assign(found, { is: 'finished', problem, finishedKey: post.key });
      }),
    ensureRunFolders: async () => {},
    hasOddities: () => false,
    ensureSetAside: async () => [],
  };
}

const find = (folder: Folder | undefined, { name }: OutboxPost): Post | undefined =>
  folder?.posts.find((post) => post.name === name);

const seen = (folder: Folder, { name, text, changedAt, is }: Post): OutboxPost => ({
  key: `${folder.name}/outbox/${name}/${text.length}`,
  onceKey: null,
  name,
  attempt: folder.attempt,
  role: null,
  text,
  bytes: text.length,
  changedAt,
  folder: folder.name,
  file: { is: is === 'taken' ? 'taken' : 'waiting' },
});

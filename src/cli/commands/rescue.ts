import * as z from 'zod/mini';
import { renderTable } from '../../views/table.ts';
import { renderInstant, renderSecond } from '../../views/time.ts';
import { answered, localCommand } from '../command.ts';

const RESCUE = {
  name: 'rescue',
  key: 'ref',
  about: 'Name of a rescue (swarm rescue list); the id of a session means its newest',
} as const;
const Ref = z.object({ ref: z.string().check(z.minLength(1), z.maxLength(300)) });

export const rescueList = localCommand({
  asks: 'anyone',
  name: 'rescue list',
  summary: 'List work that was saved when workspaces were put away',
  examples: ['swarm rescue list'],
  input: z.object({}),
  run: async (host) => answered(await host.rescues.list()),
  show: (rescues) =>
    rescues.length === 0
      ? 'No rescues\n'
      : renderTable([
          ['RESCUE', 'SAVED', 'COMMIT', 'WHAT'],
          ...rescues.map(({ ref, at, commit, subject }) => [
            ref,
            renderSecond(at),
            commit.slice(0, 10),
            subject,
          ]),
        ]),
  json: (rescues) => rescues.map(({ at, ...rescue }) => ({ ...rescue, at: renderInstant(at) })),
});

export const rescueShow = localCommand({
  asks: 'anyone',
  name: 'rescue show',
  summary: 'Show what a rescue holds',
  examples: ['swarm rescue show 20251118-153042-builder'],
  words: [RESCUE],
  input: Ref,
  run: (host, { ref }) => host.rescues.show(ref),
  show: (text) => `${text.trimEnd()}\n`,
  json: (text) => ({ text }),
});

export const rescueRestore = localCommand({
  asks: 'anyone',
  name: 'rescue restore',
  summary: 'Check a rescue out into a new folder',
  about: 'Never overwrites: the folder must not be there yet.',
  examples: ['swarm rescue restore 20251118-153042-builder ../saved'],
  words: [RESCUE, { name: 'folder', key: 'folder', about: 'New folder for it', offers: 'folder' }],
  input: z.extend(Ref, { folder: z.string().check(z.minLength(1)) }),
  run: (host, { ref, folder }) => host.rescues.restore(ref, folder),
  show: (folder) => `✅ Restored into ${folder}\n`,
  json: (folder) => ({ folder }),
});

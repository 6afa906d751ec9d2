import * as z from 'zod/mini';
import { renderRescues } from '../../views/rescue-list.ts';
import { command } from '../command.ts';
import { asks } from '../reply.ts';

const RESCUE = {
  name: 'rescue',
  key: 'ref',
  about: 'Name of a rescue (swarm rescue list); the id of a session means its newest',
} as const;

export const rescueList = command({
  name: 'rescue list',
  summary: 'List uncommitted work that Swarm saved from removed workspaces',
  examples: ['swarm rescue list'],
  input: z.object({}),
  run: asks('rescue.list'),
  show: { 'rescue.list': renderRescues },
});

export const rescueShow = command({
  name: 'rescue show',
  summary: 'Show the contents of a rescue',
  examples: ['swarm rescue show 20251118-153042-builder'],
  words: [RESCUE],
  show: { 'rescue.show': ({ text }) => `${text.trimEnd()}\n` },
});

export const rescueRestore = command({
  name: 'rescue restore',
  summary: 'Check out a rescue into a new folder',
  about: 'Never overwrites: the folder must not exist.',
  examples: ['swarm rescue restore 20251118-153042-builder ../saved'],
  words: [RESCUE, { name: 'folder', key: 'folder', about: 'New folder for it', offers: 'folder' }],
  show: { 'rescue.restore': ({ folder }) => `✅ Restored into ${folder}\n` },
});

import * as z from 'zod/mini';
import { PauseLoops, PauseProject } from '../../contract/loop.ts';
import { UsageError } from '../../contract/usage-error.ts';
import type { Loop } from '../../domain/loop/loop.ts';
import { command } from '../command.ts';
import { askVerb } from '../reply.ts';
import { LOOP } from './loop-change.ts';

const Pausing = z.object({
  ...PauseLoops.shape,
  ...PauseProject.shape,
  all: z._default(z.boolean(), false),
});

const renderStates = (loops: readonly Loop[]): string =>
  loops.map(({ id, state }) => `✅ Loop ${id} is ${state}\n`).join('');

export const pause = command({
  name: 'pause',
  summary: 'Pause a loop; with --all, stop all work in the project',
  about: [
    'Running sessions of a paused loop go on. With --all every running session is stopped gently, and',
    'nothing starts; swarm unpause resumes the same conversations. A second pause changes nothing.',
  ].join('\n'),
  examples: ['swarm pause --all --reason "the tests eat the disk"', 'swarm pause loop-1a2b3c4d'],
  words: [{ ...LOOP, isOptional: true }],
  flags: [
    { name: 'all', short: 'a', key: 'all', about: 'The whole project: loops and sessions' },
    { name: 'reason', key: 'reason', value: 'text', about: 'With --all: why, for the record' },
  ],
  input: Pausing,
  run: async (host, { all, loopId, reason }) => {
    if (all !== (loopId === undefined)) throw new UsageError('Say which loop, or --all', { key: 'all' });
    return loopId === undefined
      ? askVerb(host, 'project.pause', { reason })
      : askVerb(host, 'loop.pause', { loopId });
  },
  show: {
    'project.pause': ({ sessionIds }) => renderStopped(sessionIds),
    'loop.pause': renderStates,
  },
});

const renderStopped = (ids: readonly string[]): string =>
  `✅ Project paused; sessions that are stopped: ${ids.length === 0 ? 'none' : ids.join(', ')}\n`;

export const unpause = command({
  name: 'unpause',
  summary: 'Unpause a loop or, without a name, the whole project',
  about: 'A loop that you paused by name stays paused until you unpause it by name.',
  examples: ['swarm unpause', 'swarm unpause loop-1a2b3c4d'],
  words: [{ ...LOOP, isOptional: true }],
  input: PauseLoops,
  run: async (host, { loopId }) =>
    loopId === undefined ? askVerb(host, 'project.unpause', {}) : askVerb(host, 'loop.unpause', { loopId }),
  show: {
    'project.unpause': (ended) => (ended === null ? 'ℹ️ Nothing was paused\n' : '✅ Project goes on\n'),
    'loop.unpause': renderStates,
  },
});

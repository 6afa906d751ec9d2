import * as z from 'zod/mini';
import type { App } from '../../app/app.ts';
import { PauseLoops, PauseProject } from '../../contract/loop.ts';
import { UsageError } from '../../contract/usage-error.ts';
import type { Loop } from '../../domain/loop/loop.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { loopJson } from '../../views/loop-view.ts';
import { answered, localCommand } from '../command.ts';
import { LOOP } from './loop-change.ts';

const Pausing = z.object({
  ...PauseLoops.shape,
  ...PauseProject.shape,
  all: z._default(z.boolean(), false),
});
type Pausing = z.infer<typeof Pausing>;
type Paused = Readonly<{ loops: readonly Loop[]; stopped: readonly string[] | null }>;
type GoingOn = Readonly<{ loops: readonly Loop[]; wasPaused: boolean }>;

const renderStates = (loops: readonly Loop[]): string =>
  loops.map(({ id, state }) => `✅ Loop ${id} is ${state}\n`).join('');

export const pause = localCommand({
  asks: 'anyone',
  name: 'pause',
  summary: 'Let a loop begin nothing; with --all, stop everything until swarm unpause',
  about: [
    'Sessions that a paused loop has at work go on. With --all every session at work is stopped gently, and',
    'nothing starts; swarm unpause lets them go on in the same conversations. Said twice, it is one pause.',
  ].join('\n'),
  examples: ['swarm pause --all --reason "the tests eat the disk"', 'swarm pause loop-1a2b3c4d'],
  words: [{ ...LOOP, isOptional: true }],
  flags: [
    { name: 'all', short: 'a', key: 'all', about: 'The whole project: loops and sessions' },
    { name: 'reason', key: 'reason', value: 'text', about: 'With --all: why, for the record' },
  ],
  input: Pausing,
  run: async (host, input) => pauseWhat(await host.app(), input),
  show: ({ loops, stopped }) => `${stopped === null ? '' : renderStopped(stopped)}${renderStates(loops)}`,
  json: ({ loops, stopped }) => ({
    paused: stopped !== null,
    stopped: stopped ?? [],
    loops: loops.map(loopJson),
  }),
});

async function pauseWhat(app: App, { all, loopId, reason }: Pausing): Promise<Outcome<Paused>> {
  if (all !== (loopId === undefined)) throw new UsageError('Say which loop, or --all', { key: 'all' });
  if (loopId === undefined) {
    const paused = await app.pauseProject({ reason });
    return paused.ok ? answered({ loops: [], stopped: paused.value.sessionIds }) : paused;
  }
  const loops = await app.pauseLoops({ loopId });
  return loops.ok ? answered({ loops: loops.value, stopped: null }) : loops;
}

const renderStopped = (ids: readonly string[]): string =>
  `✅ Project paused; sessions that are stopped: ${ids.length === 0 ? 'none' : ids.join(', ')}\n`;

export const unpause = localCommand({
  asks: 'anyone',
  name: 'unpause',
  summary: 'Let what was paused go on; without a name, the whole project',
  examples: ['swarm unpause', 'swarm unpause loop-1a2b3c4d'],
  words: [{ ...LOOP, isOptional: true }],
  input: PauseLoops,
  run: async (host, input) => goOn(await host.app(), input),
  show: ({ loops, wasPaused }) =>
    `${wasPaused ? '✅ Project goes on\n' : ''}${renderStates(loops)}` || 'ℹ️ Nothing was paused\n',
  json: ({ loops, wasPaused }) => ({ was_paused: wasPaused, loops: loops.map(loopJson) }),
});

async function goOn(app: App, input: PauseLoops): Promise<Outcome<GoingOn>> {
  if (input.loopId !== undefined) {
    const loops = await app.unpauseLoops(input);
    return loops.ok ? answered({ loops: loops.value, wasPaused: false }) : loops;
  }
  // A loop that was paused by its name stays so until it is named again.
  const ended = await app.unpauseProject();
  return ended.ok ? answered({ loops: [], wasPaused: ended.value !== null }) : ended;
}

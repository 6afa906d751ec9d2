import { ListRaces } from '../../contract/race.ts';
import { renderRace, renderRaceTable } from '../../views/race-view.ts';
import { command } from '../command.ts';
import type { Word } from '../flag.ts';
import { reply } from '../reply.ts';

const RACE: Word = { name: 'race', key: 'raceId', about: 'Id of the race (swarm race list), or @last' };

export const raceShow = command({
  name: 'race show',
  summary: 'Show one race, how each rival stands, and who won and why',
  examples: ['swarm race show race-20251118-153042'],
  words: [RACE],
  onlyReads: true,
  show: { 'race.show': renderRace },
});

export const raceList = command({
  name: 'race list',
  summary: 'List the races of several sessions at one task',
  examples: ['swarm race list', 'swarm race list --all --json'],
  flags: [{ name: 'all', short: 'a', key: 'all', about: 'Those that are over too' }],
  onlyReads: true,
  input: ListRaces,
  run: async (host, input) => {
    const listed = await host.ask('race.list', input);
    return listed.ok ? reply('race.list', listed.value) : listed;
  },
  show: { 'race.list': renderRaceTable },
});

export const raceStop = command({
  name: 'race stop',
  summary: 'End a race without a winner and kill its sessions',
  about: 'Their worktrees and branches stay as they are.',
  examples: ['swarm race stop race-20251118-153042'],
  words: [RACE],
  flags: [{ name: 'reason', key: 'reason', value: 'text', about: 'Why, for the record' }],
  show: {
    'race.stop': ({ race: { id, state, winnerId } }) =>
      winnerId === null
        ? `✅ Race ${id} is ${state === 'closing' ? 'ending' : state}\n`
        : `ℹ️  Race ${id} is decided: ${winnerId} won\n`,
  },
});

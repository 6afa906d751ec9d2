import assert from 'node:assert/strict';
import type { Race } from '../../src/domain/race/race.ts';
import type { Write } from '../../src/store/store.ts';
import { isSame, refuseIf, replace, stale } from './oracle-guards.ts';
import { order } from './oracle-order.ts';
import type { Line } from './oracle-rows.ts';

export type RaceRows = { races: Race[] };
export const noRaceRows = (): RaceRows => ({ races: [] });

type WriteOf<K> = Extract<Write, { kind: K }>;

export const RACE_CHANGES = {
  'add-race': (rows: RaceRows, { race }: WriteOf<'add-race'>): Line => {
    refuseIf(rows.races, 'race', isSame(race, 'id'));
    refuseIf(rows.races, 'race-key', (it) => it.key !== null && it.key === race.key);
    rows.races.push(race);
    return [null, 'race-created'];
  },
  'step-race': (rows: RaceRows, { step: { from, event, to } }: WriteOf<'step-race'>): Line => {
    assert.equal(to.version, from.version + 1, 'the version must be raised by one');
    replace(rows.races, isSame(from, 'id', 'version', 'state'), (it) => {
      if (it.endedAt !== null) return stale();
      const { id, title, policy, key, contentHash, hostId, createdAt } = it;
      return { ...to, id, title, policy, key, contentHash, hostId, createdAt };
    });
    return [event === 'win' ? to.winnerId : null, `race-${event}`];
  },
};

export const listRaces = ({ races }: RaceRows, isLive: boolean): readonly Race[] =>
  races
    .filter(({ endedAt }) => !isLive || endedAt === null)
    .sort((a, b) => a.createdAt - b.createdAt || order(a.id, b.id));

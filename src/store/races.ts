import type { Race, RacePatch } from '../domain/race/race.ts';
import type { Engine } from './engine.ts';
import { type Program, read } from './program.ts';
import type { RaceReads } from './race-rows.ts';
import { steppedTable } from './stepped-table.ts';
import { json, plain, storable, Table } from './table.ts';
import type { WriteRefusal } from './write-refusal.ts';

const raceTable = new Table<Race>('race', ['id'], () => ({
  id: plain('id'),
  title: plain('title'),
  policy: json('policy'),
  rivals: json('rivals'),
  startedCount: plain('started_count'),
  startedAt: plain('started_at'),
  judgeId: plain('judge_id'),
  winnerId: plain('winner_id'),
  state: plain('state'),
  version: plain('version'),
  ending: plain('ending'),
  reasonText: plain('reason_text'),
  questionId: plain('question_id'),
  key: plain('key'),
  contentHash: plain('content_hash'),
  hostId: plain('host_id'),
  createdAt: plain('created_at'),
  endedAt: plain('ended_at'),
}));

// What a step may change. The type makes sure that whatever a step can settle is saved.
const STEPPED: Record<keyof RacePatch | 'state' | 'version' | 'endedAt', true> = {
  state: true,
  version: true,
  rivals: true,
  startedCount: true,
  startedAt: true,
  judgeId: true,
  winnerId: true,
  ending: true,
  reasonText: true,
  questionId: true,
  endedAt: true,
};

export const races = steppedTable(raceTable, {
  duplicateOf: 'race',
  stepped: STEPPED,
  guards: ['version', 'state'],
  // Whatever the caller believes: a final state never changes.
  and: 'ended_at is null',
});

export function* addRace(race: Race): Program<WriteRefusal | null> {
  const refusal = yield* races.add(race);
  if (refusal === null) return null;
  const [taken] = yield* read({ sql: 'select 1 from race where id = ?', values: [storable(race.id)] });
  return taken ? refusal : { why: 'duplicate', of: 'race-key' };
}

export const raceReads = (engine: Engine): RaceReads => ({
  findRace: (id) => races.find(engine, id),
  findRaceByKey: (key) => raceTable.find(engine, 'where key = ?', [storable(key)]),
  listRaces: ({ isLive }) =>
    raceTable.list(engine, `${isLive ? 'where ended_at is null' : ''} order by created_at, id`),
});

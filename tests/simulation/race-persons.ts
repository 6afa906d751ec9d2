import { createRace } from '../../src/app/race/create-race.ts';
import { stopRace } from '../../src/app/race/stop-race.ts';
import { CreateRace } from '../../src/contract/race.ts';
import { isRaceOver } from '../../src/domain/race/race.ts';
import { creating } from './creating.ts';
import type { Setting } from './crew.ts';
import type { Persons } from './persons.ts';

const MOST_RACES = 3;
const MINUTE = 60_000;
const RUNNERS = ['talker', 'teller', 'namer', 'printer'];

/** People who let several agents race at one task, and now and then give it up. */
export class RacePersons {
  readonly #setting: Setting;
  readonly #persons: Persons;
  #begun = 0;

  constructor(setting: Setting, persons: Persons) {
    this.#setting = setting;
    this.#persons = persons;
  }

  async act(): Promise<void> {
    const { dice, store } = this.#setting;
    const live = (await store.listRaces({ isLive: true })).filter((race) => !isRaceOver(race));
    const [race] = live;
    if (race && dice.chance(0.02))
      return this.#persons.run(`stop ${race.id}`, (deps) =>
        stopRace(deps, { raceId: race.id, reason: 'enough' }),
      );
    if (this.#begun < MOST_RACES) return this.#begin();
  }

  async #begin(): Promise<void> {
    const { dice } = this.#setting;
    this.#begun += 1;
    const isBest = dice.chance(0.5);
    const input = CreateRace.parse({
      persona: dice.pick(RUNNERS),
      prompt: `race ${dice.hex(6)}`,
      clis: Array.from({ length: dice.between(2, 3) }, () => null),
      key: `race-${this.#begun}`,
      ...(dice.chance(0.6) ? { gate: 'make check' } : {}),
      ...(isBest ? { judge: dice.pick(RUNNERS) } : {}),
      ...(!isBest && dice.chance(0.4) ? { stageMs: dice.between(1, 6) * MINUTE } : {}),
    });
    // The same command twice, as from a person who missed the first answer.
    const times = dice.chance(0.4) ? 2 : 1;
    for (let time = 0; time < times; time++)
      await this.#persons.run(`begin ${input.key}`, (deps) =>
        createRace({ ...creating(deps), canStart: async () => true }, input),
      );
  }
}

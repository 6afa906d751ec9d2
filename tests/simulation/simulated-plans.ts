import type { LocatedPlan, Plans } from '../../src/app/plan/plan-deps.ts';
import { parsePlan } from '../../src/contract/plan/parse-plan.ts';
import { accept, refuse } from '../../src/domain/outcome.ts';
import { SOUND_FACTS } from '../samples/sound-plan.ts';
import type { CallKind, Life, Schedule } from './schedule.ts';

/** Plans that people have designed. */
export const DESIGNED = ['atlas', 'almanac'] as const;

/** The folders of plans: what plan.yaml of each holds. */
export class SimulatedPlans {
  readonly texts = new Map<string, string>(DESIGNED.map((name) => [name, '']));
  readonly #schedule: Schedule;

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  /** As one life sees them: what changes a file may be the last that it does. */
  of(life: Life): Plans {
    const act = <T>(kind: CallKind, label: string, work: () => T): Promise<T> =>
      this.#schedule[kind === 'look' ? 'look' : 'act']({ life, kind, label }, work);
    return {
      names: async () => [...DESIGNED],
      list: async () => [],
      find: (name) => act('look', `look at the plan ${name}`, () => this.#find(name)),
      observeFacts: async () => SOUND_FACTS,
      folderOf: async (name) => name,
      isOnePlan: async () => false,
      readSummary: async (name) => `What is wanted of ${name}.`,
      publish: (name, { text }) =>
        act('effect', `publish ${name}`, () => {
          this.texts.set(name, text);
          return { touched: [], aside: null };
        }),
      draw: async () => {},
    };
  }

  #find(name: string): ReturnType<Plans['find']> extends Promise<infer T> ? T : never {
    const text = this.texts.get(name);
    if (text === undefined) return refuse({ code: 'plan-not-found', name, near: [] });
    const located: LocatedPlan = { name, file: `${name}/plan.yaml`, text, ...parsePlan(text) };
    return accept(located);
  }
}

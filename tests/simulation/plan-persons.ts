import type { AppDeps, VerbDeps } from '../../src/app/deps.ts';
import { resolveNoteVerb } from '../../src/app/note/resolve-note.ts';
import { approvePlanVerb } from '../../src/app/plan/approve-plan.ts';
import { changePlanVerb } from '../../src/app/plan/change-plan.ts';
import { designPlanVerb } from '../../src/app/plan/design-plan.ts';
import { rejectPlanVerb } from '../../src/app/plan/reject-plan.ts';
import { retryTask } from '../../src/app/plan/retry-task.ts';
import { killRun } from '../../src/app/run/kill-run.ts';
import { startDefinition } from '../../src/app/run/start-run.ts';
import { stopRun } from '../../src/app/run/stop-run.ts';
import { StartRun } from '../../src/contract/run.ts';
import { checkPlan } from '../../src/domain/plan/check/check-plan.ts';
import { definePlan } from '../../src/domain/run/plan/plan-state.ts';
import { SOUND_FACTS } from '../samples/sound-plan.ts';
import type { Setting } from './crew.ts';
import type { Dice } from './dice.ts';
import { type Persons, starting } from './persons.ts';
import type { KnownPlan } from './plan-verdict.ts';
import { changedText, randomPlan } from './random-plan.ts';
import { DESIGNED } from './simulated-plans.ts';

/** How often people try; a world with more does not come to rest in the steps that it has. */
const MOST_PLANS = 3;
const MOST_DESIGNS = 2;
const MINUTE = 60_000;

type Errand = 'start' | 'retry' | 'change' | 'resolve' | 'design' | 'approve' | 'reject' | 'stop' | 'kill';
const ERRANDS: Readonly<Record<Errand, number>> = {
  start: 30,
  retry: 15,
  change: 10,
  resolve: 8,
  design: 15,
  approve: 10,
  reject: 2,
  stop: 0.3,
  kill: 0.3,
};

/** People who have plans designed, start them, change them, and now and then want a task done again. */
export class PlanPersons {
  readonly #setting: Setting;
  readonly #persons: Persons;
  #plans = 0;
  #designs = 0;

  constructor(setting: Setting, persons: Persons) {
    this.#setting = setting;
    this.#persons = persons;
  }

  async act(): Promise<void> {
    const { dice } = this.#setting;
    switch (dice.weigh<Errand>(ERRANDS)) {
      case 'start':
        return this.#start();
      case 'retry':
        return this.#withRun((run) => this.#retry(run));
      case 'change':
        return this.#withRun((run) => this.#change(run));
      case 'resolve':
        return this.#resolve();
      case 'design':
        return this.#design();
      case 'approve': {
        const plan = dice.pick(DESIGNED);
        return this.#run(`approve ${plan}`, (deps) =>
          approvePlanVerb.run(deps, { plan, dryRun: false, contentHash: undefined }),
        );
      }
      case 'reject': {
        const plan = dice.pick(DESIGNED);
        return this.#run(`reject ${plan}`, (deps) => rejectPlanVerb.run(deps, { plan, words: 'less of it' }));
      }
      case 'stop':
        return this.#withAny('stop', (deps, runId) => stopRun(deps, { runId, reason: 'enough' }));
      case 'kill':
        return this.#withAny('kill', (deps, runId) => killRun(deps, { runId, reason: 'enough' }));
    }
  }

  async #start(): Promise<void> {
    const { dice, judge } = this.#setting;
    if (this.#plans >= MOST_PLANS) return;
    this.#plans += 1;
    const plan = randomPlan(dice);
    judge.demand(checkPlan(plan, SOUND_FACTS).length === 0, 'a plan that is to be started is not sound');
    const roles = Object.fromEntries(
      plan.agents.map(({ role }) => [role, { persona: personaOf(dice, role) }]),
    );
    const time = dice.chance(0.2) ? { timeoutMs: dice.between(1, 60) * MINUTE } : {};
    const input = StartRun.parse({ workflow: plan.name, goal: plan.goal, roles, ...time });
    const definition = definePlan(plan, { isUnattended: dice.chance(0.3) });
    await this.#persons.run(`start a plan of ${plan.tasks.length}`, (deps) =>
      startDefinition(starting(deps), { input, workflow: definition }),
    );
  }

  async #design(): Promise<void> {
    const { dice } = this.#setting;
    if (this.#designs >= MOST_DESIGNS) return;
    this.#designs += 1;
    const plan = dice.pick(DESIGNED);
    const yes = dice.chance(0.3);
    const cli = dice.chance(0.5) ? dice.pick(['rehearsal', 'teller', 'namer', 'screener']) : undefined;
    // The same command twice, as from a person who missed the first answer.
    const times = dice.chance(0.2) ? 2 : 1;
    for (let time = 0; time < times; time++)
      await this.#run(`design ${plan}`, (deps) => designPlanVerb.run(deps, { plan, cli, yes }));
  }

  #retry({ runId, plan }: KnownPlan): Promise<void> {
    const task = this.#setting.dice.pick(plan.tasks).id;
    return this.#run(`retry ${task} of ${runId}`, (deps) =>
      retryTask(deps, { plan: runId, task, why: 'look again' }),
    );
  }

  #change(run: KnownPlan): Promise<void> {
    const text = changedText(this.#setting.dice, run);
    return this.#run(`change the plan of ${run.runId}`, (deps) =>
      changePlanVerb.run(deps, { plan: run.runId, text }),
    );
  }

  async #resolve(): Promise<void> {
    const { dice, ledger } = this.#setting;
    const notes = ledger.plans.notes.unsettled;
    if (notes.length === 0) return;
    const { id: noteId } = dice.pick(notes);
    const resolution = `s-${dice.hex(8)}`;
    await this.#run(`resolve ${noteId}`, (deps) => resolveNoteVerb.run(deps, { noteId, resolution }));
  }

  #run(what: string, verb: (deps: AppDeps) => Promise<unknown>): Promise<void> {
    const { plans, workshop } = this.#setting;
    return this.#persons.run(what, (deps, life) => {
      const own = { ...starting(deps), plans: plans.of(life), openings: workshop.openings(deps) };
      // Verbs of plans need nothing else of a project.
      return verb(own as unknown as AppDeps);
    });
  }

  async #withRun(act: (run: KnownPlan) => Promise<void>): Promise<void> {
    const runs = [...this.#setting.ledger.plans.runs.values()];
    if (runs.length > 0) await act(this.#setting.dice.pick(runs));
  }

  async #withAny(what: string, verb: (deps: VerbDeps, runId: string) => Promise<unknown>): Promise<void> {
    const { dice, ledger } = this.#setting;
    const ids = [...ledger.plans.runs.keys(), ...ledger.plans.designs.runs.keys()];
    if (ids.length === 0) return;
    const id = dice.pick(ids);
    await this.#persons.run(`${what} plan ${id}`, (deps) => verb(deps, id));
  }
}

const personaOf = (dice: Dice, role: string): string =>
  role.startsWith('checker_')
    ? dice.pick(['teller', 'talker'])
    : dice.pick(['talker', 'teller', 'namer', 'printer', 'screener', 'watched']);

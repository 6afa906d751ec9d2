import type { PlanVersion } from '../../src/domain/plan/version/plan-version.ts';
import { isRunOver } from '../../src/domain/run/run.ts';
import type { Write } from '../../src/store/store.ts';
import type { Judge } from './judge.ts';
import type { Evidence } from './verdict.ts';

/** A run that designs a plan. */
export type KnownDesign = Readonly<{ runId: string; plan: string; isUnattended: boolean }>;

/** Follows every commit that concerns a design or a version of a plan. */
export class DesignLedger {
  readonly runs = new Map<string, KnownDesign>();
  readonly versions = new Map<string, PlanVersion>();
  readonly #judge: Judge;

  constructor(judge: Judge) {
    this.#judge = judge;
  }

  follow(write: Write): void {
    if (write.kind === 'add-run') this.#begin(write);
    if (write.kind === 'add-plan-version') this.#add(write.added);
    if (write.kind === 'step-plan-version') this.#step(write.step);
  }

  #begin({ run, memory: { definition } }: Extract<Write, { kind: 'add-run' }>): void {
    if (!('design' in definition)) return;
    const { plan, isUnattended } = definition.design;
    this.runs.set(run.id, { runId: run.id, plan, isUnattended });
  }

  #add(added: PlanVersion): void {
    const { id, plan, number, text } = added;
    const others = [...this.versions.values()].filter((other) => other.plan === plan);
    this.#judge.demand(!this.versions.has(id), `${id} was added twice`);
    this.#judge.demand(number === others.length + 1, `${id} comes after ${others.length} versions`);
    this.#judge.demand(!others.some((other) => other.text === text), `the text of ${id} was handed in twice`);
    this.versions.set(id, added);
  }

  #step({ from, event, to }: Extract<Write, { kind: 'step-plan-version' }>['step']): void {
    const known = this.versions.get(from.id);
    this.#judge.demand(known?.version === from.version, `${from.id} was decided on an old row`);
    this.#judge.demand(known?.state !== 'unsound', `${from.id} is unsound, and ${event} came`);
    this.versions.set(to.id, to);
  }
}

/** One version of a plan is approved at most, a design that ended well has one, and it is plan.yaml. */
export async function judgeDesigns(evidence: Evidence): Promise<void> {
  const { store, judge, ledger, plans } = evidence;
  const { runs, versions } = ledger.plans.designs;
  for (const { runId, plan } of runs.values()) {
    const run = await store.findRun(runId);
    if (!run || !isRunOver(run)) continue;
    const own = [...versions.values()].filter((version) => version.runId === runId);
    const decided = own.filter(
      ({ state, decidedBy }) => state === 'approved' || (state === 'superseded' && decidedBy !== null),
    );
    judge.demand(run.ending !== 'completed' || decided.length > 0, `${runId} designed nothing`);
    const approved = [...versions.values()].filter((one) => one.plan === plan && one.state === 'approved');
    judge.demand(approved.length <= 1, `${approved.length} versions of ${plan} are approved`);
    const [newest] = approved;
    const isPublished = newest === undefined || plans.texts.get(plan) === newest.text;
    judge.demand(isPublished, `plan.yaml of ${plan} is not ${newest?.id}, which is approved`);
  }
  await judgeSubmissions(evidence);
}

/** An architect that was told the number of a version finds its text under that number. */
async function judgeSubmissions({ store, judge, world, ledger }: Evidence): Promise<void> {
  const { versions, runs } = ledger.plans.designs;
  for (const { requests, sessionId } of world.folders.values()) {
    const design = runs.get(ledger.sessions.get(sessionId)?.runId ?? '');
    for (const { key, text } of design === undefined ? [] : requests) {
      const said = JSON.parse((await store.findIntake(key)) ?? '{}') as { value?: { version?: number } };
      const asked = text.includes('plan.submit') ? (JSON.parse(text) as { text: string }) : null;
      if (asked === null || said.value?.version === undefined) continue;
      const version = versions.get(`${design?.plan}.v${said.value.version}`);
      judge.demand(
        version?.text === asked.text,
        `${key} was told ${said.value.version}, which is not its text`,
      );
    }
  }
}

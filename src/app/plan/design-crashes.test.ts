import { expect, test } from 'vitest';
import { aConfig } from '../../../tests/samples/config.ts';
import { smallPlan } from '../../../tests/samples/small-plan.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { aRun, aSession, aSpec, T0 } from '../../../tests/store/rows.ts';
import { versionOfQuestion } from '../../domain/question/kinds.ts';
import { designProgram } from '../../domain/run/design/design-program.ts';
import { ARCHITECT, defineDesign, VERIFIER } from '../../domain/run/design/design-state.ts';
import { roleSessionId } from '../../domain/run/names.ts';
import type { Published, Publishing } from '../../runtime/plan/publish.ts';
import type { Store } from '../../store/store.ts';
import type { AskingDeps } from '../asking/intake-request.ts';
import { intakeRequest } from '../asking/intake-request.ts';
import type { AppDeps } from '../deps.ts';
import { openDraft } from '../draft.ts';
import { applyOrder, NO_ROWS } from '../run/apply-orders.ts';
import { applyRunFact } from '../run/apply-run-fact.ts';
import { routeMessage } from '../run/route-message.ts';
import { type RunDraft, writesOf } from '../run/run-draft.ts';
import { approvePlanVerb } from './approve-plan.ts';
import type { Plans } from './plan-deps.ts';
import { publishVersion } from './publish-version.ts';

const RUN = '17';
/** Of all steps together, when nothing dies. */
const COMMITS = 5;
const TEXT = smallPlan('sign-up');
const journal = { at: T0, by: 'tester', note: '' };

/** Dies before or after one of its commits. */
function mortal(store: Store, dies: Readonly<{ at: number; isAfter: boolean }>): Store {
  let commits = 0;
  const commit: Store['commit'] = async (writes) => {
    commits += 1;
    const isDying = commits === dies.at;
    if (isDying && !dies.isAfter) throw new Error('dies before');
    const result = await store.commit(writes);
    if (isDying) throw new Error('dies after');
    return result;
  };
  return new Proxy(store, {
    get: (of, name) => {
      if (name === 'commit') return commit;
      const value: unknown = Reflect.get(of, name);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
}

/** The folder of the plan, as far as this test needs it. */
function folder() {
  const published: string[] = [];
  const plans: Partial<Plans> = {
    find: async () => ({ ok: false, refusal: { code: 'plan-not-found', name: 'sign-up', near: [] } }),
    observeFacts: async () => ({
      personas: ['developer', 'verifier'],
      absentFiles: new Set<string>(),
      limitMs: null,
      taskMs: 1,
    }),
    publish: async (_, { text }: Publishing): Promise<Published> => {
      published.push(text);
      return { touched: [], aside: null };
    },
  };
  return { plans, published };
}

async function begin(store: Store): Promise<void> {
  const definition = defineDesign({ plan: 'sign-up', summary: 'Sign up.', rounds: 3, isUnattended: false });
  const { state, orders } = designProgram(definition).start('sign up');
  const run = aRun({ id: RUN, stage: state.stage, state: 'running', runningSince: T0 });
  const memory = { definition, state };
  const draft: RunDraft = {
    run,
    memory,
    roles: new Map(),
    writes: [{ kind: 'add-run', run, memory, journal }],
    at: T0,
    by: 'tester',
  };
  for (const { name: role } of definition.roles) {
    const id = roleSessionId(RUN, role);
    const session = aSession({ id, runId: RUN, role, ends: 'when-told', state: 'idle', attempt: 1 });
    const opened = openDraft(session, [], draft);
    opened.writes.push({ kind: 'add-session', session, spec: aSpec(), journal });
    draft.roles.set(role, opened);
  }
  const ids = { uuid: () => `id-${Math.random()}`, hash: (text: string) => text };
  for (const order of orders) applyOrder(draft, order, { ...NO_ROWS, ids, retries: 3 });
  expect(await store.commit(writesOf(draft))).toEqual({ saved: true });
}

/** Everything that happens to a design, each by the code that would do it again after a crash. */
function steps(deps: AskingDeps & AppDeps): readonly (() => Promise<unknown>)[] {
  const { store } = deps;
  const sessionOf = async (role: string) => {
    const session = await store.findSession(roleSessionId(RUN, role));
    if (!session) throw new Error(`no session of ${role}`);
    return session;
  };
  const text = JSON.stringify({ verb: 'plan.submit', text: TEXT });
  const file = { key: 'f1', attempt: 1, name: 'f1.json', text, isForged: false };
  const content = { type: 'review', verdict: 'approved', summary: 'Fine.' };
  const taken = () => [{ kind: 'add-intake', key: 'm1', at: T0, answer: '' } as const];
  return [
    async () => intakeRequest(deps, await sessionOf(ARCHITECT), file),
    async () => {
      const session = await sessionOf(VERIFIER);
      return routeMessage(deps, { session, id: 'm1', to: null, content, taken });
    },
    () => approvePlanVerb.run(deps, { plan: 'sign-up', dryRun: false, contentHash: undefined }),
    async () => {
      const [question] = await store.listQuestions({ runId: RUN, state: 'answered' });
      const fact = { is: 'answered', question: 1, answer: question?.answer ?? '' } as const;
      return question && applyRunFact(deps, { runId: RUN, fact, note: '', question });
    },
    async () => {
      const [version] = await store.listPlanVersions({ runId: RUN });
      return version && publishVersion(deps, version);
    },
  ];
}

async function play(dies: Readonly<{ at: number; isAfter: boolean }>) {
  const rows = new OracleStore();
  await begin(rows);
  const { plans, published } = folder();
  let serial = 0;
  const deps = {
    store: mortal(rows, dies),
    plans,
    clock: { now: () => T0 + ++serial },
    ids: { uuid: () => `id-${++serial}`, hash: (text: string) => text },
    config: aConfig({ retries: 3 }),
    by: 'ann',
    poke: async () => {},
    blobs: { pathOf: (sha256: string) => sha256, ensure: async () => {} },
  } as unknown as AskingDeps & AppDeps;
  let deaths = 0;
  for (const step of steps(deps)) {
    try {
      await step();
    } catch (error) {
      if (!String(error).includes('dies')) throw error;
      deaths += 1;
      await step();
    }
  }
  return { rows, published, deaths };
}

test.each(
  Array.from({ length: COMMITS }, (_, at) =>
    [false, true].map((isAfter) => ({ at: at + 1, isAfter })),
  ).flat(),
)('a process that dies at commit $at (after it: $isAfter) costs the design nothing', async (dies) => {
  const { rows, published } = await play(dies);
  const versions = await rows.listPlanVersions({});
  expect(versions.map(({ number, state }) => [number, state])).toEqual([[1, 'approved']]);
  const questions = await rows.listQuestions({ runId: RUN });
  expect(questions.map((one) => [versionOfQuestion(one), one.state])).toEqual([['sign-up.v1', 'delivered']]);
  expect(await rows.findRun(RUN)).toMatchObject({ state: 'synthesising', ending: 'completed' });
  // Written again only where it is not known that it was.
  expect([...new Set(published)]).toEqual([TEXT]);
  expect(published.length).toBeLessThanOrEqual(2);
});

test('a design in which nothing dies is written once, and every commit was tried above', async () => {
  const { published, deaths } = await play({ at: COMMITS + 1, isAfter: true });
  expect([published.length, deaths]).toEqual([1, 0]);
});

import { describe, expect, test } from 'vitest';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { toConfig } from '../../contract/config.ts';
import { resolveConfig } from '../../contract/config-layers.ts';
import {
  AddWork,
  ClaimWork,
  FailWork,
  FinishWork,
  ImportWork,
  ListWork,
  ReleaseWork,
  ReorderWork,
  ReportWork,
} from '../../contract/queue.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { OutsideQueue } from '../../runtime/queue/outside-queue.ts';
import { addWork } from './add-work.ts';
import { claimWork } from './claim-work.ts';
import { exportWork } from './export-work.ts';
import { failWork } from './fail-work.ts';
import { finishWork } from './finish-work.ts';
import { importWork } from './import-work.ts';
import { listWork } from './list-work.ts';
import { nextWork } from './next-work.ts';
import type { QueueDeps } from './queue-deps.ts';
import { releaseWork } from './release-work.ts';
import { reorderWork } from './reorder-work.ts';
import { reportWork } from './report-work.ts';
import { showWork } from './show-work.ts';

const LEASE_MS = 1_800_000;

/** A queue without a database, with hands to move its clock. */
function makeQueue(outside: OutsideQueue | null = null) {
  const clock = { at: 1_700_000_000_000, now: () => clock.at };
  const poked: string[] = [];
  let uuids = 0;
  const depsOf = (by: string): QueueDeps => ({
    store,
    clock,
    ids: { uuid: () => `${++uuids}0000000-0000`, hash: (text) => text },
    config: toConfig(resolveConfig({ env: {}, flags: {} }).values),
    by,
    poke: async (key) => void poked.push(key),
    hasFile: async (path) => path === 'there.md',
    outside,
  });
  const store = new OracleStore();
  const deps = depsOf('ann');
  const add = (id: string, more: object = {}) => addWork(deps, AddWork.parse({ id, title: id, ...more }));
  const claim = (given: object = {}, by = 'ann') => claimWork(depsOf(by), ClaimWork.parse(given));
  return { clock, poked, store, deps, depsOf, add, claim };
}

const codeOf = (outcome: Outcome<unknown>): string => (outcome.ok ? 'ok' : outcome.refusal.code);
const good = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return outcome.value;
};

describe('adding work', () => {
  test('the same again is the same, other content under the same id is refused', async () => {
    const { add } = makeQueue();
    expect(good(await add('a')).isNew).toBe(true);
    expect(good(await add('a')).isNew).toBe(false);
    expect(codeOf(await add('a', { body: 'more' }))).toBe('work-id-taken');
  });

  test('a need that is not there, itself, or a template that is not there is refused', async () => {
    const { add, store } = makeQueue();
    expect(codeOf(await add('a', { needs: ['b'] }))).toBe('unknown-need');
    expect(codeOf(await add('a', { needs: ['a'] }))).toBe('needs-cycle');
    expect(codeOf(await add('a', { template: 'gone.md' }))).toBe('template-missing');
    expect(codeOf(await add('a', { template: 'there.md' }))).toBe('ok');
    expect(await store.countWork({})).toEqual({ queued: 1 });
  });

  test('what must wait for time or for other work is told so', async () => {
    const { add, clock, poked } = makeQueue();
    await add('a');
    expect(good(await add('b', { needs: ['a'] }))).toMatchObject({ standing: 'blocked', waitsFor: ['a'] });
    const later = good(await add('c', { notBefore: '2h' }));
    expect(later).toMatchObject({ standing: 'scheduled', work: { notBefore: clock.at + 7_200_000 } });
    expect(poked).toEqual([':queue', ':queue', ':queue']);
  });
});

describe('claiming work', () => {
  test('who holds an item may claim it again, and has the same claim; no other worker may', async () => {
    const { add, claim } = makeQueue();
    await add('one');
    const first = good(await claim({ workId: 'one', holder: 'loop-1' })).work;
    const again = good(await claim({ workId: 'one', holder: 'loop-1' })).work;
    expect([again.fence, again.leaseUntil]).toEqual([first.fence, first.leaseUntil]);
    expect(await claim({ workId: 'one', holder: 'loop-2' })).toMatchObject({
      refusal: { code: 'work-claimed', holder: 'loop-1', since: first.claimedAt, until: first.leaseUntil },
    });
  });

  test('gives what comes next, with a number and a lease, until nothing is ready', async () => {
    const { add, claim, clock, deps } = makeQueue();
    await add('later');
    await add('urgent', { priority: 0 });
    expect(good(await nextWork(deps, {})).work.id).toBe('urgent');
    const { work, standing } = good(await claim({ holder: 'loop-1', sessionId: 's' }));
    expect(work).toMatchObject({ id: 'urgent', fence: 1, holder: 'loop-1', sessionId: 's' });
    expect([standing, work.leaseUntil]).toEqual(['in_progress', clock.at + LEASE_MS]);
    expect(good(await claim({ leaseMs: 5_000 })).work.leaseUntil).toBe(clock.at + 5_000);
    expect(await claim()).toEqual({
      ok: false,
      refusal: { code: 'nothing-ready', queued: 0, claimed: 2 },
    });
  });

  test('by id is refused when another holds it, and when it is not ready, unless by force', async () => {
    const { add, claim } = makeQueue();
    await add('a');
    await add('b', { needs: ['a'] });
    await claim({ workId: 'a' });
    expect(codeOf(await claim({ workId: 'a', force: true }, 'bob'))).toBe('work-claimed');
    expect(codeOf(await claim({ workId: 'b' }))).toBe('work-not-ready');
    expect(codeOf(await claim({ workId: 'b', force: true }))).toBe('ok');
    expect(await claim({ workId: 'c' })).toEqual({
      ok: false,
      refusal: { code: 'work-not-found', workId: 'c', near: expect.anything() },
    });
  });
});

describe('a worker whose lease is gone', () => {
  test('is refused, and changes nothing, whatever they say', async () => {
    const { add, claim, clock, deps, store } = makeQueue();
    await add('a');
    const { fence } = good(await claim()).work;
    clock.at += LEASE_MS;
    expect(good(await claim({}, 'bob')).work).toMatchObject({ holder: 'bob', fence: fence + 2 });
    const late = { workId: 'a', fence };
    const said = [
      await finishWork(deps, FinishWork.parse(late)),
      await failWork(deps, FailWork.parse({ ...late, reason: 'x' })),
      await releaseWork(deps, ReleaseWork.parse(late)),
      await reportWork(deps, ReportWork.parse(late)),
    ];
    expect(said.map(codeOf)).toEqual(['lease-gone', 'lease-gone', 'lease-gone', 'lease-gone']);
    expect(codeOf(await finishWork(deps, FinishWork.parse({ workId: 'a' })))).toBe('work-claimed');
    expect(await store.findWork('a')).toMatchObject({ state: 'claimed', holder: 'bob' });
  });

  test('may not speak for it even while no other worker has it', async () => {
    const { add, claim, clock, deps } = makeQueue();
    await add('a');
    const { fence } = good(await claim()).work;
    clock.at += LEASE_MS;
    expect(codeOf(await finishWork(deps, FinishWork.parse({ workId: 'a', fence })))).toBe('lease-gone');
    expect(codeOf(await finishWork(deps, FinishWork.parse({ workId: 'a' })))).toBe('ok');
  });
});

describe('settling work', () => {
  test('done, said twice, is done once, and frees what needs it', async () => {
    const { add, claim, deps, poked } = makeQueue();
    await add('a');
    await add('b', { needs: ['a'] });
    const { fence } = good(await claim()).work;
    const done = FinishWork.parse({ workId: 'a', fence, note: 'merged' });
    expect(good(await finishWork(deps, done)).work).toMatchObject({ state: 'done', reasonText: 'merged' });
    const before = poked.length;
    expect(codeOf(await finishWork(deps, done))).toBe('ok');
    expect(poked.length).toBe(before);
    expect(codeOf(await finishWork(deps, FinishWork.parse({ workId: 'a', fence: 9 })))).toBe('lease-gone');
    expect(codeOf(await releaseWork(deps, ReleaseWork.parse({ workId: 'a' })))).toBe('illegal-work-step');
    expect(good(await claim()).work.id).toBe('b');
  });

  test('a failure is tried again while retries are left, then it stays until it is released', async () => {
    const { add, claim, clock, deps } = makeQueue();
    await add('a', { retries: 1 });
    await claim();
    const fail = () => failWork(deps, FailWork.parse({ workId: 'a', reason: 'red' }));
    const tried = good(await fail());
    expect(tried).toMatchObject({ standing: 'scheduled', work: { retriesLeft: 0, reasonText: 'red' } });
    expect(codeOf(await claim())).toBe('nothing-ready');
    clock.at = tried.work.notBefore ?? 0;
    await claim();
    expect(good(await fail())).toMatchObject({ standing: 'failed', work: { endedAt: clock.at } });
    const opened = good(await releaseWork(deps, ReleaseWork.parse({ workId: 'a' })));
    expect(opened).toMatchObject({ standing: 'ready', work: { retriesLeft: 1 } });
  });

  test('another worker’s item is released only by force, which makes the claim worthless', async () => {
    const { add, claim, depsOf } = makeQueue();
    await add('a');
    const { fence } = good(await claim()).work;
    const bob = depsOf('bob');
    expect(codeOf(await releaseWork(bob, ReleaseWork.parse({ workId: 'a' })))).toBe('work-claimed');
    expect(codeOf(await releaseWork(bob, ReleaseWork.parse({ workId: 'a', force: true })))).toBe('ok');
    expect(codeOf(await finishWork(bob, FinishWork.parse({ workId: 'a', fence })))).toBe('lease-gone');
  });

  test('a report keeps what it does not mention, and holds on to the lease', async () => {
    const { add, claim, clock, deps } = makeQueue();
    await add('a');
    expect(codeOf(await reportWork(deps, ReportWork.parse({ workId: 'a', completed: 1 })))).toBe(
      'illegal-work-step',
    );
    const { fence } = good(await claim()).work;
    await reportWork(deps, ReportWork.parse({ workId: 'a', fence, completed: 3, total: 10 }));
    clock.at += LEASE_MS - 1;
    const { work } = good(await reportWork(deps, ReportWork.parse({ workId: 'a', fence, step: 'paint' })));
    expect(work.progress).toEqual({ stepsCompleted: 3, stepsTotal: 10, currentStep: 'paint' });
    expect(work.leaseUntil).toBe(clock.at + LEASE_MS);
    const { history } = good(await showWork(deps, { workId: 'a' }));
    expect(history.map(({ event }) => event)).toEqual([
      'work-added',
      'work-claim',
      'work-report',
      'work-report',
    ]);
  });
});

describe('the order of the queue', () => {
  test('can be changed, also across priorities and where there is no room', async () => {
    const { add, deps } = makeQueue();
    for (const id of ['a', 'b', 'c']) await add(id);
    await add('u', { priority: 0 });
    const order = async () =>
      good(await listWork(deps, ListWork.parse({})))
        .works.map(({ work }) => work.id)
        .join('');
    const move = async (given: object) => codeOf(await reorderWork(deps, ReorderWork.parse(given)));
    expect(await order()).toBe('uabc');
    expect(await move({ workId: 'c', before: 'b' })).toBe('ok');
    expect(await order()).toBe('uacb');
    await move({ workId: 'b', first: true });
    expect(await order()).toBe('ubac');
    await move({ workId: 'c', after: 'u' });
    expect(await order()).toBe('ucba');
    await move({ workId: 'u', priority: 9 });
    expect(await order()).toBe('cbau');
    expect(await move({ workId: 'a', before: 'none' })).toBe('work-not-found');
    await finishWork(deps, FinishWork.parse({ workId: 'a' }));
    expect(await move({ workId: 'a', first: true })).toBe('illegal-work-step');
    expect(await move({ workId: 'b', before: 'a' })).toBe('illegal-work-step');
  });

  test('is listed in pages, by where work stands, with what is over on demand', async () => {
    const { add, claim, deps } = makeQueue();
    for (const id of ['a', 'b', 'c', 'd']) await add(id);
    await add('e', { needs: ['a'] });
    await claim();
    await finishWork(deps, FinishWork.parse({ workId: 'b' }));
    const list = async (given: object) => {
      const { works, next } = good(await listWork(deps, ListWork.parse(given)));
      return `${works.map(({ work }) => work.id).join('')} ${next}`;
    };
    expect(await list({})).toBe('acde null');
    expect(await list({ all: true, limit: 2 })).toBe('ab b');
    expect(await list({ all: true, limit: 2, after: 'b' })).toBe('cd d');
    expect(await list({ status: 'ready', limit: 1 })).toBe('c c');
    expect(await list({ status: 'blocked' })).toBe('e null');
    expect(await list({ status: 'in_progress' })).toBe('a null');
    expect(await list({ status: 'done' })).toBe('b null');
    expect(good(await exportWork(deps, { open: false }))).toHaveLength(5);
    expect(good(await exportWork(deps, { open: true }))).toHaveLength(4);
  });
});

describe('importing work', () => {
  const LINES =
    '{"id":"a","title":"A"}\nnot json\n{"id":"b","title":"B","needs":["c"]}\n{"id":"d","title":"D"}';
  const take = (deps: QueueDeps, text: string, more: object = {}) =>
    importWork(deps, ImportWork.parse({ text, ...more }));

  test('takes nothing when one line is bad, and names each by its number', async () => {
    const { deps, store } = makeQueue();
    const outcome = await take(deps, LINES, { format: 'jsonl' });
    expect(outcome).toMatchObject({
      ok: false,
      refusal: {
        code: 'import-bad',
        count: 4,
        bad: [{ line: 2 }, { line: 3, problem: 'unknown dependency "c"' }],
      },
    });
    expect(await store.countWork({})).toEqual({});
  });

  test('takes the others when that is wanted, and the same again adds nothing', async () => {
    const { deps, store } = makeQueue();
    const more = { format: 'jsonl', partial: true };
    expect(good(await take(deps, LINES, more))).toMatchObject({ added: ['a', 'd'], already: [] });
    expect(good(await take(deps, LINES, more))).toMatchObject({ added: [], already: ['a', 'd'] });
    expect(await store.countWork({})).toEqual({ queued: 2 });
  });

  test('keeps the order of the list, and gives work without an id the same one every time', async () => {
    const { deps } = makeQueue();
    const list = '- [ ] wash\n- [ ] dry\n- [ ] wash\n- [x] cook\n';
    const first = good(await take(deps, list));
    expect([first.format, new Set(first.added).size]).toEqual(['markdown', 4]);
    expect(good(await take(deps, list)).already).toEqual(first.added);
    const { works } = good(await listWork(deps, ListWork.parse({})));
    expect(works.map(({ work }) => work.title)).toEqual(['wash', 'dry', 'wash']);
  });

  test('a template that is not there is a bad line; a text that is no list is refused', async () => {
    const { deps } = makeQueue();
    const outcome = await take(deps, '[{"title":"a","template":"gone.md"}]');
    expect(outcome).toMatchObject({
      refusal: { bad: [{ line: 1, problem: 'template not found: gone.md' }] },
    });
    expect(codeOf(await take(deps, 'dear diary'))).toBe('import-format-unknown');
  });
});

describe('a queue that is kept outside', () => {
  const issue = '[{"id":"bd-1","title":"One","issue_type":"task","priority":1}]';
  function makeOutside() {
    const told: string[] = [];
    const state = { list: issue as string | null, warning: null as string | null };
    const outside: OutsideQueue = {
      source: 'beads',
      observeReady: async () => state,
      observeClaimed: async () => ({ list: null, warning: null }),
      observeOne: async () => ({ ...state, list: '[{"id":"bd-7","title":"Seven","status":"blocked"}]' }),
      ensureTold: async (id, news) => {
        told.push(`${id} ${news}`);
        return state.warning;
      },
    };
    return { ...makeQueue(outside), told, state };
  }

  test('is taken over, and told of what comes of its work', async () => {
    const { claim, deps, told, state, add } = makeOutside();
    await add('own', { priority: 9 });
    const { work } = good(await claim());
    expect([work.id, work.source, work.priority]).toEqual(['bd-1', 'beads', 1]);
    expect(told).toEqual(['bd-1 claimed']);
    state.list = '[]';
    await finishWork(deps, FinishWork.parse({ workId: 'bd-1' }));
    expect(good(await claim()).work.id).toBe('own');
    expect(told).toEqual(['bd-1 claimed', 'bd-1 done']);
  });

  test('is told again of what it has not heard', async () => {
    const { claim, deps, told } = makeOutside();
    await claim();
    await finishWork(deps, FinishWork.parse({ workId: 'bd-1' }));
    told.length = 0;
    expect(codeOf(await nextWork(deps, {}))).toBe('nothing-ready');
    expect(told).toEqual(['bd-1 done']);
  });

  test('is asked for work that is claimed by its name', async () => {
    const { claim, told } = makeOutside();
    expect(good(await claim({ workId: 'bd-7' })).work).toMatchObject({ title: 'Seven', source: 'beads' });
    expect(told).toEqual(['bd-7 claimed']);
  });

  test('that does not answer is a warning, and work goes on with what is here', async () => {
    const { claim, state, add } = makeOutside();
    await add('own');
    Object.assign(state, { list: null, warning: 'bd did not answer within 3000 ms' });
    const { work, warnings } = good(await claim());
    expect([work.id, warnings]).toEqual(['own', ['bd did not answer within 3000 ms']]);
  });
});

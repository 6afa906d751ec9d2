import { beforeEach, expect, test } from 'vitest';
import { sampleQuestion, sampleSession, sampleView } from '../../tests/samples/session.ts';
import type { Ask, InputOf, ValueOf, VerbName, Watch } from '../app/verbs.ts';
import { Fault } from '../domain/fault.ts';
import type { Outcome } from '../domain/outcome.ts';
import { loadVerb } from '../main/ask.ts';
import { styleFor } from '../views/style.ts';
import { COMMANDS, findCommand } from './command-table.ts';
import type { Host } from './host.ts';
import type { Io } from './io.ts';
import { listUnder, OVERVIEW, TOPIC_NAMES } from './overview.ts';
import { type HostOptions, runCommand } from './run-command.ts';

let out: string;
let err: string;
let wanted: HostOptions | null;

beforeEach(() => {
  out = '';
  err = '';
  wanted = null;
});

const io = (isJson: boolean): Io => ({
  isJson,
  style: styleFor(false),
  isTerminal: false,
  columns: 80,
  isPlain: false,
  isScreen: false,
  say: async (text) => {
    if (!isJson) out += text;
  },
  write: async (text) => {
    out += text;
  },
  warn: (text) => {
    err += text;
  },
  askLine: async () => '',
  askAnyone: async () => null,
  confirm: async () => false,
  openPicture: () => null,
  openAltScreen: null,
  onInterrupt: () => {},
});

type Answers = {
  readonly [N in VerbName]?: (input: InputOf<N>, watch?: Watch) => Promise<Outcome<ValueOf<N>>>;
};

const askOnly =
  (answers: Answers): Ask =>
  async (name, input, watch) => {
    const answer = answers[name];
    if (!answer) throw new Error(`${name} may not be asked`);
    return answer(input, watch);
  };

/** Runs one command line against a project that has only the verbs given here. */
const run = (argv: readonly string[], answers: Answers = {}, more: Partial<Host> = {}): Promise<number> =>
  runCommand(argv, {
    version: '1.2.3',
    openIo: ({ isJson }) => io(isJson),
    openHost: (asked) => {
      wanted = asked;
      const person = { attempt: null, findHiddenAttempt: async () => null, hasProject: () => false };
      return { ...person, now: () => 0, ask: askOnly(answers), verb: loadVerb, ...more } as Host;
    },
  });

const report = sampleView();
const showing =
  (found = report): NonNullable<Answers['session.show']> =>
  async ({ sessionId }) =>
    sessionId === found.session.id
      ? { ok: true, value: found }
      : { ok: false, refusal: { code: 'session-not-found', sessionId, near: [] } };

test('a refusal goes to stderr with its hint, and the exit code is 1', async () => {
  expect(await run(['status', 'nope'], { 'session.show': showing() })).toBe(1);
  expect([out, err]).toEqual(['', '❌ Session not found: nope\nℹ️  List sessions: swarm list\n']);
});

test('with --json a refusal is one JSON value on stdout, and stderr stays empty', async () => {
  expect(await run(['status', 'nope', '--json'], { 'session.show': showing() })).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ error: { code: 'session-not-found', session_id: 'nope' } });
  expect(err).toBe('');
});

test('a malformed command line under --json is JSON too', async () => {
  expect(await run(['list', '--json', '--stats'])).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ error: { code: 'usage', hint: 'Did you mean --status?' } });
});

test('a fault and a mistake of ours end with 2', async () => {
  const fault = () => Promise.reject(new Fault('disk-full', 'no space', { hint: 'free some' }));
  expect(await run(['status', 'a'], { 'session.show': fault })).toBe(2);
  expect(err).toBe('❌ no space\nℹ️  free some\n');
  expect(await run(['status', 'a'], { 'session.show': () => Promise.reject(new TypeError('oops')) })).toBe(2);
});

test('flags of every command may stand before its name or after it', async () => {
  for (const argv of [
    ['-C', '/p', '--set', 'retries=1', 'status', report.session.id],
    ['status', report.session.id, '--set=retries=1', '-C', '/p'],
  ]) {
    expect(await run(argv, { 'session.show': showing() })).toBe(0);
    expect(wanted).toEqual({ project: '/p', settings: { retries: '1' }, mayStart: true });
  }
});

test.each([
  [['crate'], 'Unknown command: crate', 'Did you mean create?'],
  [['rescue'], 'swarm rescue needs one more word', 'One of: rescue list, rescue show, rescue restore'],
  [['list', '--status=bogus'], 'Invalid status filter: bogus', ''],
  [['list', '--limit', '--json'], '--limit needs a value: --limit <number>', ''],
  [['list', '--archived=yes'], '--archived takes no value', ''],
  [['result'], 'Missing <session>', 'Usage: swarm result <session>'],
  [['status', 'a', 'b'], 'Unexpected word "b"', 'Usage: swarm status [<session|run|role>]'],
  [
    ['wait', 'a', '--timeout', 'soon'],
    '--timeout: expected a duration such as 30s, 10m or 1h30m, found "soon"',
    '',
  ],
  [['create', 'a', 'f', '--meta', 'x'], '--meta: expected key=value, found "x"', ''],
])('%j is refused with what would be right', async (argv, message, hint) => {
  expect(await run(argv)).toBe(1);
  const { error } = argv.includes('--json') ? JSON.parse(out) : { error: { message: err, hint: err } };
  expect(error.message).toContain(message);
  if (hint !== '') expect(error.hint).toContain(hint);
});

test.each(['a/b', '..', 'a b', 'a\nb', '$(id)', '`id`', ''])('the id %j never reaches a verb', async (id) => {
  expect(await run(['status', id], { 'session.show': () => Promise.reject(new Error('reached')) })).toBe(1);
  expect(err).not.toContain('reached');
});

test('every command has help with an example, and none of it needs a project', async () => {
  expect(await run(['--help', '--json'])).toBe(0);
  const { commands } = JSON.parse(out) as { commands: { name: string }[] };
  expect(commands.length).toBeGreaterThan(25);
  for (const { name } of commands) {
    out = '';
    expect(await run([...name.split(' '), '--help'])).toBe(0);
    expect(out).toMatch(/Examples?\n {2}.*swarm/);
  }
  expect(wanted).toBeNull();
});

test('the overview lists at most 25 commands, and every other one is under its noun or topic', async () => {
  const listed = Object.values(OVERVIEW).flat();
  expect(listed.length).toBeLessThanOrEqual(25);
  expect(await run(['--help'])).toBe(0);
  for (const name of listed) expect(out).toMatch(new RegExp(`^  ${name} +[A-Z]`, 'm'));
  const found = new Set<string>();
  for (const topic of TOPIC_NAMES) {
    expect(out).toContain(topic);
    for (const name of listUnder(topic)) found.add(name);
  }
  expect(Object.keys(COMMANDS).filter((name) => !found.has(name))).toEqual([]);
});

test('help of a noun or of a topic lists its commands, and an unknown one is refused', async () => {
  expect(await run(['help', 'queue'])).toBe(0);
  expect(out).toMatch(/swarm queue add[\s\S]*swarm queue export/);
  out = '';
  expect(await run(['help', 'sessions'])).toBe(0);
  expect(out).toMatch(/swarm create[\s\S]*swarm restore/);
  expect(await run(['help', 'zebra'])).toBe(1);
});

test('init, clean and archive say what they touch, what never, and what a second run does', async () => {
  for (const name of ['init', 'clean', 'archive']) {
    out = '';
    await run([name, '--help']);
    expect(out).toMatch(/Touches:[\s\S]*Never touches:[\s\S]*A second run:/);
  }
});

test('kill without a terminal and without --force asks for --force and kills nothing', async () => {
  expect(await run(['kill', report.session.id], { 'session.show': showing() })).toBe(1);
  expect(err).toContain('--force');
});

test('a session that is over is not killed again, which is no error', async () => {
  const over = sampleSession({ state: 'completed' });
  const shown = showing({ ...report, session: over });
  expect(await run(['kill', over.id], { 'session.show': shown })).toBe(0);
  expect(out).toBe('ℹ️ Session already terminated (status: COMPLETED)\n');
});

test('wait asks one verb, and exits by how all of them ended', async () => {
  const sessions = [
    sampleSession({ id: 'a', state: 'completed' }),
    sampleSession({ id: 'b', state: 'failed' }),
  ];
  const waited = { sessions, runs: [], races: [], isInTime: true, now: 0 };
  expect(await run(['wait', 'a', 'b'], { 'session.wait': async () => ({ ok: true, value: waited }) })).toBe(
    2,
  );
  expect(out).toBe('a COMPLETED\nb FAILED\n');
});

test('wait says on stderr who waits for an answer, with the command that gives it', async () => {
  const question = sampleQuestion({ id: 'q-1', sessionId: 'a', text: 'Which one?', options: [] });
  const sessions = [sampleSession({ id: 'a', state: 'completed' })];
  const code = await run(['wait', '--tag', 'nightly', '--status', 'running'], {
    'session.wait': async ({ sessionIds, tag, status }, watch) => {
      expect({ sessionIds, tag, status }).toEqual({ sessionIds: [], tag: 'nightly', status: 'RUNNING' });
      watch?.tell({ is: 'asked', question });
      return { ok: true, value: { sessions, runs: [], races: [], isInTime: true, now: 0 } };
    },
  });
  expect([code, out]).toEqual([0, 'a COMPLETED\n']);
  expect(err).toBe('❓ a waits for your answer: Which one?\n   swarm answer q-1 "…"\n');
});

/** The output of an agent, whose first read is what it wrote. */
const outputOf = (text: string): Partial<Host> => {
  const texts = [text];
  return {
    openOutput: async () => ({
      read: async () => texts.shift() ?? '',
      changed: () => new Promise<void>(() => {}),
      close: () => {},
    }),
  };
};

test('logs of a failed session begin with why, on stderr', async () => {
  const failed = sampleSession({
    state: 'failed',
    ending: 'failed',
    reason: 'crash',
    reasonText: 'No disk',
  });
  const shown = showing({ ...report, session: failed });
  expect(await run(['logs', failed.id], { 'session.show': shown }, outputOf('said\n'))).toBe(0);
  expect(out).toBe('said\n');
  expect(err).toMatch(new RegExp(`^❌ ${failed.id} failed: .*No disk`));
});

test('logs --follow tells of an open question once, and of a settled one never', async () => {
  const states = ['waiting', 'waiting', 'completed'] as const;
  let nth = 0;
  const questions = [
    sampleQuestion({ id: 'q-1', sessionId: 's' }),
    sampleQuestion({ id: 'q-2', state: 'answered' }),
  ];
  const show: NonNullable<Answers['session.show']> = async () => {
    const session = sampleSession({ id: 's', state: states[Math.min(nth++, 2)] ?? 'completed' });
    return { ok: true, value: { ...report, session, questions } };
  };
  const wakes = async () => ({ next: async () => 'changed' as const, close: () => {} });
  expect(await run(['logs', 's', '-f'], { 'session.show': show }, { ...outputOf('said\n'), wakes })).toBe(0);
  expect(out).toBe('said\n');
  expect(err.match(/^❓ s waits for your answer: .*\n {3}swarm answer q-1/gm)).toHaveLength(1);
  expect(err).not.toContain('q-2');
});

test('events --limit gives the newest so many, the newest last; too many of them are refused', async () => {
  const asked: unknown[] = [];
  const line = { sessionId: 's', runId: null, workId: null, loopId: null, by: 'me', note: '' };
  const states = { fromState: null, toState: null };
  const entries = [1, 2].map((seq) => ({
    ...line,
    ...states,
    seq,
    at: seq,
    event: seq === 1 ? 'created' : 'launch',
  }));
  const list: NonNullable<Answers['event.list']> = async (input) => {
    asked.push(input);
    return { ok: true, value: { entries, of: {} } };
  };
  expect(await run(['events', '--limit', '2'], { 'event.list': list })).toBe(0);
  expect(asked).toEqual([{ after: 0, limit: 2, newest: true }]);
  expect(out).toMatch(/^\S+ \S+ s created \(by me\)\n\S+ \S+ s starts \(by me\)\n$/);
  expect(await run(['events', '--limit', '20000'])).toBe(1);
  expect(err).toContain('--all');
});

test('a request that no supervisor takes in is kept, and a question says to end the turn', async () => {
  const attempt = { sessionId: 's', ask: async () => ({ is: 'kept', isTaken: false }) as const };
  expect(await run(['done', 'all', 'good'], {}, { attempt })).toBe(0);
  expect(out).toContain('Your request is kept');
  out = '';
  expect(await run(['ask', 'Which?'], {}, { attempt })).toBe(0);
  expect(out).toContain('end your turn');
});

const pageOf = (nth: number, next: string | null): ValueOf<'session.list'> => {
  const sessions = [sampleSession({ id: `s-${nth}` })];
  return { sessions, next, totals: { working: 3 }, day: null, now: 0 };
};
const paged: Answers = {
  'session.list': async ({ after = '0' }) => {
    const nth = Number(after);
    return { ok: true, value: pageOf(nth, nth < 2 ? `${nth + 1}` : null) };
  },
};

test('a table is not cut at a page; JSON is, unless all of it is asked for', async () => {
  expect(await run(['list'], paged)).toBe(0);
  expect(out.match(/^s-\d/gm)).toEqual(['s-0', 's-1', 's-2']);
  expect(out).toMatch(/\n\nTotal: 3 sessions \(3 running\)\n$/);
  out = '';
  await run(['list', '--limit', '1'], paged);
  expect(out).toContain('More: swarm list --after 1\n');
  const listed = async (...words: string[]): Promise<unknown> => {
    out = '';
    await run(['list', '--json', ...words], paged);
    const { sessions, next } = JSON.parse(out) as ReturnType<typeof pageOf>;
    return [sessions.length, next];
  };
  expect([await listed(), await listed('--all')]).toEqual([
    [1, '1'],
    [3, null],
  ]);
});

test('swarm alone shows the groups in a project, and help elsewhere', async () => {
  const groups: Answers = {
    'session.overview': async () => ({
      ok: true,
      value: {
        groups: [],
        questions: [],
        branches: new Map(),
        words: new Map(),
        next: { is: 'create' },
        pause: null,
        isWhole: false,
        now: 0,
      },
    }),
  };
  expect(await run([], groups, { hasProject: () => true })).toBe(0);
  expect(out).toContain('Next: swarm create');
  out = '';
  expect(await run([], groups)).toBe(1);
  expect(out + err).toContain('swarm <command>');
});

test('verbs of agents are refused outside of a session', async () => {
  for (const verb of ['ask', 'done']) {
    expect(await run(verb === 'ask' ? ['ask', 'Which?'] : [verb])).toBe(1);
  }
  expect(err).toContain("swarm ask works only inside an agent's session");
});

test('what an agent does with sessions that it started goes through the folder of its attempt', async () => {
  const asked: string[] = [];
  const ask = async ({ verb }: { verb: string }) => {
    asked.push(verb);
    return { is: 'answered' as const, answer: { ok: true, text: 'yes' } };
  };
  const hidden = { attempt: { sessionId: 's', ask }, isStoreHidden: true };
  const id = '20251118-153042-other';
  for (const words of ['kill', 'wait', 'status', 'result', 'logs']) await run([words, id], {}, hidden);
  expect(await run(['kill', '--tag', 'nightly'], {}, hidden)).toBe(1);
  expect(asked).toEqual(['session.kill-below', 'session.wait', ...Array(3).fill('session.look')]);
});

test('no agent answers, or begins loops from inside its session', async () => {
  const attempt = { sessionId: 's', ask: async () => ({ is: 'kept', isTaken: false }) as const };
  for (const words of [['answer', 'q-1', 'yes'], ['loop'], ['schedule', 'list']]) {
    err = '';
    expect(await run(words, {}, { attempt })).toBe(1);
    expect(err).toContain('is for people, not for agents inside a session');
  }
});

test('what a person alone may do is refused to a process of an agent that hides it', async () => {
  let looks = 0;
  const findHiddenAttempt = async () => {
    looks += 1;
    return '/p/attempts/1';
  };
  const shown = { 'session.show': showing() };
  expect(await run(['answer', 'q-1', 'yes'], {}, { findHiddenAttempt })).toBe(1);
  expect(err).toContain('started by an agent');
  expect(await run(['attach', report.session.id], shown, { findHiddenAttempt })).toBe(1);
  expect(looks).toBe(2);
});

test('a read looks at no process', async () => {
  const findHiddenAttempt = async (): Promise<string | null> => {
    throw new Error('a look at processes');
  };
  const shown = { 'session.show': showing() };
  expect(await run(['status', report.session.id], shown, { findHiddenAttempt })).toBe(0);
});

test('a noun with one command needs no second word', async () => {
  expect(findCommand(['config'])?.rest).toEqual([]);
  expect((await findCommand(['config'])?.entry.load())?.name).toBe('config show');
});

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { waitInFolder } from '../../src/runtime/files/watch.ts';
import { makeProject, type TestProject } from './project.ts';

const PAIR = `description: One works, one checks
entry: work
roles:
  ann: { persona: rehearsal }
  bob: { persona: rehearsal }
stages:
  work:
    role: ann
    task: "{goal}"
    on:
      finding: { go: check }
  check:
    role: bob
    task: "{goal}\\n\\n{input}"
    on:
      review.approved: { finish: true }
`;

type Reported = Readonly<{
  id: string;
  from: string;
  type: string | null;
  body: string;
  dead_letter: string | null;
  content: Record<string, unknown> | null;
  deliveries: readonly Readonly<{ role: string; receipt: string | null }>[];
}>;
type MessageList = Readonly<{ messages: readonly Reported[] }>;

async function start(scripts: Readonly<Record<string, readonly string[]>>): Promise<[TestProject, string]> {
  const project = await makeProject();
  project.write('workflows/pair.yaml', PAIR);
  const blocks = Object.entries(scripts).map(
    ([role, steps]) =>
      `\`\`\`rehearsal ${role}\n${steps.map((step) => `- run: ${JSON.stringify(step)}`).join('\n')}\n\`\`\``,
  );
  const run = await project.json<{ run_id: string }>(
    'start',
    'pair',
    `Look.\n${blocks.join('\n')}`,
    '--detach',
  );
  return [project, run.run_id];
}

/** Moves a whole message into place. */
const put = (name: string, message: unknown): string => {
  const [draft, target] = [`"$SWARM_OUTBOX_DIR/.${name}"`, `"$SWARM_OUTBOX_DIR/${name}.json"`];
  return `printf %s ${quote(JSON.stringify(message))} > ${draft} && mv ${draft} ${target}`;
};
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const until = (file: string) => `while [ ! -e "${file}" ]; do sleep 0.05; done`;

const FINDING = { type: 'finding', title: 'A leak', body: 'It never closes.' };
const APPROVED = {
  id: 'r1',
  from: 'bob',
  to: 'orchestrator',
  type: 'review',
  content: { subject: 'APPROVED', body: 'It holds.' },
};

test('a run goes from start to end by files alone, and its inboxes are shown', async () => {
  const [project, run] = await start({
    ann: [put('note', { to: 'bob', type: 'status', body: 'begun' }), put('one', FINDING)],
    bob: [
      '"$SWARM_BIN_DIR/swarm" inbox',
      `printf %s ${quote(JSON.stringify([APPROVED]))} > "$SWARM_ATTEMPT_DIR/outbox.json"`,
    ],
  });
  const waited = await project.swarm('wait', run, '--timeout', '50s');
  expect([waited.code, waited.stderr]).toEqual([0, '']);
  expect((await project.swarm('logs', `${run}-bob`)).stdout).toContain('ann: begun');
  const inbox = join(project.paths.runsDir, run, 'messages/inbox/bob.json');
  expect(JSON.parse(readFileSync(inbox, 'utf8'))).toMatchObject({
    total: 2,
    messages: [
      { from: 'ann', to: 'bob', type: 'status', body: 'begun', receipt: null },
      { from: 'ann', type: 'finding', content: { title: 'A leak' }, receipt: 'acted-on' },
    ],
  });
  const { messages } = await project.json<MessageList>('messages', run);
  expect(messages.map(({ from, type, dead_letter }) => [from, type, dead_letter])).toEqual([
    ['ann', 'status', null],
    ['ann', 'finding', null],
    ['bob', 'review', null],
  ]);
  expect(messages[2]?.content).toMatchObject({ verdict: 'approved', envelope: { id: 'r1' } });
  const status = join(project.paths.runsDir, run, 'shared_status.json');
  expect(JSON.parse(readFileSync(status, 'utf8'))).toMatchObject({ state: 'completed', progress: 100 });
});

test('what is wrong with a file is told beside it, it is a dead letter, and the run goes on', async () => {
  const [project, run] = await start({
    ann: [
      'echo "{ not json" > "$SWARM_OUTBOX_DIR/broken.json"',
      'truncate -s 100000000 "$SWARM_OUTBOX_DIR/large.json"',
      put('stranger', { from: 'bob', to: 'bob', type: 'question', body: 'mine?' }),
      put('nobody', { to: 'carl', type: 'question', body: 'there?' }),
      put('twice', { to: 'bob', type: 'status', body: 'once' }),
      until('$SWARM_OUTBOX_DIR/large.problem.json'),
      put('twice', { to: 'bob', type: 'status', body: 'once' }),
      'cat "$SWARM_OUTBOX_DIR"/*.problem.json',
      until('$SWARM_PROJECT/go'),
      put('one', FINDING),
    ],
    bob: [put('review', { type: 'review', verdict: 'approved' })],
  });
  const outbox = join(project.paths.sessionsDir, `${run}-ann`, 'attempts', '1', 'outbox');
  const isTold = async () =>
    readdirSync(outbox).filter((name) => name.endsWith('.problem.json')).length === 4;
  mkdirSync(outbox, { recursive: true });
  expect(await waitInFolder(outbox, { withinMs: 40_000 }, isTold)).toBe(true);
  const { messages: letters } = await project.json<MessageList>('messages', '--dead');
  expect(letters.map(({ dead_letter }) => dead_letter).sort()).toEqual([
    expect.stringContaining('it has 100000000 bytes'),
    expect.stringContaining('it is not JSON'),
    expect.stringContaining('from "bob", but this is the outbox of ann'),
    expect.stringContaining('there is no role "carl" in this run; there are ann, bob'),
  ]);

  const lost = letters.find(({ body }) => body === 'there?')?.id ?? '';
  expect((await project.swarm('messages', 'requeue', lost)).stderr).toContain('no role "carl"');
  expect(await project.json('messages', 'requeue', lost, '--to', 'bob')).toMatchObject({ to: 'bob' });
  expect((await project.swarm('messages', 'requeue', lost)).stderr).toContain('was routed');
  project.write('go', '');
  expect((await project.swarm('wait', run, '--timeout', '50s')).code).toBe(0);
  const { messages } = await project.json<MessageList>('messages', run, '--role', 'bob');
  expect(messages.filter(({ body }) => body === 'once')).toHaveLength(1);
  expect(messages.find(({ id }) => id === lost)?.deliveries).toMatchObject([{ role: 'bob' }]);
});

test('half a message is waited for, and a person may leave one for a role', async () => {
  const target = '"$SWARM_OUTBOX_DIR/half.json"';
  const half = JSON.stringify({ to: 'bob', type: 'status', body: 'whole after all' });
  const [project, run] = await start({
    ann: [
      `printf %s ${quote(half.slice(0, 20))} > ${target}`,
      'sleep 0.4',
      `printf %s ${quote(half.slice(20))} >> ${target}`,
      until('$SWARM_PROJECT/go'),
    ],
    bob: [put('review', { type: 'review', verdict: 'approved' })],
  });
  const shown = join(project.paths.runsDir, run, 'messages', 'inbox');
  mkdirSync(shown, { recursive: true });
  const isShown = async () => existsSync(join(shown, 'bob.json'));
  expect(await waitInFolder(shown, { withinMs: 20_000 }, isShown)).toBe(true);
  const folder = join(project.paths.runsDir, run, 'messages', 'outbox');
  writeFileSync(join(folder, '.list'), JSON.stringify([{ id: 'f', ...FINDING }]));
  renameSync(join(folder, '.list'), join(folder, 'ann.json'));
  project.write('go', '');
  expect((await project.swarm('wait', run, '--timeout', '50s')).code).toBe(0);
  const { messages } = await project.json<MessageList>('messages', run);
  expect(messages.map(({ type, dead_letter }) => [type, dead_letter])).toContainEqual(['finding', null]);
  expect(messages.filter(({ dead_letter }) => dead_letter !== null)).toEqual([]);
});

test('a long body lies in a file of its own, which its reader is told of', async () => {
  const [project, run] = await start({
    ann: [`printf '{"type":"finding","title":"Long","body":"%0200000d"}' 0 > "$SWARM_OUTBOX_DIR/l.json"`],
    bob: [
      'grep -o "/[^ ]*/blobs/[0-9a-f]*" "$SWARM_PROMPT_FILE" | head -1',
      put('review', { type: 'review', verdict: 'approved' }),
    ],
  });
  expect((await project.swarm('wait', run, '--timeout', '50s')).code).toBe(0);
  const body = '0'.repeat(200_000);
  const path = join(project.paths.blobsDir, createHash('sha256').update(body).digest('hex'));
  expect(readFileSync(path, 'utf8')).toBe(body);
  expect((await project.swarm('logs', `${run}-bob`)).stdout).toContain(path);
  const { messages } = await project.json<MessageList>('messages', run);
  expect(messages[0]?.content).toMatchObject({ blobs: [{ path, bytes: 200_000 }] });
});

import { expect, test } from 'vitest';
import { create, makeProject, supervisorPid } from './project.ts';

type Journal = { events: { event: string; note: string; session_id: string }[] };

test('what an agent asks for while no supervisor runs is taken in once when one is back', async () => {
  const project = await makeProject();
  const reader = await create(project, ['sleep: 6s', 'say: reader']);
  const writer = await create(project, ['sleep: 2s', `message: {to: ${reader}, text: "while you slept"}`]);
  await project.swarm('events', writer, '--follow', '--until', 'turn-see');

  process.kill(await supervisorPid(project), 'SIGKILL');
  // No supervisor is there while the writer sends; the next command that needs a supervisor starts one.
  expect((await project.swarm('wait', reader, writer, '--timeout', '50s')).code).toBe(0);
  const { events: journal } = await project.json<Journal>('events', reader);
  expect(journal.filter(({ event }) => event === 'message-sent')).toHaveLength(1);
  expect(journal.filter(({ event }) => event === 'turn-finish')).toHaveLength(2);
});

test('an agent may write to the person, who finds it in the inbox', async () => {
  const project = await makeProject();
  const id = await create(project, ['message: {to: person, text: "look at this"}', 'done: finished']);

  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect(await project.json('inbox')).toMatchObject({
    messages: [{ from: `session:${id}`, body: 'look at this', receipt: null }],
  });
});

test('a request that is not valid is answered with what is wrong, and stops nothing', async () => {
  const project = await makeProject();
  const bad = 'echo "{ not json" > "$SWARM_ATTEMPT_DIR/ask/bad.json"';
  const answer = '"$SWARM_ATTEMPT_DIR/answer/bad.json"';
  const wait = `while [ ! -e ${answer} ]; do :; done; cat ${answer}`;
  const id = await create(project, [
    `run: ${JSON.stringify(bad)}`,
    `run: ${JSON.stringify(wait)}`,
    'result: {ok: true}',
  ]);

  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect((await project.swarm('logs', id)).stdout).toContain('not JSON');
});

test('any program can be an agent: it gets the task byte for byte, and its result is read', async () => {
  const project = await makeProject();
  const run = [
    'cmp - "$SWARM_PROMPT_FILE"',
    'printf "{\\"bytes\\": %s}" "$(wc -c < "$SWARM_PROMPT_FILE")" > "$SWARM_RESULT_FILE"',
  ].join(' && ');
  project.write(
    'agents/plain/plain-agent.md',
    `---\nname: plain\ncli: command\ncommand: [sh, -c, ${JSON.stringify(run)}]\n---\n`,
  );
  const task = `quotes ' " \` $(date) \\ émoji 🐝\n${'x'.repeat(1_000_000)}`;

  const made = await project.swarmWith({ stdin: task }, 'create', 'plain', '-', '--quiet');
  expect(made.code).toBe(0);
  const id = made.stdout.trim();
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect(JSON.parse((await project.swarm('result', id)).stdout)).toEqual({ bytes: Buffer.byteLength(task) });
});

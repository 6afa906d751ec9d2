import { expect, test, vi } from 'vitest';
import { create, makeProject } from './project.ts';

const AS = '-c user.name=t -c user.email=t@example.invalid';

test('a report tells what was done, what failed and why, and what waits with its command', async () => {
  const project = await makeProject({ retries: 0 });
  const quiet = (await project.swarm('report')).stdout;
  expect(quiet).toMatch(/^Nothing happened since .* UTC: no session ended/);

  const commit = `run: echo one > one.txt; git add .; git ${AS} commit -qm "Add one"`;
  const [done, asking, failed] = await Promise.all([
    create(project, [commit], '--workspace', '--title', 'Add one file'),
    create(project, ['ask: Which one?'], '--title', 'Choose one'),
    create(project, ['exit: 3'], '--title', 'Break it'),
  ]);
  await project.swarm('wait', done, failed, '--timeout', '40s');
  const report = async (...flags: string[]) => (await project.swarm('report', ...flags)).stdout;
  await vi.waitFor(async () => expect(await report()).toContain('Waits for you\n'), { timeout: 30_000 });

  const text = await report();
  expect(text).toMatch(/^Since .* UTC \(12h 0m\)\n1 done, 1 failed, 1 question waits for you/);
  expect(text).toContain(`  ✅ Add one file ${done}\n     branch swarm/${done}, 1 commit, 1 file, +1 −0\n`);
  expect(text).toMatch(
    new RegExp(`  ❌ Break it ${failed}\n     .+\n(     .+\n)*     swarm logs ${failed}\n`),
  );
  const [question] = /q-[0-9a-z]+/.exec(text) ?? [];
  expect(text).toContain(`  ❓ Choose one ${question}\n     Which one?\n`);
  expect(text).toContain(`swarm answer ${question} `);
  expect(await report('--md')).toContain(`## Done\n\n- **Add one file** (\`${done}\`): branch swarm/`);

  await project.swarm('archive', done);
  const json = await project.json<{ completed: object[]; questions: object[] }>('report', '--since', '1h');
  expect(json.completed).toMatchObject([{ session_id: done, work: { commits: 1, files: 1, added: 1 } }]);
  expect(json.questions).toMatchObject([{ id: question, session_id: asking }]);
});

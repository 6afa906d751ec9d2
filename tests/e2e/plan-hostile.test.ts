import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { DO_TASK, makePlanProject, type Reactions, startPlan } from './plan-scripts.ts';
import { supervisorPid, type TestProject } from './project.ts';

const WAIT = { timeout: 100_000, interval: 500 };

/** The shell's words for each kind of thing; its place comes last. */
const KINDS: Readonly<Record<string, string>> = {
  pipe: 'mkfifo',
  link: 'ln -s "$ROOT/outside.txt"',
  loop: 'ln -s odd',
  folder: 'mkdir -p',
  device: 'ln -s /dev/zero',
  sparse: 'truncate -s 1G',
};

/** Puts such a thing in the place of all that is read and drawn in the folder of an agent. */
const spoil = (kind: string): string => `
own=orchestration/agents/$SWARM_ROLE
notes=$own/completion_drive/session_current
for place in $notes.json $notes.problem.json $own/agent_instructions.md $own/task_output.problem.json \\
  $own/task_output/odd orchestration/shared_status.json orchestration/workflow_coordination_plan.md; do
  rm -rf "$place"; ${KINDS[kind]} "$place"
done
`;

/** Does its task, and spoils its folder at the end of each turn. */
const spoiler = (kind: string): Reactions => ({
  '*"Completion drive review"*': `${spoil(kind)}\nswarm send --type result "made by $SWARM_ROLE"`,
  '*': `${DO_TASK}\n${spoil(kind)}`,
});

type PlanStatus = Readonly<{ tasks: readonly Readonly<{ task_id: string; status: string }>[] }>;

const statusesOf = async (project: TestProject): Promise<readonly string[]> =>
  (await project.json<PlanStatus>('plan', 'status', 'parts')).tasks.map(({ status }) => status);

test('a person is asked about the spoilt folders of agents of a plan, and the rest is verified', async () => {
  const names = Object.keys(KINDS);
  const project = await makePlanProject(Object.fromEntries(names.map((name) => [name, spoiler(name)])), {
    ...Object.fromEntries(names.map((name) => [name, name])),
    honest: 'developer',
  });
  const outside = project.write('outside.txt', 'theirs\n');
  await startPlan(project);
  const pid = await supervisorPid(project);
  const ends = [...names.map(() => 'blocked'), 'verified'];
  await vi.waitFor(async () => expect(await statusesOf(project)).toEqual(ends), WAIT);
  const { questions } = await project.json<{ questions: readonly { text: string }[] }>('questions');
  // A run asks one question at a time.
  expect(questions).toMatchObject([{ text: expect.stringContaining('session_current.json:') }]);
  expect(await supervisorPid(project)).toBe(pid);
  expect(readFileSync(outside, 'utf8')).toBe('theirs\n');
}, 150_000);

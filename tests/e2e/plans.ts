import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { makeProject, type TestProject } from './project.ts';

type Task = Readonly<{
  /** Its id is `<slug>_1727539200`. */
  slug: string;
  role: string;
  writes: string;
  needs?: string;
  command?: string;
  more?: Readonly<Record<string, unknown>>;
}>;

export const taskId = (slug: string): string => `${slug}_1727539200`;

/** A plan that passes its check. JSON is YAML. */
export function planOf(tasks: readonly Task[]): string {
  const roles = [...new Set(tasks.map(({ role }) => role))];
  const writes = (slug: string | undefined): string => tasks.find((task) => task.slug === slug)?.writes ?? '';
  return JSON.stringify({
    name: 'well',
    goal: 'A report on the depth of the well.',
    escalation: ['workflow_architect', 'user'],
    agents: Object.fromEntries([
      ...roles.map((role) => [role, { persona: 'developer' }]),
      ['checker', { persona: 'verifier' }],
    ]),
    tasks: tasks.map(({ slug, role, writes: path, needs, command, more }) => ({
      task_id: taskId(slug),
      role,
      instructions: `Measure the depth of the well with a rope and write it into ${path}, in metres.`,
      ...(needs === undefined
        ? {}
        : { dependencies: [taskId(needs)], inputs: [{ path: writes(needs), format: 'plain text' }] }),
      outputs: [{ path, format: 'plain text' }],
      success_criteria: [
        {
          text: `${path} names the depth of the well in metres`,
          ...(command ? { command } : { file: path }),
        },
      ],
      verifier: 'checker',
      ...more,
    })),
    checkpoints: tasks.flatMap(({ slug }) =>
      tasks.some(({ needs }) => needs === slug)
        ? [
            {
              after: taskId(slug),
              validates: 'The depth of the well is named in metres, with the length of the rope.',
              failure_modes: [
                { failure: 'The rope is too short', remedy: 'Take a longer rope and measure again' },
              ],
            },
          ]
        : [],
    ),
  });
}

type Crew = Readonly<{ developer: string; verifier: string; config?: Readonly<Record<string, unknown>> }>;

/** A project with one plan, whose agents are these shell scripts. */
export async function makePlanned(plan: string, { developer, verifier, config }: Crew): Promise<TestProject> {
  const project = await makeProject({ limits: { sessions: 3 }, ...config });
  for (const [name, script] of Object.entries({ developer, verifier })) {
    chmodSync(project.write(`bin/${name}.sh`, script.replaceAll('$ROOT', project.root)), 0o755);
    const command = `command: ["${project.root}/bin/${name}.sh"]`;
    project.write(`agents/${name}/${name}-agent.md`, `---\ncli: command\n${command}\n---\n`);
  }
  project.write('.swarm/plans/well/plan.yaml', plan.replaceAll('$ROOT', project.root));
  return project;
}

export async function startPlan(project: TestProject): Promise<string> {
  const ran = await project.swarm('plan', 'run', 'well', '--quiet', '--yes');
  expect(ran.code, ran.stderr).toBe(0);
  return ran.stdout.trim();
}

export async function endPlan(project: TestProject, runId: string): Promise<RunOfPlan> {
  await project.swarm('wait', runId, '--timeout', '55s');
  return project.json<RunOfPlan>('status', runId);
}

export type RunOfPlan = Readonly<{
  state: string;
  tasks: readonly Readonly<{
    task_id: string;
    status: string;
    rounds: number;
    criteria: string | null;
    is_stale: boolean;
  }>[];
}>;

/** The notes of all events of this name, in their order. */
export async function eventsOf(
  project: TestProject,
  runId: string,
  name: string,
): Promise<readonly string[]> {
  const { events } = await project.json<{ events: { event: string; note: string }[] }>('events', runId);
  return events.filter(({ event }) => event === name).map(({ note }) => note);
}

export const fileOf = ({ root }: TestProject, name: string): string =>
  existsSync(join(root, name)) ? readFileSync(join(root, name), 'utf8') : '';

export const awaitFile = (project: TestProject, name: string): Promise<void> =>
  vi.waitFor(() => expect(fileOf(project, name)).not.toBe(''), { timeout: 30_000, interval: 50 });

/** A shell function that commits whatever is there. */
export const COMMIT = `
prompt=$(cat "$SWARM_PROMPT_FILE")
save() { git add -A; git -c user.name=d -c user.email=d@example.invalid commit -qm "$SWARM_ROLE"; }
done_now() { swarm send --type result "made by $SWARM_ROLE"; }
`;

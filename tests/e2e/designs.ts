import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeProject, type TestProject } from './project.ts';

export const LARGE_PLAN = readFileSync(
  resolve(import.meta.dirname, '../../examples/user-management/plan.yaml'),
  'utf8',
);

/** Keeps what it was told and what it was answered, by turn; hands in the version that is meant for it. */
const architect = (root: string): string => `#!/bin/sh
n=$(( $(cat ${root}/turns 2>/dev/null || echo 0) + 1 )); echo $n > ${root}/turns
cp "$SWARM_PROMPT_FILE" ${root}/told-$n.md
for file in ${root}/versions/$n.*; do
  [ -f "$file" ] && { cp "$file" plan.yaml; swarm plan submit plan.yaml >> ${root}/heard-$n.txt 2>&1; }
done
[ -f ${root}/asks-$n.sh ] && . ${root}/asks-$n.sh
exit 0
`;

/** Says what it is to say in this round, and approves the rest. */
const verifier = (root: string): string => `#!/bin/sh
n=$(( $(cat ${root}/rounds 2>/dev/null || echo 0) + 1 )); echo $n > ${root}/rounds
cp "$SWARM_PROMPT_FILE" ${root}/judged-$n.md
if [ -f ${root}/changes-$n ]; then
  found="write_page_1727539200: $(cat ${root}/changes-$n)"
  swarm send --type review --verdict changes --finding "$found" "Nearly."
else
  swarm send --type review --verdict approved "Fine."
fi
`;

/** A project with a summary of "sign-up", whose architect and design verifier are scripts. */
export async function makeDesigned(): Promise<TestProject> {
  const project = await makeProject({ limits: { sessions: 3 } });
  for (const [name, script] of [
    ['workflow-architect', architect(project.root)],
    ['design-verifier', verifier(project.root)],
  ] as const) {
    chmodSync(project.write(`bin/${name}.sh`, script), 0o755);
    const command = `command: ["${project.root}/bin/${name}.sh"]`;
    project.write(`agents/${name}/${name}-agent.md`, `---\ncli: command\n${command}\n---\n`);
  }
  await newPlan(project, 'sign-up');
  return project;
}

export async function newPlan(project: TestProject, name: string): Promise<void> {
  const summary = project.write(
    'notes.md',
    "# Conversation Summary: x\n\n## What We're Trying to Accomplish\nPeople can sign up.\n",
  );
  const made = await project.swarm('plan', 'new', name, '--summary', summary);
  if (made.code !== 0) throw new Error(made.stderr);
}

export async function startDesign(project: TestProject, ...flags: string[]): Promise<string> {
  const started = await project.swarm('plan', 'design', 'sign-up', '--quiet', ...flags);
  if (started.code !== 0) throw new Error(started.stderr);
  return started.stdout.trim();
}

/** What lies in a file of the project; empty while there is none. */
export const textIn = ({ root }: TestProject, path: string): string =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '';

export const planText = (project: TestProject): string => textIn(project, '.swarm/plans/sign-up/plan.yaml');

type Event = Readonly<{ seq: number; event: string; note: string }>;

export const eventsOf = async (project: TestProject, runId: string): Promise<readonly Event[]> =>
  (await project.json<{ events: readonly Event[] }>('events', runId, '--all')).events;

type QuestionJson = Readonly<{ id: string; kind: string; text: string; options: string[] }>;

/** Waits for the next question of the run after this entry of its journal. */
export async function nextQuestion(
  project: TestProject,
  runId: string,
  after = 0,
): Promise<QuestionJson & Readonly<{ seq: number }>> {
  const follow = ['--follow', '--until', 'question-asked', '--after', String(after)];
  await project.swarm('events', runId, ...follow);
  const asked = (await eventsOf(project, runId)).findLast(({ event }) => event === 'question-asked');
  const { questions } = await project.json<{ questions: readonly QuestionJson[] }>('questions', runId);
  const question = questions.at(-1);
  if (!question) throw new Error('nothing is asked');
  return { ...question, seq: asked?.seq ?? 0 };
}

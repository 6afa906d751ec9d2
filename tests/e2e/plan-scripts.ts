import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeProject, type TestProject } from './project.ts';

/** Shell that writes and commits each output that the prompt asks for; a prompt that goes on names none. */
const WRITE_OUTPUTS = `
files=$(echo "$prompt" | sed -n '/^Write, at these/,/^$/s/^- \\([^ ]*\\).*/\\1/p')
for file in \${files:-orchestration/agents/$SWARM_ROLE/task_output/part.md}; do
  mkdir -p "$(dirname "$file")"; echo "made by $SWARM_ROLE" > "$file"; git add "$file"
done
git -c user.name=d -c user.email=d@example.invalid commit -qm "$SWARM_ROLE" 2>/dev/null
`;
const HAND_OVER = 'swarm send --type result "made by $SWARM_ROLE"';

/** Shell that does the whole task. */
export const DO_TASK = `${WRITE_OUTPUTS}${HAND_OVER}`;

/** What an agent does on its prompt: a pattern of the shell, and commands. The first that fits is done. */
export type Reactions = Readonly<Record<string, string>>;

function scriptOf(project: TestProject, reactions: Reactions): string {
  const cases = Object.entries(reactions).map(([pattern, commands]) => `${pattern})\n${commands} ;;`);
  return `#!/bin/sh
ROOT='${project.root}'
prompt=$(cat "$SWARM_PROMPT_FILE")
notes=$(echo "$prompt" | sed -n 's/^\\([^ ]*\\.note_[0-9]*\\): .*/\\1/p')
printf '%s\\n=====\\n' "$prompt" >> "$ROOT/heard-$SWARM_ROLE"
case $prompt in
${cases.join('\n')}
esac
`;
}

/** Does its task, and answers a review. */
export const DOER: Reactions = {
  '*"Completion drive review"*': HAND_OVER,
  '*': DO_TASK,
};
export const APPROVES: Reactions = { '*': 'swarm send --type review --verdict approved "All is met."' };

/** Escalates these questions first, and does the task once they are settled. */
export const asking = (...questions: readonly string[]): Reactions => ({
  '*"is settled:"*': DO_TASK,
  '*"Completion drive review"*': HAND_OVER,
  '*': questions
    .map((question) => `swarm note add "${question}" --context "at work" --escalate "not mine to decide"`)
    .join('\n'),
});

export type Personas = Readonly<Record<string, Reactions>>;

/** A project whose personas are scripts, and a plan of tasks side by side, each with its role and persona. */
export async function makePlanProject(
  personas: Personas,
  tasks: Readonly<Record<string, string>>,
  more: string = 'escalation: [workflow_architect, user]',
): Promise<TestProject> {
  const project = await makeProject({ limits: { sessions: 4 } });
  for (const [name, reactions] of Object.entries({ developer: DOER, verifier: APPROVES, ...personas })) {
    chmodSync(project.write(`bin/${name}.sh`, scriptOf(project, reactions)), 0o755);
    const command = `command: ["${project.root}/bin/${name}.sh"]`;
    project.write(`agents/${name}/${name}-agent.md`, `---\ncli: command\n${command}\n---\n`);
  }
  project.write('.swarm/plans/parts/plan.yaml', planText(tasks, more));
  return project;
}

/** Each task is `<role>: <persona>`. */
export function planText(tasks: Readonly<Record<string, string>>, more: string): string {
  const roles = Object.keys(tasks);
  return [
    'name: parts',
    'goal: A report of several parts that can be read on its own.',
    more,
    'agents:',
    ...roles.map((role) => `  ${role}: { persona: ${tasks[role]} }`),
    '  checker: { persona: verifier }',
    'tasks:',
    ...roles.flatMap((role, n) => [
      `  - task_id: write_${role}_172753920${n}`,
      `    role: ${role}`,
      `    instructions: Write the part of ${role} as one page with a heading and three paragraphs.`,
      `    outputs: [{ path: agents/${role}/task_output/part.md, format: Markdown }]`,
      '    success_criteria:',
      `      - { text: The page has three paragraphs, file: agents/${role}/task_output/part.md }`,
      '    verifier: checker',
    ]),
    '',
  ].join('\n');
}

export async function startPlan(project: TestProject, ...flags: readonly string[]): Promise<string> {
  // Approved beforehand: with --yes, changes of the plan would need no consent either.
  const approved = await project.swarm('plan', 'approve', 'parts', '--yes');
  if (approved.code !== 0) throw new Error(`plan approve failed: ${approved.stderr}${approved.stdout}`);
  const ran = await project.swarm('plan', 'run', 'parts', '--quiet', ...flags);
  if (ran.code !== 0) throw new Error(`plan run failed: ${ran.stderr}${ran.stdout}`);
  return ran.stdout.trim();
}

/** Every prompt of a role, in order. */
export function heardBy({ root }: TestProject, role: string): readonly string[] {
  const file = join(root, `heard-${role}`);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n=====\n').slice(0, -1) : [];
}

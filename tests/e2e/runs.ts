import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { makeProject, supervisorPid, type TestProject } from './project.ts';

/** A project whose runs are left as they ended: nothing is put away while a test looks at it, or ends it. */
export const makeRunProject = (config: Readonly<Record<string, unknown>> = {}): Promise<TestProject> =>
  makeProject({ cleanup: 'manual', ...config });

/** What roles play, by `role` or `role nth`; one that is not named plays its built-in part. */
export type Scripts = Readonly<Record<string, readonly string[]>>;

export type RunStatus = Readonly<{
  run_id: string;
  state: string;
  ending: string | null;
  reason: string | null;
  stage: string;
  round: number;
  progress: number;
  approved: string[];
  warnings: string[];
  roles: { role: string; session_id: string; state: string; cli: string; worktree: string | null }[];
  messages: number;
  errors: { type: string; role: string | null; message: string; recovered: boolean }[];
  questions: { id: string; text: string; options: string[]; state: string }[];
}>;

/** A goal that carries the scripts of its roles. */
export const goalWith = (goal: string, scripts: Scripts = {}): string =>
  [
    goal,
    ...Object.entries(scripts).map(([player, steps]) =>
      [`\`\`\`rehearsal ${player}`, ...steps.map((step) => `- ${step}`), '```'].join('\n'),
    ),
  ].join('\n\n');

/** Starts a run (`research --timeout 2s`) whose roles play the scripts, and gives back its id. */
export async function startRun(project: TestProject, words: string, scripts: Scripts = {}): Promise<string> {
  const [workflow = '', ...flags] = words.split(' ');
  const stdin = goalWith('How deep is the well?', scripts);
  const ran = await project.swarmWith({ stdin }, 'start', workflow, '-', '--quiet', ...flags);
  if (ran.code !== 0) throw new Error(`start failed: ${ran.stderr}${ran.stdout}`);
  return ran.stdout.trim();
}

export const statusOfRun = (project: TestProject, id: string): Promise<RunStatus> =>
  project.json<RunStatus>('status', id);

/** Waits for its end; the exit code says how it ended. */
export async function awaitRun(project: TestProject, id: string): Promise<number> {
  return (await project.swarm('wait', id, '--timeout', '40s')).code;
}

/** Waits for an event of the run or of one of its sessions. */
export const awaitEvent = (project: TestProject, name: string, event: string) =>
  project.swarm('events', name, '--follow', '--until', event);

/** Waits until the run asks, and gives back what. */
export async function questionOf(project: TestProject, id: string) {
  await awaitEvent(project, id, 'question-asked');
  const {
    questions: [question],
  } = await project.json<{ questions: { id: string; kind: string; text: string; options: string[] }[] }>(
    'questions',
    id,
  );
  if (!question) throw new Error('nothing is asked');
  return question;
}

/** What a session was told, turn by turn, over all its attempts. */
export function promptsOf({ paths }: TestProject, sessionId: string): string[] {
  const folder = join(paths.sessionsDir, sessionId, 'attempts');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort((one, other) => Number(one) - Number(other))
    .flatMap((attempt) => linesOf(join(folder, attempt, 'stdin.jsonl')))
    .flatMap((line) => (line.type === 'user' ? [textOf(line.message)] : []));
}

type Line = Readonly<{ type: string; message?: { content?: unknown } }>;

const linesOf = (path: string): Line[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Line)
    : [];

const textOf = (message: Line['message']): string =>
  typeof message?.content === 'string' ? message.content : JSON.stringify(message?.content);

/** What the run left to read: the part of its summary that follows its goal, and its result. */
export function outcomeOf({ root }: TestProject, runId: string): { summary: string; result: RunOutcome } {
  const read = (name: string) => readFileSync(join(root, 'outputs', runId, name), 'utf8');
  const [, ...told] = read('summary.md').split(`Run ${runId} of `);
  return { summary: told.join(''), result: JSON.parse(read('result.json')) as RunOutcome };
}

type RunOutcome = Readonly<{
  status: string;
  success: boolean;
  degraded: boolean;
  findings: { body: string }[];
  reviews: { verdict: string; findings: { about: string }[] }[];
}>;

/** A step that holds its agent until the gate is opened. */
export const waitAt = ({ root }: TestProject, gate: string): string =>
  `run: "until [ -e ${gatePath(root, gate)} ]; do sleep 0.05; done"`;

export const openGate = ({ root }: TestProject, gate: string): void =>
  writeFileSync(gatePath(root, gate), '');

const gatePath = (root: string, gate: string): string => join(root, '..', `gate-${gate}`);

export const FINDING = (text: string): string => `post: {type: finding, title: Depth, body: "${text}"}`;
export const ARTIFACT = (summary: string): string =>
  `post: {type: artifact, path: notes.md, summary: "${summary}"}`;
export const CHANGES = (about: string, text: string): string =>
  `post: {type: review, verdict: changes, summary: Nearly, findings: [{about: "${about}", text: "${text}"}]}`;
export const APPROVED = 'post: {type: review, verdict: approved, summary: Good}';
export const BLOCKED = (about: string, text: string): string =>
  CHANGES(about, text).replace('verdict: changes', 'verdict: blocked');

/** Kills the supervisor outright, and has the run go on by another one. */
export async function killAndResume(project: TestProject, runId: string): Promise<RunStatus> {
  process.kill(await supervisorPid(project), 'SIGKILL');
  const resumed = await project.json<RunStatus & { supervisor: { started: boolean } }>('resume', runId);
  expect(resumed.supervisor.started).toBe(true);
  return resumed;
}

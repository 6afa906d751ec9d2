import { makeTaskId, slugOf } from '../../domain/plan/task-id.ts';
import { parseMarkdownList } from '../queue-import/markdown-list.ts';
import type { PlanFile } from './plan-file.ts';

type Task = PlanFile['tasks'][number];

export type ListProblem = Readonly<{ line: number; problem: string }>;
export type ListedPlan = Readonly<{
  agents: PlanFile['agents'];
  tasks: readonly Task[];
  checkpoints: PlanFile['checkpoints'];
  bad: readonly ListProblem[];
}>;

const ROLE_LETTERS = 32;
const VERIFIER = 'verifier';
const LINE = /^(role|persona|needs|reads|writes|check|timeout):[ \t]*(.*)$/;
const FILE = /^(.*?)(?:\s+\(([^)]+)\))?$/;
const FORMATS: Readonly<Record<string, string>> = {
  md: 'Markdown',
  json: 'JSON',
  sql: 'SQL',
  ts: 'TypeScript',
};

type KeyLine = Readonly<{ key: string; value: string }>;
type Item = Readonly<{
  id: string;
  name: string;
  role: string;
  said: readonly KeyLine[];
  text: string;
  title: string;
}>;

/**
 * The tasks of a plan from a list in Markdown: `- [ ] title {#name}`, with lines such as `writes: path` below
 * it, and the rest as instructions. A task waits for the one above it unless it says what it needs.
 */
export function planOfList(text: string, at: number): ListedPlan {
  const { works, bad } = parseMarkdownList(text);
  const items = works
    .filter(({ isDone }) => !isDone)
    .map(({ id, fields }): Item => {
      const said = linesOf(fields.body ?? '');
      const name = id ?? slugOf(fields.title);
      const role =
        firstOf(said, 'role') ?? `${slugOf(name)}`.slice(0, ROLE_LETTERS - '_agent'.length).concat('_agent');
      const rest = restOf(fields.body ?? '');
      return { id: makeTaskId(name, at), name, role, said, text: rest, title: fields.title };
    });
  const tasks = items.map((item, index) => taskOf(item, items, index));
  return {
    agents: { ...Object.fromEntries(items.map(agentOf)), [VERIFIER]: { persona: VERIFIER } },
    tasks,
    checkpoints: checkpointsOf(tasks),
    bad,
  };
}

const linesOf = (body: string): readonly KeyLine[] =>
  body.split('\n').flatMap((line) => {
    const [, key, value] = LINE.exec(line.trim()) ?? [];
    return key === undefined || value === undefined || value === '' ? [] : [{ key, value: value.trim() }];
  });

const restOf = (body: string): string =>
  body
    .split('\n')
    .filter((line) => !LINE.test(line.trim()))
    .join('\n')
    .trim();

const valuesOf = (said: readonly KeyLine[], key: string): readonly string[] =>
  said.filter((one) => one.key === key).map(({ value }) => value);
const firstOf = (said: readonly KeyLine[], key: string): string | undefined => valuesOf(said, key)[0];

const agentOf = ({ role, said }: Item): [string, { persona: string }] => [
  role,
  { persona: firstOf(said, 'persona') ?? 'developer' },
];

function taskOf(item: Item, items: readonly Item[], index: number): Task {
  const { id, role, said, title, text } = item;
  const outputs = valuesOf(said, 'writes').map(fileOf);
  const report = { path: `agents/${role}/task_output/${slugOf(item.name)}.md`, format: 'Markdown' };
  const written = outputs.length > 0 ? outputs : [report];
  const commands = valuesOf(said, 'check');
  const timeout = firstOf(said, 'timeout');
  return {
    task_id: id,
    role,
    instructions: `${title}\n\n${text}`.trim(),
    inputs: valuesOf(said, 'reads').map(fileOf),
    outputs: written,
    success_criteria:
      commands.length > 0
        ? commands.map((command) => ({ text: `"${command}" succeeds`, command }))
        : [{ text: `It holds what this task asks for: ${title}`, file: written[0]?.path ?? report.path }],
    dependencies: needsOf(item, items, index),
    verifier: VERIFIER,
    ...(timeout === undefined ? {} : { timeout }),
  };
}

function fileOf(value: string): { path: string; format?: string } {
  const [, path = value, said] = FILE.exec(value) ?? [];
  const format = said ?? FORMATS[/\.(\w+)$/.exec(path)?.[1] ?? ''];
  return format === undefined ? { path } : { path, format };
}

function needsOf({ said }: Item, items: readonly Item[], index: number): string[] {
  const needs = firstOf(said, 'needs');
  const above = items[index - 1];
  if (needs === undefined) return above === undefined ? [] : [above.id];
  const names = needs.split(',').map((name) => name.trim());
  return names
    .filter((name) => name !== 'nothing')
    .map((name) => items.find((other) => other.name === name || slugOf(other.title) === name)?.id ?? name);
}

const checkpointsOf = (tasks: readonly Task[]): PlanFile['checkpoints'] =>
  tasks
    .filter(({ task_id }) => tasks.some(({ dependencies }) => dependencies.includes(task_id)))
    .map(({ task_id }) => ({
      after: task_id,
      validates: 'The verifier has approved its outputs by each of its success criteria',
      failure_modes: [
        { failure: 'A criterion is not met', remedy: 'The findings go back to the agent, which mends them' },
      ],
    }));

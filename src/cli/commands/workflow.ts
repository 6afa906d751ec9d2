import * as z from 'zod/mini';
import { shortLine } from '../../views/one-line.ts';
import { renderTable } from '../../views/table.ts';
import { renderWorkflow } from '../../views/workflow-graph.ts';
import { answered, localCommand } from '../command.ts';

const DESCRIPTION_LETTERS = 80;
const WHERE =
  'Looked for in workflows/<name>.yaml of the project, then among those that ship with Swarm; the first\n' +
  'that has a name wins.';

export const workflowList = localCommand({
  asks: 'anyone',
  name: 'workflow list',
  summary: 'List the workflows that can be run',
  about: WHERE,
  examples: ['swarm workflow list', 'swarm workflow list --json'],
  input: z.object({}),
  run: async (host) => answered(await (await host.workflows()).checkAll()),
  show: (checked, style) => {
    const rows = checked.map(({ name, source, workflow, problems }) => [
      { text: name, paint: problems.length === 0 ? style.bold : style.red },
      source,
      workflow?.roles.map((role) => role.name).join(', ') ?? '-',
      shortLine(workflow?.description ?? '', DESCRIPTION_LETTERS),
    ]);
    const broken = checked.filter(({ problems }) => problems.length > 0).length;
    const note = broken === 0 ? '' : `\n❌ ${broken} broken: swarm workflow check\n`;
    const list = renderTable([['NAME', 'FROM', 'ROLES', 'DESCRIPTION'], ...rows], [16, 8, 20]);
    return `${checked.length === 0 ? 'No workflows found\n' : list}${note}`;
  },
  json: (checked) => ({
    workflows: checked.map(({ name, source, file, workflow, problems }) => ({
      name,
      description: workflow?.description ?? null,
      roles: workflow?.roles.map((role) => role.name) ?? [],
      stages: workflow?.stages.map((stage) => stage.name) ?? [],
      source,
      file,
      problems,
    })),
  }),
});

export const workflowShow = localCommand({
  asks: 'anyone',
  name: 'workflow show',
  summary: 'Draw a workflow: its stages, who serves them, and what leads where',
  about: WHERE,
  examples: ['swarm workflow show research', 'swarm workflow show development --json'],
  words: [{ name: 'name', key: 'name', about: 'Name of the workflow', offers: 'workflow' }],
  input: z.object({ name: z.string().check(z.minLength(1)) }),
  run: async (host, { name }) => (await host.workflows()).find(name),
  show: ({ workflow, file }, style) => `${renderWorkflow(workflow, style)}\nFile: ${file}\n`,
  json: ({ workflow, file, source }) => ({ ...workflow, file, source }),
});

export const workflowCheck = localCommand({
  asks: 'anyone',
  name: 'workflow check',
  summary: 'Check workflow files and say what is wrong, and where',
  about:
    'Finds unknown keys, roles, stages, personas and placeholders, stages that nothing leads to or\n' +
    'that lead to no end, and rounds without a limit. Without a name, all of them.\n' +
    'Exits 1 when one is broken.',
  examples: [
    'swarm workflow check',
    'swarm workflow check research',
    'swarm workflow check drafts/mine.yaml',
  ],
  words: [
    {
      name: 'workflow',
      key: 'workflow',
      isOptional: true,
      about: 'Name of a workflow, or the path of a file',
      offers: 'workflow',
    },
  ],
  input: z.object({ workflow: z.optional(z.string().check(z.minLength(1))) }),
  run: async (host, { workflow }) => {
    const workflows = await host.workflows();
    if (workflow === undefined) return answered(await workflows.checkAll());
    const outcome = await workflows.check(workflow);
    return outcome.ok ? answered([outcome.value]) : outcome;
  },
  show: (checked) => {
    const problems = checked.flatMap((one) => one.problems);
    const good = checked.filter((one) => one.problems.length === 0).length;
    return [
      ...problems.map(({ file, line, problem }) => `❌ ${file}:${line}: ${problem}\n`),
      `${good} good, ${checked.length - good} broken\n`,
    ].join('');
  },
  json: (checked) => ({
    good: checked.filter(({ problems }) => problems.length === 0).map(({ name }) => name),
    problems: checked.flatMap(({ problems }) => problems),
  }),
  exitCode: (checked) => (checked.every(({ problems }) => problems.length === 0) ? 0 : 1),
});

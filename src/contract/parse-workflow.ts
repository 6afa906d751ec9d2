import type { WorkflowProblem } from '../domain/workflow/check.ts';
import type { Workflow } from '../domain/workflow/workflow.ts';
import { checkDefinition } from './check-definition.ts';
import { renderProblem } from './schema-problems.ts';
import { parseYaml } from './yaml-text.ts';

/** What is wrong with a file, and where. */
export type FileProblem = Readonly<{ file: string; line: number; problem: string }>;

/** A file that was read: its definition if it has one, and everything that is wrong with it. */
export type ReadWorkflow = Readonly<{
  workflow: Workflow | null;
  problems: readonly FileProblem[];
  /** For problems that only others can see. */
  locate(problem: WorkflowProblem): FileProblem;
}>;

type Origin = Readonly<{ name: string; file: string }>;

/** Reads and checks one workflow file. A definition with problems must not be run. */
export function parseWorkflow(content: string, { name, file }: Origin): ReadWorkflow {
  const at = (line: number, problem: string): FileProblem => ({ file, line, problem });
  const broken = (...problems: FileProblem[]): ReadWorkflow => ({
    workflow: null,
    problems,
    locate: ({ problem }) => at(1, problem),
  });
  if (content.includes('\0')) return broken(at(1, 'the file is not text'));
  if (content.trim() === '') return broken(at(1, 'the file is empty'));
  const read = parseYaml(content.replace(/^\uFEFF/, ''));
  if (!read.ok) return broken(at(read.line, read.problem));

  const { yaml } = read;
  const locate = ({ path, problem }: WorkflowProblem): FileProblem =>
    at(yaml.lineOf(path), renderProblem({ path, problem }));
  const { workflow, problems } = checkDefinition(yaml.value, name);
  if (workflow === null) return broken(...problems.map(locate));
  return { workflow, problems: problems.map(locate), locate };
}

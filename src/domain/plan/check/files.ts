import { nearest } from '../../config/nearest.ts';
import { findCycle } from '../graph.ts';
import { covers, handoffsOf, isPlanPath, outputDirOf, writersNamed, writersOf } from '../handoff.ts';
import { type Finding, inTask, type PlanUnderCheck, type Rule } from './finding.ts';

/** Paths stay in the plan and in the repository, and nothing is written into the folder of another role. */
export const pathsAreTheirOwn: Rule = ({ plan: { tasks } }) =>
  tasks.flatMap(({ role, inputs, outputs }, index) => [
    ...inputs.flatMap(({ path }, at) => {
      const problem = outsideOf(path);
      return problem === null ? [] : [{ path: inTask(index, 'inputs', at, 'path'), ...problem }];
    }),
    ...outputs.flatMap(({ path }, at) => {
      const problem = outsideOf(path) ?? foreign(path, role);
      return problem === null ? [] : [{ path: inTask(index, 'outputs', at, 'path'), ...problem }];
    }),
  ]);

type Words = Omit<Finding, 'path'>;

function outsideOf(path: string): Words | null {
  const isOutside = /^[/~\\]|^[A-Za-z]:|\\/.test(path) || path.split('/').some((part) => part === '..');
  const problem = `"${path}" leaves the project`;
  if (isOutside) return { problem, advice: 'write a path from the root of the plan or the repository' };
  const isTwisted = path === '' || /^\.\/|\/\/|(^|\/)\.(\/|$)|\s$|^\s|[\p{Cc}]/u.test(path);
  return isTwisted
    ? { problem: `"${path}" is no plain path`, advice: 'leave out ".", "//" and spaces' }
    : null;
}

function foreign(path: string, role: string): Words | null {
  const own = outputDirOf(role);
  if (!isPlanPath(path) || (path.startsWith(own) && path !== own)) return null;
  return { problem: `${role} may not write "${path}"`, advice: `put it into ${own}` };
}

/** What a task reads in the plan another one writes, under the same path; the rest is in the repository. */
export const readersFindWriters: Rule = ({ plan: { tasks }, facts: { absentFiles } }) => {
  const writers = writersOf(tasks);
  const written = [...writers.files.keys()];
  return tasks.flatMap(({ inputs }, index) =>
    inputs.flatMap(({ path }, at) => {
      const others = writersNamed(writers, path).filter((writer) => writer !== index);
      if (others.length > 0 || !(isPlanPath(path) || absentFiles.has(path))) return [];
      const [near] = nearest(path, written, 1);
      const advice =
        near === undefined ? 'add it to the outputs of the task that makes it' : `did you mean "${near}"?`;
      return [
        { path: inTask(index, 'inputs', at, 'path'), problem: `no other task writes "${path}"`, advice },
      ];
    }),
  );
};

/** Two tasks that write one file would undo each other's work. */
export const oneWriterPerFile: Rule = ({ plan: { tasks } }) => {
  const writers = writersOf(tasks);
  return tasks.flatMap(({ outputs }, index) =>
    outputs.flatMap(({ path }, at) => {
      const first = writersNamed(writers, path).find((writer) => writer < index);
      const isTwice = outputs.findIndex((other) => covers(other.path, path)) < at;
      if (first === undefined && !isTwice) return [];
      const problem =
        first === undefined ? `"${path}" is named twice` : `"${path}" is written by ${tasks[first]?.id} too`;
      return [{ path: inTask(index, 'outputs', at, 'path'), problem, advice: 'give each file one writer' }];
    }),
  );
};

/** A file is read only after its writer is verified. */
export const readersWaitForWriters: Rule = ({ plan, graph }) => {
  // While tasks wait for each other, there is no order to judge by.
  if (findCycle(graph.needs).length > 0) return [];
  return handoffsOf(plan).flatMap(({ writer, reader, path, input }) => {
    if (writer === reader || graph.isBefore(writer, reader)) return [];
    const id = plan.tasks[writer]?.id ?? '';
    const problem = `reads "${path}" without waiting for ${id}, which writes it`;
    return [{ path: inTask(reader, 'inputs', input), problem, advice: `add "${id}" to its dependencies` }];
  });
};

export const filesHaveNoCycle: Rule = (checked) => {
  const { tasks } = checked.plan;
  const cycle = findCycle(fileEdges(checked));
  const [first] = cycle;
  if (first === undefined) return [];
  const names = [...cycle, first].map((index) => tasks[index]?.id).join(' → ');
  const problem = `files go round: ${names}`;
  return [
    { path: inTask(first, 'inputs'), problem, advice: 'let one of them do without the other’s output' },
  ];
};

function fileEdges({ plan }: PlanUnderCheck): readonly (readonly number[])[] {
  const edges = plan.tasks.map((): number[] => []);
  for (const { writer, reader } of handoffsOf(plan)) if (writer !== reader) edges[reader]?.push(writer);
  return edges;
}

/** Writer and reader agree on what is in the file. */
export const formatsAgree: Rule = ({ plan }) =>
  handoffsOf(plan).flatMap(({ writer, reader, path, input }) => {
    if (writer === reader) return [];
    const output = plan.tasks[writer]?.outputs.find((one) => covers(one.path, path));
    const wanted = plan.tasks[reader]?.inputs[input]?.format ?? null;
    const given = output?.format ?? null;
    if (given === null) {
      const at = plan.tasks[writer]?.outputs.findIndex((one) => covers(one.path, path)) ?? 0;
      const problem = `${plan.tasks[reader]?.id} reads "${path}", but its format is not said`;
      return [{ path: inTask(writer, 'outputs', at), problem, advice: 'add "format:"' }];
    }
    if (wanted === null || wanted === given || output?.path !== path) return [];
    const problem = `expects "${path}" as "${wanted}", but it is written as "${given}"`;
    return [{ path: inTask(reader, 'inputs', input, 'format'), problem, advice: 'make both the same' }];
  });

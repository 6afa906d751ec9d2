import type { FileContract, Plan } from './plan.ts';

/** A file that is written by one task and read by another; tasks by their places in the plan. */
export type Handoff = Readonly<{ writer: number; reader: number; path: string; input: number }>;

/** The folder that a role writes for others. */
export const outputDirOf = (role: string): string => `agents/${role}/task_output/`;

/** Whether it lies in the folder of the plan, and not in the repository. */
export const isPlanPath = (path: string): boolean => path.startsWith('agents/');

/** Whether a contract of a writer stands for what a reader names. */
export const covers = (written: string, read: string): boolean =>
  written === read || (written.endsWith('/') && read.startsWith(written));

/** Every reading of a file that another task writes, or the task itself. */
export function handoffsOf({ tasks }: Pick<Plan, 'tasks'>): readonly Handoff[] {
  const writers = writersOf(tasks);
  return tasks.flatMap(({ inputs }, reader) =>
    inputs.flatMap(({ path }, input) =>
      writersNamed(writers, path).map((writer) => ({ writer, reader, path, input })),
    ),
  );
}

type Writers = Readonly<{ files: ReadonlyMap<string, readonly number[]>; folders: readonly Folder[] }>;
type Folder = Readonly<{ path: string; writer: number }>;

/** Who writes what, looked up by path: a plan of a thousand tasks is not compared pair by pair. */
export function writersOf(tasks: readonly Readonly<{ outputs: readonly FileContract[] }>[]): Writers {
  const files = new Map<string, number[]>();
  const folders: Folder[] = [];
  for (const [writer, { outputs }] of tasks.entries()) {
    for (const { path } of outputs) {
      if (path.endsWith('/')) folders.push({ path, writer });
      const known = files.get(path);
      if (known === undefined) files.set(path, [writer]);
      else known.push(writer);
    }
  }
  return { files, folders };
}

export const writersNamed = ({ files, folders }: Writers, path: string): readonly number[] => [
  ...new Set([
    ...(files.get(path) ?? []),
    ...folders.filter((folder) => covers(folder.path, path)).map(({ writer }) => writer),
  ]),
];

import { isPlanPath } from './handoff.ts';

/** What agents of a plan have in their workspace: from its root, the files of the plan. */
export const PLAN_FOLDER = 'orchestration';

/** Where an agent finds a path that a plan names. */
export const asAgentPath = (path: string): string => (isPlanPath(path) ? `${PLAN_FOLDER}/${path}` : path);

const NAMED_IN_WORDS = /(?<![\w./-])agents\/(?=[\w-]+\/task_output\/)/g;

/** The same for all paths that a command, or a text, names. */
export const asAgentWords = (words: string): string =>
  words.replace(NAMED_IN_WORDS, `${PLAN_FOLDER}/agents/`);

/** Files of one role, as paths in the folder of the plan. */
export const roleFiles = (role: string) =>
  ({
    instructions: `agents/${role}/agent_instructions.md`,
    drive: `agents/${role}/completion_drive`,
    notes: `agents/${role}/completion_drive/session_current.json`,
    noteProblems: `agents/${role}/completion_drive/session_current.problem.json`,
    outputs: `agents/${role}/task_output`,
    outputProblems: `agents/${role}/task_output.problem.json`,
  }) as const;

/** What is drawn there, from the root of a workspace: a repository that has one of these would lose it. */
export const DRAWN_PATHS: readonly string[] = [
  '.gitignore',
  'shared_status.json',
  'workflow_coordination_plan.md',
  'agents',
].map((path) => `${PLAN_FOLDER}/${path}`);

const ROLE_OF_PATH = /^agents\/([^/]+)\/task_output\//;

/** Whose folder a path of the plan lies in. */
export const roleOfPath = (path: string): string | null => ROLE_OF_PATH.exec(path)?.[1] ?? null;

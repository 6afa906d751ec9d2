import type { WorkItem } from '../queue/work-item.ts';

/** What a template may name as {{NAME}}. */
export const BOOTSTRAP_VARIABLES = [
  'SESSION_ID',
  'ITERATION',
  'WORK_ITEM',
  'RIG',
  'ACTOR',
  'TITLE',
  'BODY',
  'PRIORITY',
  'LABELS',
  'LOOP_ID',
] as const;
type Variable = (typeof BOOTSTRAP_VARIABLES)[number];

const NAMED = /\{\{\s*([^{}]*?)\s*\}\}/g;
const UNKNOWN_RIG = 'unknown';
const DEFAULT_ACTOR = 'harness-agent';

export type UnknownVariable = Readonly<{ line: number; name: string }>;

/** What a template names and cannot be filled in, with the lines where it stands. */
export function listUnknownVariables(template: string): readonly UnknownVariable[] {
  return template
    .split('\n')
    .flatMap((text, index) => [...text.matchAll(NAMED)].map(([, name = '']) => ({ line: index + 1, name })))
    .filter(({ name }) => !isVariable(name));
}

const isVariable = (name: string): name is Variable => BOOTSTRAP_VARIABLES.some((known) => known === name);

export type Assignment = Readonly<{
  sessionId: string;
  loopId: string;
  iteration: number;
  work: WorkItem;
  /** For work that names none. */
  standard: Readonly<{ rig: string | null; actor: string | null }>;
}>;

/** The first prompt of an iteration. What was filled in is not looked at again. */
export function fillBootstrap(template: string, assignment: Assignment): string {
  const values = valuesOf(assignment);
  return template.replaceAll(NAMED, (whole, name: string) => (isVariable(name) ? values[name] : whole));
}

function valuesOf(assignment: Assignment): Record<Variable, string> {
  const { sessionId, loopId, iteration, work } = assignment;
  return {
    SESSION_ID: sessionId,
    ITERATION: String(iteration),
    WORK_ITEM: work.id,
    RIG: rigOf(assignment),
    ACTOR: actorOf(assignment),
    TITLE: work.title,
    BODY: work.body,
    PRIORITY: String(work.priority),
    LABELS: work.labels.join(', '),
    LOOP_ID: loopId,
  };
}

const rigOf = ({ work, standard }: Assignment): string => work.rig ?? standard.rig ?? UNKNOWN_RIG;
const actorOf = ({ work, standard }: Assignment): string => work.actor ?? standard.actor ?? DEFAULT_ACTOR;

/** What the agent of an iteration finds in its environment, beside what every agent does. */
export const iterationEnv = (assignment: Assignment): Record<string, string> => ({
  SESSION_ID: assignment.sessionId,
  HARNESS_SESSION: 'true',
  BD_ACTOR: actorOf(assignment),
  BD_RIG: rigOf(assignment),
  ITERATION: String(assignment.iteration),
  WORK_ITEM: assignment.work.id,
});

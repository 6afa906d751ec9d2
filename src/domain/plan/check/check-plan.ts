import { graphOf } from '../graph.ts';
import type { Plan } from '../plan.ts';
import { checkpointsAreKnown, failuresHaveRemedies, handoffsAreChecked } from './checkpoints.ts';
import { criteriaAreMeasurable } from './criteria.ts';
import {
  dependenciesExist,
  dependenciesHaveNoCycle,
  groupsAreParallel,
  pathFitsTime,
} from './dependencies.ts';
import * as files from './files.ts';
import type { Finding, PlanFacts, Rule } from './finding.ts';
import { instructionsAreSpecific } from './instructions.ts';
import { escalationsEnd, personasExist, rolesAreInRoster, verifiersAreOthers } from './roster.ts';
import { hasTasks, idsAreUnique, idsAreWellFormed } from './tasks.ts';

/** Every rule by its name, in the order in which they are told. */
const RULES = {
  'task-count': hasTasks,
  'task-id': idsAreWellFormed,
  'duplicate-task-id': idsAreUnique,
  instructions: instructionsAreSpecific,
  'success-criteria': criteriaAreMeasurable,
  'file-path': files.pathsAreTheirOwn,
  'file-without-writer': files.readersFindWriters,
  'file-with-two-writers': files.oneWriterPerFile,
  'file-read-too-early': files.readersWaitForWriters,
  'file-format': files.formatsAgree,
  'file-cycle': files.filesHaveNoCycle,
  'unknown-dependency': dependenciesExist,
  'dependency-cycle': dependenciesHaveNoCycle,
  'parallel-group': groupsAreParallel,
  'handoff-without-checkpoint': handoffsAreChecked,
  'unknown-checkpoint': checkpointsAreKnown,
  'failure-modes': failuresHaveRemedies,
  roster: rolesAreInRoster,
  verifier: verifiersAreOthers,
  persona: personasExist,
  escalation: escalationsEnd,
  'critical-path': pathFitsTime,
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleName = keyof typeof RULES;
export const RULE_NAMES = Object.keys(RULES) as readonly RuleName[];

export type PlanFinding = Finding & Readonly<{ rule: RuleName }>;

/** Everything that would keep a run of it from ending well; empty when it is sound. */
export function checkPlan(plan: Plan, facts: PlanFacts): readonly PlanFinding[] {
  const tooMany = RULES['task-count']({ plan, graph: graphOf({ tasks: [] }), facts });
  // Rules compare tasks with each other; of too many there is only this to say.
  if (tooMany.length > 0) return tooMany.map((finding) => ({ rule: 'task-count', ...finding }));
  const graph = graphOf(plan);
  return RULE_NAMES.flatMap((rule) =>
    RULES[rule]({ plan, graph, facts }).map((finding) => ({ rule, ...finding })),
  );
}

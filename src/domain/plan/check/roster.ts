import { escalationOf } from '../plan.ts';
import { didYouMean, type Finding, inTask, type Rule } from './finding.ts';

const namesOf = (agents: readonly Readonly<{ role: string }>[]): readonly string[] =>
  agents.map(({ role }) => role);

/** Roles of tasks stand in the roster, and every role there has something to do. */
export const rolesAreInRoster: Rule = ({ plan: { agents, tasks } }) => {
  const known = namesOf(agents);
  const used = new Set(tasks.flatMap(({ role, verifier }) => [role, verifier]));
  const missing = (index: number, key: 'role' | 'verifier', name: string): readonly Finding[] =>
    known.includes(name)
      ? []
      : [
          {
            path: inTask(index, key),
            problem: `no agent is called "${name}"`,
            advice: didYouMean(name, known, 'add it to "agents"'),
          },
        ];
  return [
    ...tasks.flatMap(({ role, verifier }, index) => [
      ...missing(index, 'role', role),
      ...missing(index, 'verifier', verifier),
    ]),
    ...known
      .filter((role) => !used.has(role))
      .map((role) => ({
        path: ['agents', role],
        problem: `no task is done or verified by "${role}"`,
        advice: 'give it a task, or leave it out',
      })),
  ];
};

/** No agent verifies its own work, or that of one which it is itself in another task. */
export const verifiersAreOthers: Rule = ({ plan: { tasks } }) => {
  const doers = new Set(tasks.map(({ role }) => role));
  return tasks.flatMap(({ verifier }, index) =>
    doers.has(verifier)
      ? [
          {
            path: inTask(index, 'verifier'),
            problem: `"${verifier}" does tasks itself`,
            advice: 'let an agent verify that has no tasks in this plan',
          },
        ]
      : [],
  );
};

export const personasExist: Rule = ({ plan: { name, agents, newPersonas }, facts: { personas } }) =>
  agents.flatMap(({ role, persona }) => {
    if (personas.includes(persona)) return [];
    const isCalledFor = newPersonas.some((one) => one.name === persona);
    const write = `write agents/${persona}/${persona}-agent.md`;
    return [
      {
        path: ['agents', role, 'persona'],
        problem: `unknown persona "${persona}"`,
        advice: isCalledFor
          ? `run: swarm personas new ${persona} --from-plan ${name}`
          : didYouMean(persona, personas, write),
      },
    ];
  });

/** A blocked task has the architect to turn to, and the person at last; or the person alone. */
export const escalationsEnd: Rule = ({ plan }) =>
  plan.tasks.flatMap((task, index) => {
    const way = escalationOf(plan, task);
    const path = inTask(index, ...(task.escalation === null ? [] : ['escalation']));
    const advice = 'write "escalation: [workflow_architect, user]", here or for the whole plan';
    if (way.length === 0) return [{ path, problem: 'blocked, this task has no escalation path', advice }];
    const isWhole = way.length === 1 || way[0] === 'workflow_architect';
    if (way.at(-1) === 'user' && isWhole) return [];
    const problem = `the escalation path is ${way.join(' → ')}`;
    return [
      {
        path,
        problem,
        advice: 'begin it with workflow_architect and end it with user, or name the user alone',
      },
    ];
  });

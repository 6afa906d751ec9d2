import type { Plan } from './plan.ts';

const AGENTS_OF_A_SIMPLE_PLAN = 5;
const FAN_IN_OF_A_SIMPLE_PLAN = 3;

/** So large that its architect gets three designs first: of instructions, of files and of checkpoints. */
export const isLarge = ({ agents, tasks }: Pick<Plan, 'agents' | 'tasks'>): boolean =>
  agents.length > AGENTS_OF_A_SIMPLE_PLAN ||
  tasks.some(({ dependencies }) => new Set(dependencies).size > FAN_IN_OF_A_SIMPLE_PLAN);

import * as z from 'zod/mini';
import { PlanFile } from './plan-file.ts';

/** The JSON Schema of plan.yaml, for editors. */
export function renderPlanSchema(): string {
  const { $schema, ...schema } = z.toJSONSchema(PlanFile, { io: 'input' }) as Record<string, unknown>;
  return `${JSON.stringify({ $schema, title: 'A plan of Swarm (plan.yaml)', ...schema }, null, 2)}\n`;
}

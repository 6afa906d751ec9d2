// Draws schema/plan.schema.json from the schema of plans in src/contract/plan/plan-file.ts.
import { drawSchema } from './draw-schema.mjs';

process.exitCode = await drawSchema({
  entry: 'src/contract/plan/plan-schema.ts',
  render: 'renderPlanSchema',
  file: 'plan.schema.json',
});

// Draws schema/swarm.config.schema.json from the table of settings in src/contract/config.ts.
import { drawSchema } from './draw-schema.mjs';

process.exitCode = await drawSchema({
  entry: 'src/contract/config-schema.ts',
  render: 'renderConfigSchema',
  file: 'swarm.config.schema.json',
});

// Needs a supervisor, says what it got, and leaves.
import { projectPaths } from '../../../src/runtime/project/project-paths.ts';
import { ensureSupervisor } from '../../../src/runtime/supervisor/start.ts';

const [root = '', runtimeDir = '', standIn = ''] = process.argv.slice(2);
const paths = projectPaths(root, { runtimeDir });

void ensureSupervisor({
  paths,
  program: [standIn, runtimeDir],
  nodePath: process.execPath,
  env: process.env,
}).then((observation) => process.stdout.write(JSON.stringify(observation)));

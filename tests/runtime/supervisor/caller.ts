// Needs a supervisor, says what it got, and leaves.
import { placesOf } from '../../../src/runtime/project/places.ts';
import { ensureSupervisor } from '../../../src/runtime/supervisor/start.ts';

const [root = '', runtimeDir = '', standIn = ''] = process.argv.slice(2);
const places = placesOf(root, { runtimeDir });

void ensureSupervisor({
  places,
  program: [standIn, runtimeDir],
  nodePath: process.execPath,
  env: process.env,
}).then((sight) => process.stdout.write(JSON.stringify(sight)));

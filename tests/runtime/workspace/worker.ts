// Makes or releases workspaces in a process of its own, so that it can be killed.
import { realWorkspaces } from '../../../src/runtime/workspace/real-workspaces.ts';
import { marksOf } from './marks.ts';

const { settings, workspaces, verb } = JSON.parse(process.argv[2] ?? '');
const real = realWorkspaces({
  ...settings,
  marks: marksOf(settings.project),
  clock: { now: () => settings.now },
});

async function main(): Promise<void> {
  for (const workspace of workspaces) {
    if (verb === 'ready') await real.ensureReady(workspace);
    else await real.ensureReleased(workspace);
  }
}

main().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});

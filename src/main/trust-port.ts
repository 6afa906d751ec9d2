import type { TrustPort } from '../app/project/trust-deps.ts';
import { projectPaths } from '../runtime/project/project-paths.ts';
import { observeTrust, removeTrust, saveTrust, trustRecord } from '../runtime/project/trust.ts';
import { acceptKeys } from '../runtime/workspace/accepted-keys.ts';
import { openGit } from '../runtime/workspace/git.ts';
import { runnablesOf } from './admission.ts';
import type { WorkingFolder } from './machine-ports.ts';

/** What this person said of the project that a command is about. */
export function trustPort(working: WorkingFolder): TrustPort {
  const { env } = working;
  const rootOf = (): string => projectPaths(working.find()?.root ?? working.folder()).root;
  return {
    assertProject: async () => void working.root(),
    async observe() {
      const root = rootOf();
      const runnables = await runnablesOf(root, env);
      return { root, origin: observeTrust(root, env), record: trustRecord(root, env), runnables };
    },
    async save() {
      saveTrust(rootOf(), env);
      await acceptKeys(openGit(env), rootOf(), env);
    },
    remove: async () => removeTrust(rootOf(), env),
  };
}

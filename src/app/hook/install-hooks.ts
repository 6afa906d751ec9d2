import { InstallHooks } from '../../contract/hook.ts';
import { withHooks } from '../../contract/hook-settings.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { verb } from '../verb.ts';
import { type HookDeps, settingsFile } from './hook-deps.ts';

export type HookChange = Readonly<{
  file: string;
  before: string | null;
  after: string | null;
  isMade: boolean;
}>;

/** Adds Swarm's hooks to the settings of Claude Code. What was there before is kept, to the byte. */
async function installHooks(
  { hookFiles, hookScript }: HookDeps,
  { shared, dry }: InstallHooks,
): Promise<Outcome<HookChange>> {
  const file = settingsFile(shared);
  const seen = await hookFiles.observe(file);
  if ('problem' in seen) return refuse({ code: 'hook-settings-bad', file, problem: seen.problem });
  const before = seen.text;
  const after = withHooks(before ?? '', hookScript);
  if (after === null) return refuse({ code: 'hook-settings-bad', file, problem: 'is not settings in JSON' });
  const isMade = !dry && after !== before;
  if (isMade) {
    // Before the change: a record without one does no harm.
    await hookFiles.ensureRecord(file, { before, after });
    await hookFiles.ensureText(file, after);
  }
  return accept({ file, before, after, isMade });
}

export const hookChangeJson = ({ file, before, after, isMade }: HookChange) => ({
  file,
  before,
  after,
  changed: isMade,
});

export const installHooksVerb = verb({
  name: 'hook.install',
  summary: 'Add hooks of Swarm to the settings of Claude Code',
  asks: 'person',
  reads: false,
  input: InstallHooks,
  answer: async () => (await import('../../contract/answer/hook.ts')).HookChangeAnswer,
  run: installHooks,
  json: hookChangeJson,
});

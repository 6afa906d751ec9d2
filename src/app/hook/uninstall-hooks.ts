import { InstallHooks } from '../../contract/hook.ts';
import { withoutHooks } from '../../contract/hook-settings.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { verb } from '../verb.ts';
import { type HookDeps, settingsFile } from './hook-deps.ts';
import { type HookChange, hookChangeJson } from './install-hooks.ts';

/**
 * Takes Swarm's hooks out again. A file that was not changed since is as it was before, to the byte; from
 * one that was, only the hooks are taken out.
 */
async function uninstallHooks(
  { hookFiles, hookScript }: HookDeps,
  { shared, dry }: InstallHooks,
): Promise<Outcome<HookChange>> {
  const file = settingsFile(shared);
  const seen = await hookFiles.observe(file);
  if ('problem' in seen) return refuse({ code: 'hook-settings-bad', file, problem: seen.problem });
  const { text } = seen;
  const record = await hookFiles.findRecord(file);
  const isUntouched = record !== undefined && record.after === text;
  const after = isUntouched ? record.before : text === null ? null : withoutHooks(text, hookScript);
  if (text !== null && after === null && !isUntouched)
    return refuse({ code: 'hook-settings-bad', file, problem: 'is not settings in JSON' });
  const isMade = !dry && after !== text;
  if (isMade) await hookFiles.ensureText(file, after);
  if (!dry) await hookFiles.ensureRecord(file, null);
  return accept({ file, before: text, after, isMade });
}

export const uninstallHooksVerb = verb({
  name: 'hook.uninstall',
  summary: 'Take hooks of Swarm out of the settings of Claude Code',
  asks: 'person',
  reads: false,
  input: InstallHooks,
  answer: async () => (await import('../../contract/answer/hook.ts')).HookChangeAnswer,
  run: uninstallHooks,
  json: hookChangeJson,
});

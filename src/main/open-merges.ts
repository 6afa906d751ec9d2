import type { Merges } from '../runtime/merge/merges.ts';
import { realMerges } from '../runtime/merge/real-merges.ts';
import { type Env, type Project, textsOf, withoutAttempt } from './project.ts';
import { workspaceSettings } from './wire-runtime.ts';

export function openMerges({ places, config }: Project, env: Env): Merges {
  const { check, timeoutMs } = config.merge;
  return realMerges({
    ...workspaceSettings(places, config),
    logsDir: places.logsDir,
    check: check === null ? null : { command: check, limitMs: timeoutMs },
    env: textsOf(withoutAttempt(env)),
  });
}

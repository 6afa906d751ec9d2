import type { Notifier } from '../runtime/notify/notifier.ts';
import { realNotifier } from '../runtime/notify/real-notifier.ts';
import { withFailpoints } from './failpoints.ts';
import { readNotifySecrets, withoutNotifySecrets } from './notify-secrets.ts';
import { type Env, type Project, textsOf } from './project.ts';

const MINUTE_MS = 60_000;

/** The channels of a project, with the secrets of this process's environment. */
export const wireNotifier = ({ config, pass }: Pick<Project, 'config' | 'pass'>, env: Env): Notifier =>
  withFailpoints(
    'notifier',
    realNotifier({
      platform: process.platform,
      env: withoutNotifySecrets(textsOf(env)),
      settings: config.notify,
      secrets: readNotifySecrets(env),
    }),
    pass,
  );

/** How far clocks here are ahead of UTC at this time. */
export const utcOffsetMs = (at: number): number => -new Date(at).getTimezoneOffset() * MINUTE_MS;

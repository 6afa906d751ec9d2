import type { Channel, Occasion } from '../../domain/notification/notification.ts';
import type { Store, Write } from '../../store/store.ts';
import { startScheduler } from '../scheduler.ts';
import { type NotifyDeps, reconcileNotifications } from './reconcile-notifications.ts';

export type Notifications = Readonly<{
  /** Something may be worth a word, or not any more. */
  wake: () => void;
  /** The same store, which wakes when it takes in what may be worth a word. */
  listenTo: (store: Store) => Store;
  /** Nothing is under way, and nothing waits for its time. */
  isQuiet: () => Promise<boolean>;
  stop: () => Promise<void>;
}>;

type Log = Readonly<{ log: (level: 'warn' | 'error', message: string) => void }>;

/** Each channel has rounds of its own, so that a slow or broken one keeps no other waiting. */
export function startNotifications(deps: NotifyDeps & Log): Notifications {
  const { channels } = deps.config.notify;
  const warned = new Set<string>();
  const scheduler = startScheduler({
    round: (channel) => reconcileNotifications(saidOnce(deps, warned), channel as Channel),
    onFault: async (channel, error, failures) => {
      if (failures === 1) deps.log('error', `notifications by ${channel}: ${String(error)}`);
    },
    now: () => deps.clock.now(),
  });
  const wake = (): void => {
    for (const channel of channels) scheduler.wake(channel);
  };
  return {
    wake,
    listenTo: (store) => ({
      ...store,
      commit: async (writes) => {
        const result = await store.commit(writes);
        if (result.saved && writes.some((write) => mayNotify(write, deps.config.notify.on))) wake();
        return result;
      },
    }),
    isQuiet: async () =>
      scheduler.isQuiet() &&
      (channels.length === 0 || (await deps.store.listNotifications({ state: 'queued' })).length === 0),
    stop: scheduler.stop,
  };
}

function mayNotify(write: Write, on: readonly Occasion[]): boolean {
  switch (write.kind) {
    case 'add-question':
    case 'step-question':
      return true;
    case 'warn-account':
    case 'raise-account':
      return on.includes('budget-near');
    case 'step-session':
      return write.step.to.state === 'failed' || on.includes('session-stuck');
    case 'step-run':
      return write.step.to.state === 'failed';
    default:
      return false;
  }
}

// A program that is not installed would be complained about with every question.
function saidOnce(deps: NotifyDeps & Log, warned: Set<string>): NotifyDeps {
  return {
    ...deps,
    notifier: {
      ...deps.notifier,
      send: async (channel, notice) => {
        const end = await deps.notifier.send(channel, notice);
        const problem = end.is === 'missed' ? `notifications by ${channel}: ${end.problem}` : '';
        if (problem !== '' && !warned.has(problem)) {
          warned.add(problem);
          deps.log('warn', problem);
        }
        return end;
      },
    },
  };
}

import { stepNotification } from '../../src/domain/notification/notification.ts';
import type { Write } from '../../src/store/store.ts';
import { choose, type KnownRows, moved, note, one, type Seedling, someId } from './random-rows.ts';
import { aNotification, T0 } from './rows.ts';

type NotificationKind = 'add-notification' | 'step-notification';

/** Writes about notifications. */
export const GROW_NOTIFICATIONS: Record<NotificationKind, (seedling: Seedling, known: KnownRows) => Write> = {
  'add-notification': (seedling, known) => {
    const { b, c } = seedling;
    const notification = aNotification({
      id: `n${b % 12}`,
      subjectId: `q${c % 4}`,
      channel: one(c, 'desktop', 'webhook', 'email'),
      sessionId: one(c, null, someId(seedling, known)),
      runId: one(c, null, 'r1'),
      createdAt: T0 + (c % 5),
    });
    known.notifications.now.push(notification);
    return { kind: 'add-notification', notification, journal: note(seedling) };
  },
  'step-notification': (seedling, known) => {
    const from = choose(known.notifications, seedling, aNotification({ id: 'none' }));
    const event = one(seedling.b, 'try', 'miss', 'sent', 'give-up', 'drop');
    const settled = { at: T0 + seedling.b, dueAt: T0 + seedling.c, problem: `p${seedling.c}` };
    const legal = stepNotification(from, event, settled);
    const step = legal.ok ? legal.value : { from, event, to: { ...from, state: 'dropped' as const } };
    moved(known.notifications, from, step.to);
    return { kind: 'step-notification', step, journal: note(seedling) };
  },
};

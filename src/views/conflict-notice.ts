import type { ConflictNotice } from '../domain/conflict/conflict-notice.ts';
import type { Mail } from '../domain/mail/mail.ts';
import { renderFiles } from './conflict-list.ts';

/** What a participant is told whose work does not merge with that of others. */
export function conflictWords({ conflicts }: ConflictNotice): Pick<Mail, 'subject' | 'body'> {
  const [first] = conflicts;
  const subject =
    conflicts.length === 1
      ? `Your work and that of ${first?.other} will not merge`
      : `Your work will not merge with that of ${conflicts.length} others`;
  return {
    subject,
    body: [
      'Both of you have changed the same places, and git cannot merge them:',
      ...conflicts.map((one) => `- ${one.other}: ${renderFiles(one)}`),
      'Agree with them by mail who changes what, or take their work in before you go on. "swarm conflicts" ' +
        'shows where it stands. You are told once for these files.',
    ].join('\n'),
  };
}

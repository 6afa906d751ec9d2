import { ON_FAILED, RETRY_ON } from '../contract/session.ts';
import { asList, type Flag, wholeNumber } from './flag.ts';

/** What a new session waits for before it starts. */
export const AFTER_FLAGS: readonly Flag[] = [
  {
    name: 'after',
    key: 'after',
    value: 'session',
    about: 'Start once this one is completed; given again, once all are',
    gather: asList,
    offers: 'session',
  },
  {
    name: 'after-any',
    key: 'afterAny',
    value: 'session',
    about: 'Start once one of those named so is completed',
    gather: asList,
    offers: 'session',
  },
  {
    name: 'after-end',
    key: 'afterEnd',
    value: 'session',
    about: 'Start once this one is over, however it ended',
    gather: asList,
    offers: 'session',
  },
  {
    name: 'on-failed',
    key: 'onFailed',
    value: 'word',
    about: `When what it waits for does not complete: ${ON_FAILED.join(', ')}`,
    offers: ON_FAILED,
  },
  {
    name: 'base-on',
    key: 'baseOn',
    value: 'session',
    about: 'Begin its worktree where the branch of this one ends, once it is completed',
    offers: 'session',
  },
];

/** When it is tried again by itself. */
export const RETRY_FLAGS: readonly Flag[] = [
  { name: 'retry', key: 'retries', value: 'number', about: 'Try it so often again', ...wholeNumber },
  {
    name: 'retry-on',
    key: 'retryOn',
    value: 'causes',
    about: `After which of: ${RETRY_ON.join(', ')} (crash,timeout)`,
    read: (text) => text.split(','),
    gather: (values) => values.flat(),
    offers: RETRY_ON,
  },
];

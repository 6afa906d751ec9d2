import type { WorkItem } from '../domain/queue/work-item.ts';
import type { Quota } from '../domain/session/quota.ts';
import type { MailDuplicate } from './mail-rows.ts';
import type { RaceDuplicate } from './race-rows.ts';

export type DuplicateOf =
  | 'session'
  | 'session-key'
  | 'successor'
  | 'turn'
  | 'attempt'
  | 'question'
  | 'note'
  | 'plan-version'
  | 'notification'
  | 'message'
  | MailDuplicate
  | 'run'
  | 'run-key'
  | 'run-error'
  | 'task-check'
  | 'task-round'
  | 'task-output'
  | 'run-fact'
  | 'intake'
  | 'workspace'
  | 'work'
  | 'loop'
  | RaceDuplicate
  | 'schedule'
  | 'pause'
  | 'participant'
  | 'reservation';

export type CommitResult =
  | { saved: true; claimed?: WorkItem }
  /** Another writer changed a guarded row first: read again and decide again. */
  | { saved: false; why: 'stale' }
  | { saved: false; why: 'no-slot' }
  | { saved: false; why: 'paused' }
  | { saved: false; why: 'over-budget' }
  | { saved: false; why: 'over-quota'; quota: Quota; limit: number }
  | { saved: false; why: 'nothing-ready' }
  | { saved: false; why: 'duplicate'; of: DuplicateOf };

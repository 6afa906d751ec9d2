import { NO_PROGRESS, type WorkItem, type WorkSpec } from '../../src/domain/queue/work-item.ts';

const AT = 1_000;

export const aWorkSpec = (changes: Partial<WorkSpec> = {}): WorkSpec => ({
  title: 'Mend the roof',
  body: '',
  priority: 2,
  rig: null,
  actor: null,
  labels: [],
  needs: [],
  retries: 0,
  notBefore: null,
  deadline: null,
  gate: null,
  template: null,
  ...changes,
});

/** Work that is free to claim, for tests to change what they are about. */
export const aWork = (changes: Partial<WorkItem> = {}): WorkItem => ({
  ...aWorkSpec(),
  id: 'work-1',
  state: 'queued',
  version: 1,
  position: AT * 1_000,
  retriesLeft: 0,
  fence: 0,
  holder: null,
  claimedAt: null,
  leaseUntil: null,
  sessionId: null,
  progress: NO_PROGRESS,
  reasonText: null,
  contentHash: 'hash',
  source: 'swarm',
  createdAt: AT,
  startedAt: null,
  endedAt: null,
  updatedAt: AT,
  ...changes,
});

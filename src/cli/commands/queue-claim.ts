import * as z from 'zod/mini';
import { FailWork, FinishWork, ReportWork } from '../../contract/queue.ts';
import { renderStamp } from '../../views/time.ts';
import { TIMEOUT_FLAG } from '../ask-swarm.ts';
import { command } from '../command.ts';
import { asText, wholeNumber } from '../flag.ts';
import { CHOICE, FENCE, LEASE, Waiting, WORK } from '../queue-words.ts';
import { asks } from '../reply.ts';

const BY_NUMBER =
  'With --fence the number of your claim decides whether you may still speak for it; without it, your\n' +
  'name. Work that is not claimed may be settled by any person. Inside a session: only what it holds.';

export const queueClaim = command({
  name: 'queue claim',
  summary: 'Claim a work item for the time of a lease',
  about:
    'Without an id it claims the next work item, in one transaction. The claim has a number (its\n' +
    'fence). When the lease runs out, the work is ready again and the fence is refused.',
  examples: [
    'swarm queue claim --json',
    'swarm queue claim w-1a2b3c4d --lease 2h',
    'swarm queue claim --rig aardwolf',
  ],
  words: [{ ...WORK, isOptional: true }],
  flags: [
    ...CHOICE,
    LEASE,
    { name: 'holder', key: 'holder', value: 'name', about: 'For whom (you)' },
    { name: 'session', key: 'sessionId', value: 'id', about: 'The session that does it', offers: 'session' },
    { name: 'force', key: 'force', about: 'Also what is blocked, not due yet or overdue' },
  ],
  show: {
    'queue.claim': ({ work }) =>
      `✅ Claimed ${work.id}: ${work.title}\n` +
      `   Yours until ${renderStamp(work.leaseUntil ?? 0)}, claim ${work.fence}\n` +
      `   Then: swarm queue done ${work.id} --fence ${work.fence}\n`,
  },
});

export const queueRelease = command({
  name: 'queue release',
  summary: 'Release a claim, or reopen failed work',
  about: BY_NUMBER,
  examples: ['swarm queue release w-1a2b3c4d --fence 3', 'swarm queue release w-1a2b3c4d --force'],
  words: [WORK],
  flags: [
    FENCE,
    { name: 'reason', key: 'reason', value: 'text', about: 'Why, for the record' },
    { name: 'force', key: 'force', about: 'Also what another holds' },
  ],
  show: { 'queue.release': ({ work, standing }) => `✅ Released ${work.id} (${standing})\n` },
});

export const queueDone = command({
  name: 'queue done',
  summary: 'Mark work as done and unblock what depends on it',
  about: BY_NUMBER,
  examples: ['swarm queue done w-1a2b3c4d --fence 3 --note "merged"'],
  words: [WORK],
  flags: [FENCE, { name: 'note', key: 'note', value: 'text', about: 'What came of it' }, TIMEOUT_FLAG],
  input: z.extend(FinishWork, Waiting),
  run: asks('queue.done'),
  show: { 'queue.done': ({ work }) => `✅ ${work.id} is done\n` },
});

export const queueFail = command({
  name: 'queue fail',
  summary: 'Mark work as failed; it is retried while retries are left',
  about: BY_NUMBER,
  examples: ['swarm queue fail w-1a2b3c4d --fence 3 the tests stay red'],
  words: [WORK, { name: 'reason', key: 'reason', about: 'Why', gather: asText }],
  flags: [
    FENCE,
    { name: 'final', key: 'final', about: 'Do not try again, whatever retries are left' },
    TIMEOUT_FLAG,
  ],
  input: z.extend(FailWork, Waiting),
  run: asks('queue.fail'),
  show: {
    'queue.fail': ({ work, standing }) =>
      standing === 'failed'
        ? `❌ ${work.id} failed\n`
        : `ℹ️  ${work.id} is tried again (${work.retriesLeft} left after that)\n`,
  },
});

export const queueProgress = command({
  name: 'queue progress',
  summary: 'Report progress on work and renew its lease',
  examples: ['swarm queue progress w-1a2b3c4d --fence 3 --completed 3 --total 10 --step "Write the tests"'],
  words: [WORK],
  flags: [
    FENCE,
    {
      name: 'completed',
      key: 'completed',
      value: 'number',
      about: 'Steps that are completed',
      ...wholeNumber,
    },
    { name: 'total', key: 'total', value: 'number', about: 'Steps in all', ...wholeNumber },
    { name: 'step', key: 'step', value: 'text', about: 'What is being done now' },
    LEASE,
    TIMEOUT_FLAG,
  ],
  input: z.extend(ReportWork, Waiting),
  run: asks('queue.progress'),
  show: {
    'queue.progress': ({ work }) => `✅ ${work.id} is yours until ${renderStamp(work.leaseUntil ?? 0)}\n`,
  },
});

import * as z from 'zod/mini';
import type { ChangedWork } from '../../app/queue/queue-verbs.ts';
import { ClaimWork, FailWork, FinishWork, ReleaseWork, ReportWork } from '../../contract/queue.ts';
import { renderSecond } from '../../views/time.ts';
import { workJson } from '../../views/work-view.ts';
import { TIMEOUT_FLAG } from '../ask-swarm.ts';
import { command, localCommand } from '../command.ts';
import { asText, wholeNumber } from '../flag.ts';
import { askOrOwn, queued, Waiting } from '../queue-door.ts';
import { CHOICE, FENCE, LEASE, WORK, warnOf } from '../queue-words.ts';
import { askVerb, warned } from '../reply.ts';

const BY_NUMBER =
  'With --fence the number of your claim decides whether you may still speak for it; without it, your\n' +
  'name. Work that nobody holds may be settled by anybody. Inside a session: only what it holds.';

export const queueClaim = localCommand({
  asks: 'anyone',
  name: 'queue claim',
  summary: 'Take work, so that nobody else gets it while the lease runs',
  about:
    'Without an id, whatever is next; looking and taking are one transaction. The claim has a number (its\n' +
    'fence). When the lease runs out, the work is ready again and the number is worthless.',
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
  input: ClaimWork,
  run: async (host, input, io) => warnOf(await (await host.app()).claimWork(input), io),
  show: ({ work }) =>
    `✅ Claimed ${work.id}: ${work.title}\n` +
    `   Yours until ${renderSecond(work.leaseUntil ?? 0)}, claim ${work.fence}\n` +
    `   Then: swarm queue done ${work.id} --fence ${work.fence}\n`,
  json: workJson,
});

export const queueRelease = localCommand({
  asks: 'anyone',
  name: 'queue release',
  summary: 'Let go of work, or open failed work again',
  about: BY_NUMBER,
  examples: ['swarm queue release w-1a2b3c4d --fence 3', 'swarm queue release w-1a2b3c4d --force'],
  words: [WORK],
  flags: [
    FENCE,
    { name: 'reason', key: 'reason', value: 'text', about: 'Why, for the record' },
    { name: 'force', key: 'force', about: 'Whoever holds it' },
  ],
  input: ReleaseWork,
  run: async (host, input, io) => warnOf(await (await host.app()).releaseWork(input), io),
  show: ({ work, standing }) => `✅ Released ${work.id} (${standing})\n`,
  json: workJson,
});

export const queueDone = command({
  name: 'queue done',
  summary: 'Say that work is done; whatever needs it may begin',
  about: BY_NUMBER,
  examples: ['swarm queue done w-1a2b3c4d --fence 3 --note "merged"'],
  words: [WORK],
  flags: [FENCE, { name: 'note', key: 'note', value: 'text', about: 'What came of it' }, TIMEOUT_FLAG],
  input: z.extend(FinishWork, Waiting),
  run: async (host, { timeoutMs, ...input }, io) =>
    warned(await askVerb(host, 'queue.done', input, { timeoutMs }), io),
  show: { 'queue.done': ({ work }) => `✅ ${work.id} is done\n` },
});

export const queueFail = localCommand({
  asks: 'anyone',
  name: 'queue fail',
  summary: 'Say that work failed; it is tried again while retries are left',
  about: BY_NUMBER,
  examples: ['swarm queue fail w-1a2b3c4d --fence 3 the tests stay red'],
  words: [WORK, { name: 'reason', key: 'reason', about: 'Why', gather: asText }],
  flags: [
    FENCE,
    { name: 'final', key: 'final', about: 'Do not try again, whatever retries are left' },
    TIMEOUT_FLAG,
  ],
  input: z.extend(FailWork, Waiting),
  run: (host, { timeoutMs, ...input }, io) =>
    askOrOwn(host, {
      request: { verb: 'queue-fail', ...input },
      timeoutMs,
      own: async () => warnOf(await (await host.app()).failWork(input), io),
    }),
  ...queued(
    ({ work, standing }: ChangedWork) =>
      standing === 'failed'
        ? `❌ ${work.id} failed\n`
        : `ℹ️  ${work.id} is tried again (${work.retriesLeft} left after that)\n`,
    workJson,
  ),
});

export const queueProgress = localCommand({
  asks: 'anyone',
  name: 'queue progress',
  summary: 'Say how far work has come, and hold on to it for another lease',
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
  run: (host, { timeoutMs, ...input }, io) =>
    askOrOwn(host, {
      request: { verb: 'queue-progress', ...input },
      timeoutMs,
      own: async () => warnOf(await (await host.app()).reportWork(input), io),
    }),
  ...queued(
    ({ work }: ChangedWork) => `✅ ${work.id} is yours until ${renderSecond(work.leaseUntil ?? 0)}\n`,
    workJson,
  ),
});

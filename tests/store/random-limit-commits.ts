import type { Write } from '../../src/store/store.ts';
import { type KnownRows, note, one, type Seedling, someId } from './random-rows.ts';

type LimitKind = `${'reserve' | 'charge' | 'raise' | 'warn'}-account` | 'use-quota';

/** Writes that something may be spent or used up by. */
export const GROW_LIMITS: Record<LimitKind, (seedling: Seedling, known: KnownRows) => Write> = {
  'reserve-account': ({ a, b, c }) => ({
    kind: 'reserve-account',
    account: `p${a % 4}`,
    amount: { microUsd: b, tokens: c },
    limits: { microUsd: one(c, null, 50, 100), tokens: one(b, null, 80) },
  }),
  'charge-account': ({ a, b, c }) => ({
    kind: 'charge-account',
    account: `p${a % 4}`,
    spent: { microUsd: b % 7, tokens: c % 5 },
    released: { microUsd: c, tokens: b },
  }),
  'raise-account': (seedling, known) => ({
    kind: 'raise-account',
    account: `p${seedling.a % 4}`,
    amount: { microUsd: seedling.b, tokens: seedling.c },
    sessionId: someId(seedling, known),
    journal: note(seedling),
  }),
  'warn-account': (seedling, known) => ({
    kind: 'warn-account',
    account: `p${seedling.a % 4}`,
    sessionId: someId(seedling, known),
    journal: note(seedling),
  }),
  'use-quota': (seedling, known) => ({
    kind: 'use-quota',
    sessionId: someId(seedling, known),
    quota: one(seedling.b, 'items', 'messages', 'questions'),
    limit: seedling.c % 4,
  }),
};

import type { Config } from '../../src/contract/config.ts';
import type { Agent } from '../../src/domain/agent/agent.ts';
import type { Attempt } from '../../src/domain/attempt/attempt.ts';
import type { Question } from '../../src/domain/question/question.ts';
import type { Session } from '../../src/domain/session/session.ts';
import type { Turn } from '../../src/domain/turn/turn.ts';
import type { Attempts } from '../../src/runtime/attempt/attempts.ts';
import type { Store } from '../../src/store/store.ts';
import type { RoundDeps } from '../../src/supervisor/deps.ts';
import { OracleStore } from '../store/oracle.ts';
import { aNote, aSpec, T0 } from '../store/rows.ts';
import { aConfig } from './config.ts';

export type RoundRows = Readonly<{
  session: Session;
  turns?: readonly Turn[];
  attempt?: Attempt;
  questions?: readonly Question[];
}>;

/** A store in memory with one session and its rows. */
export async function storeWith(rows: RoundRows): Promise<OracleStore> {
  const store = new OracleStore();
  const journal = aNote();
  await store.commit([
    { kind: 'add-session', session: rows.session, spec: aSpec(), journal },
    ...(rows.turns ?? []).map((turn) => ({ kind: 'add-turn', turn, journal }) as const),
    ...(rows.attempt ? [{ kind: 'add-attempt', attempt: rows.attempt, journal } as const] : []),
    ...(rows.questions ?? []).map((question) => ({ kind: 'add-question', question, journal }) as const),
  ]);
  return store;
}

type Parts = Partial<Omit<RoundDeps, 'attempts' | 'config' | 'store'>> &
  Readonly<{
    store: Store;
    agent?: Agent;
    attempts?: Partial<Attempts>;
    config?: Partial<Config>;
  }>;

/** What a round is given. Whatever a test leaves out fails when the round touches it. */
export function roundDeps({ agent, config, ...parts }: Parts): RoundDeps {
  let made = 0;
  const given: Omit<Parts, 'agent'> = {
    by: 'supervisor',
    clock: { now: () => T0 + 5 },
    ids: { uuid: () => `new-${++made}`, hash: (text) => `${text.length}-hash-of-${text}` },
    poke: async () => undefined,
    room: { isFull: () => false, wasFullSince: () => false },
    config: aConfig({ retries: 3, failures: { max: 3, backoffCapMs: 60_000 }, ...config }),
    ...(agent ? { findAgent: () => agent } : {}),
    ...parts,
  };
  return given as RoundDeps;
}

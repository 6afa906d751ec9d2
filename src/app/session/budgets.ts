import type { Config } from '../../contract/config.ts';
import type { Agent } from '../../domain/agent/agent.ts';
import type { Attempt } from '../../domain/attempt/attempt.ts';
import {
  type Amount,
  accountsOf,
  dayAccount,
  dayOf,
  emptyAccount,
  isNothing,
  type Limits,
  NO_LIMITS,
  NOTHING,
  payingRace,
  payingRun,
  raceAccount,
  runAccount,
  sessionAccount,
  toMicroUsd,
} from '../../domain/budget/account.ts';
import { type Budget, decideAllowance, findNear, type MeteredUnits } from '../../domain/budget/allowance.ts';
import { nearText } from '../../domain/budget/budget-text.ts';
import type { Charge } from '../../domain/budget/charge.ts';
import type { Race } from '../../domain/race/race.ts';
import { nestingOf } from '../../domain/session/nesting.ts';
import type { Session, SessionMode } from '../../domain/session/session.ts';
import type { SessionSpec } from '../../domain/session/spec.ts';
import type { Write } from '../../store/store.ts';
import type { VerbDeps } from '../deps.ts';

/** What is set aside for a turn, with the writes that set it aside. */
export type Grant = Readonly<{
  /** The most money that a process which is started now may spend. */
  capMicroUsd: number | null;
  reserved: Amount;
  day: string | null;
  writes: readonly Write[];
}>;

export const UNLIMITED: Grant = { capMicroUsd: null, reserved: NOTHING, day: null, writes: [] };

type Limited = Readonly<{ account: string } & Omit<Budget, 'account'>>;
type Payer = Readonly<{ session: Session; spec: SessionSpec; at: number }>;
type Above = Readonly<{ id: string; raceId: string | null; spec: SessionSpec }>;

/** The budgets that a session pays from at that time; none when nothing limits it. */
export async function listBudgets(
  { store, config }: Pick<VerbDeps, 'store' | 'config'>,
  payer: Payer,
): Promise<readonly Budget[]> {
  const above = await listAbove(store, payer.session);
  const raceId = payingRace(payer.session);
  const race = raceId === null ? undefined : await store.findRace(raceId);
  const limited = [...limitsOf(config, payer, above), ...(race ? [limitOfRace(race)] : [])];
  if (limited.every(({ limits }) => limits.microUsd === null && limits.tokens === null)) return [];
  const accounts = await store.listAccounts(limited.map(({ account }) => account));
  return limited.map(({ account, ...budget }, index) => ({
    ...budget,
    account: accounts[index] ?? emptyAccount(account),
  }));
}

async function listAbove(
  { findSpec, findSession }: Pick<VerbDeps['store'], 'findSpec' | 'findSession'>,
  { ancestors, payingRaceId }: Session,
): Promise<readonly Above[]> {
  const raceOf = async (id: string) =>
    payingRaceId === null ? null : ((await findSession(id))?.raceId ?? null);
  const above = await Promise.all(
    ancestors.map(async (id) => ({ id, raceId: await raceOf(id), spec: await findSpec(id) })),
  );
  return above.flatMap(({ spec, ...one }) => (spec ? [{ ...one, spec }] : []));
}

/** The budget that all sessions of a day share; null when the day has no limit. */
export async function findDayBudget(
  { store, config: { budget } }: Pick<VerbDeps, 'store' | 'config'>,
  at: number,
): Promise<Budget | null> {
  const most = limits(budget.dayUsd, budget.dayTokens);
  if (most.microUsd === null && most.tokens === null) return null;
  const name = dayAccount(dayOf(at));
  const [account] = await store.listAccounts([name]);
  return { account: account ?? emptyAccount(name), limits: most, isShared: true };
}

const limits = (usd: number | null, tokens: number | null): Limits => ({
  microUsd: usd === null ? null : toMicroUsd(usd),
  tokens,
});

/** Its rivals share alike; what the judge needs is what they leave. */
const limitOfRace = ({ id, policy, startedCount }: Race): Limited => ({
  account: raceAccount(id),
  limits: limits(policy.budgetUsd, policy.budgetTokens),
  isShared: true,
  sharers: startedCount,
});

/** In a race its budget is that of all together. */
const ownLimits = ({ raceId }: Pick<Session, 'raceId'>, { budgetUsd, budgetTokens }: SessionSpec): Limits =>
  raceId === null ? limits(budgetUsd, budgetTokens) : NO_LIMITS;

function limitsOf(
  { budget, limits: { depth, childrenPerSession } }: Pick<Config, 'budget' | 'limits'>,
  { session, spec, at }: Payer,
  above: readonly Above[],
): readonly Limited[] {
  const runId = payingRun(session);
  const run: readonly Limited[] =
    runId === null
      ? []
      : [
          {
            account: runAccount(runId),
            limits: limits(budget.runUsd, budget.runTokens),
            isShared: true,
          },
        ];
  const own = { depth: session.depth, mayCreate: spec.mayCreate };
  const mayBegin = nestingOf(own, { depth, childrenPerSession }).depth > 0;
  return [
    {
      account: sessionAccount(session),
      limits: ownLimits(session, spec),
      isShared: false,
      ...(mayBegin ? { isSplit: true as const } : {}),
    },
    ...above.map(
      (one): Limited => ({
        account: sessionAccount(one),
        limits: ownLimits(one, one.spec),
        isShared: true,
        isInherited: true,
      }),
    ),
    ...run,
    { account: dayAccount(dayOf(at)), limits: limits(budget.dayUsd, budget.dayTokens), isShared: true },
  ];
}

/** What is known of an agent's spending. With a screen only a transcript, and what comes with it, tells. */
export function meteredUnitsOf(
  { can, transcript }: Pick<Agent, 'can' | 'transcript'>,
  mode: SessionMode,
): MeteredUnits {
  const isTold = mode === 'headless' || transcript !== undefined;
  return { microUsd: isTold && can.tellsCost, tokens: isTold && can.tellsEvents };
}

/** Sets an amount aside in every account that the session pays from. */
export function grantOf(budgets: readonly Budget[], reserved: Amount, at: number): Grant {
  if (isNothing(reserved)) return UNLIMITED;
  const writes = budgets.map(
    ({ account, limits: most }): Write => ({
      kind: 'reserve-account',
      account: account.name,
      amount: reserved,
      limits: {
        microUsd: reserved.microUsd === 0 ? null : most.microUsd,
        tokens: reserved.tokens === 0 ? null : most.tokens,
      },
    }),
  );
  return {
    capMicroUsd: reserved.microUsd === 0 ? null : reserved.microUsd,
    reserved,
    day: dayOf(at),
    writes,
  };
}

/** A grant for a process that is to be started; or what stands in its way. */
export function decideGrant(
  budgets: readonly Budget[],
  { agent, mode, at }: Readonly<{ agent: Pick<Agent, 'can' | 'transcript'>; mode: SessionMode; at: number }>,
): Grant | Exclude<ReturnType<typeof decideAllowance>, { is: 'granted' }> {
  const allowance = decideAllowance(budgets, meteredUnitsOf(agent, mode));
  if (allowance.is !== 'granted') return allowance;
  const { microUsd, tokens } = allowance.most;
  const grant = grantOf(budgets, { microUsd: microUsd ?? 0, tokens: tokens ?? 0 }, at);
  // A process with a screen takes no limit, so it need not make place for one with another.
  return mode === 'interactive' ? { ...grant, capMicroUsd: null } : grant;
}

/** What a settlement means for the accounts: the day is the one on which the amount was set aside. */
export function chargeWrites(
  session: Pick<Session, 'id' | 'runId' | 'raceId' | 'ancestors' | 'payingRunId' | 'payingRaceId'>,
  from: Attempt,
  { spent, released, at }: Pick<Charge, 'spent' | 'released'> & { at: number },
): Write[] {
  if (isNothing(spent) && isNothing(released)) return [];
  return accountsOf(session, from.reservedDay ?? dayOf(at)).map((account) => ({
    kind: 'charge-account',
    account,
    spent,
    released,
  }));
}

/** Says once that a limit is near. The fastest of several writers says it. */
export async function warnIfNear(
  deps: Pick<VerbDeps, 'store' | 'config' | 'clock' | 'by'>,
  session: Session,
  budgets: readonly Budget[],
): Promise<void> {
  const near = findNear(budgets, deps.config.budget.warnAt);
  if (!near) return;
  const note = nearText(near.budget, near.unit);
  const journal = { at: deps.clock.now(), by: deps.by, note };
  const account = near.budget.account.name;
  await deps.store.commit([{ kind: 'warn-account', account, sessionId: session.id, journal }]);
}

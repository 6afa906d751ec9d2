import type { SessionOverviewAnswer } from '../../src/contract/answer/session.ts';

type OverviewGroup = SessionOverviewAnswer['groups'][number];
export type OverviewSession = OverviewGroup['sessions'][number];
export type Group = Readonly<{
  name: string;
  heading: string;
  /** All that belong to it; `sessions` may be fewer. */
  count: number;
  sessions: readonly OverviewSession[];
}>;

/** A failure is a problem for this long; then it is history. */
const PROBLEM_MS = 24 * 60 * 60_000;

const HEADINGS: Readonly<Record<string, string>> = {
  'needs-you': 'Needs you',
  problems: 'Problems',
  working: 'Working',
  waiting: 'Waiting for something',
  review: 'Ready for review',
  done: 'Done',
};

/** The overview in the order of the page: what holds work up, what is at work, what is finished. */
export function arrangeGroups({ groups }: SessionOverviewAnswer, now: number): readonly Group[] {
  const isTrouble = (session: OverviewSession): boolean => isProblem(session, now);
  const problems = groups.flatMap(({ group, sessions }) =>
    group === 'needs-you' ? [] : sessions.filter(isTrouble),
  );
  const others = new Map(groups.map((group) => [group.group as string, without(group, isTrouble)]));
  return Object.entries(HEADINGS).flatMap(([name, heading]) => {
    const group = name === 'problems' ? { count: problems.length, sessions: problems } : others.get(name);
    return group && group.count > 0 ? [{ name, heading, ...group }] : [];
  });
}

/** It failed not long ago, or it is parked after tries that failed. */
const isProblem = ({ state, state_since, parked }: OverviewSession, now: number): boolean =>
  (state === 'failed' && now - Date.parse(state_since) < PROBLEM_MS) ||
  (state === 'parked' && (parked?.tries ?? 0) > 0);

function without(
  { group, count, sessions }: OverviewGroup,
  isOut: (session: OverviewSession) => boolean,
): Pick<Group, 'count' | 'sessions'> {
  const left = group === 'needs-you' ? sessions : sessions.filter((session) => !isOut(session));
  return { count: count - (sessions.length - left.length), sessions: left };
}

import type { CreatedRaceAnswer, RaceAnswer, RaceListAnswer } from '../contract/answer/race.ts';
import type { Race, Rival } from '../domain/race/race.ts';
import { standingOf } from '../domain/race/race-move.ts';
import { sightSession } from '../domain/race/sight-rival.ts';
import { branchName } from '../domain/session/names.ts';
import { isOver, type Session } from '../domain/session/session.ts';
import { statusOf } from '../domain/session/status.ts';
import { renderDuration } from './duration.ts';
import { endText } from './end-text.ts';
import { oneLine } from './one-line.ts';
import type { Style } from './style.ts';
import { renderTable } from './table.ts';
import { renderInstant, renderInstantOrNull } from './time.ts';

/** A race, and the sessions of its rivals by their ids. */
export type RaceView = Readonly<{ race: Race; sessions: ReadonlyMap<string, Session> }>;
export type CreatedRaceView = RaceView &
  Readonly<{ isNew: boolean; limits: readonly string[]; warnings: readonly string[] }>;

type RivalAnswer = RaceAnswer['rivals'][number];

function standingIn({ race, sessions }: RaceView, rival: Rival): RivalAnswer['standing'] {
  if (rival.sessionId === race.winnerId) return 'won';
  const standing = standingOf(race, rival, sightSession(sessions.get(rival.sessionId)));
  return race.ending !== null && standing !== 'accepted' ? 'out' : standing;
}

function rivalJson(view: RaceView, rival: Rival): RivalAnswer {
  const session = view.sessions.get(rival.sessionId);
  return {
    session_id: rival.sessionId,
    cli: rival.cli,
    standing: standingIn(view, rival),
    status: session ? statusOf(session.state) : null,
    gate: rival.gate,
    reason: reasonOf(rival, session),
    branch: session ? branchName(session) : '',
  };
}

/** Why it is out; null while it is not over, and of what completed with a green gate. */
function reasonOf({ gate, gateText }: Rival, session: Session | undefined): string | null {
  if (gate === 'red') return `its gate failed: ${gateText ?? ''}`;
  if (!session || !isOver(session) || session.state === 'completed') return null;
  return endText(session);
}

export const raceJson = (view: RaceView): RaceAnswer => {
  const { race } = view;
  const { policy } = race;
  return {
    race_id: race.id,
    title: race.title,
    state: race.state,
    kind: policy.kind,
    gate: policy.gate,
    judge: policy.judge,
    stage_seconds: policy.stageMs === null ? null : policy.stageMs / 1000,
    budget_usd: policy.budgetUsd,
    budget_tokens: policy.budgetTokens,
    rivals: race.rivals.map((rival) => rivalJson(view, rival)),
    judge_session: race.judgeId,
    winner: race.winnerId,
    reason: race.reasonText,
    question_id: race.questionId,
    created_at: renderInstant(race.createdAt),
    ended_at: renderInstantOrNull(race.endedAt),
  };
};

export const createdRaceJson = (view: CreatedRaceView): CreatedRaceAnswer => ({
  ...raceJson(view),
  is_new: view.isNew,
  limits: view.limits,
  warnings: view.warnings,
});

export const raceListJson = (views: readonly RaceView[]): RaceListAnswer => ({ races: views.map(raceJson) });

/** One race with a line for each rival, and who won and why. */
export function renderRace(view: RaceView, style: Style): string {
  const { race } = view;
  const rows = race.rivals.map((rival) => {
    const { session_id, cli, standing, status, reason } = rivalJson(view, rival);
    const words = reason === null ? '' : oneLine(reason).slice(0, REASON_LETTERS);
    return [`  ${style.bold(session_id)}`, cli, standing, status ?? 'gone', words];
  });
  return [
    `${style.bold(race.id)} ${race.state}: ${oneLine(race.title)}\n`,
    `${rulesText(race)}\n`,
    renderTable(rows),
    race.judgeId === null ? '' : `Judge: ${race.judgeId}\n`,
    renderOutcome(race),
  ].join('');
}

const REASON_LETTERS = 100;

function rulesText({ policy }: Race): string {
  const { kind, gate, judge, stageMs } = policy;
  return [
    kind === 'first' ? 'The first accepted success wins' : `${judge} compares what is accepted`,
    ...(gate === null ? [] : [`gate: ${oneLine(gate)}`]),
    ...(stageMs === null ? [] : [`the next starts when one is out, or after ${renderDuration(stageMs)}`]),
  ].join('; ');
}

/** Who won and why, or what a person can do now. */
export function renderOutcome({ id, state, winnerId, reasonText, questionId }: Race): string {
  const why = oneLine(reasonText ?? '');
  if (winnerId !== null)
    return `🏁 ${winnerId} won: ${why}\n📋 Look: swarm diff ${winnerId}; take it: swarm merge ${winnerId}\n`;
  if (questionId !== null) return `❓ No winner yet: swarm answer ${questionId} …\n`;
  if (state === 'running' || state === 'judging')
    return `📋 Wait: swarm wait ${id}; end it: swarm race stop ${id}\n`;
  return `❌ No winner: ${why}\n`;
}

export function renderRaceTable(views: readonly RaceView[], style: Style): string {
  if (views.length === 0) return 'No races\n';
  return renderTable(
    views.map(({ race }) => [
      style.bold(race.id),
      race.state,
      `${race.rivals.length} rivals`,
      race.winnerId ?? '-',
      oneLine(race.title),
    ]),
  );
}

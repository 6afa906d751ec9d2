import type { SessionOverviewAnswer } from '../contract/answer/session.ts';
import { type Pause, pauseText } from '../domain/pause/pause.ts';
import type { Question } from '../domain/question/question.ts';
import type { SessionGroup } from '../domain/session/group.ts';
import type { NextStep } from '../domain/session/next-step.ts';
import { isOver, type Session } from '../domain/session/session.ts';
import { renderDuration } from './duration.ts';
import { fitRows } from './fit-rows.ts';
import { oneLine, shortLine } from './one-line.ts';
import { sessionJson, titleText } from './session-table.ts';
import { paintState, type Style } from './style.ts';
import { cutText } from './text-width.ts';
import { renderInstant } from './time.ts';
import { visibleLine } from './visible-text.ts';

export type OverviewView = Readonly<{
  /** In the order in which they are shown; `count` has those too that are not shown. */
  groups: readonly Readonly<{ group: SessionGroup; count: number; sessions: readonly Session[] }>[];
  /** Open ones, oldest first. */
  questions: readonly Question[];
  /** Unmerged branches, by session. */
  branches: ReadonlyMap<string, string>;
  /** What agents said last, by session; empty unless it was asked for. */
  words: ReadonlyMap<string, string>;
  next: NextStep;
  pause: Pause | null;
  /** All of it was asked for. */
  isWhole: boolean;
  now: number;
}>;

export const GROUP_HEADINGS: Readonly<Record<SessionGroup, string>> = {
  'needs-you': 'Needs you',
  review: 'Ready for review',
  working: 'Working',
  waiting: 'Waiting for something',
  done: 'Done',
};
const INDENT = '  ';
const WORDS_LETTERS = 200;

/** `root`: the project, where the commands that are named have to say which one is meant. */
type Screen = Readonly<{ style: Style; columns: number; root?: string }>;

/** Sessions by group, on a screen of so many columns. */
export function renderOverview(view: OverviewView, screen: Screen): string {
  const { style, columns } = screen;
  const cells = view.groups.flatMap(({ sessions }) =>
    sessions.map((session) => overviewCells(session, view.now)),
  );
  const rows = fitRows(cells, columns - INDENT.length).values();
  const groups = view.groups.flatMap(({ group, count, sessions }) => {
    const lines = sessions.flatMap((session) => {
      const [id = '', state = '', ...others] = rows.next().value ?? [];
      const row = [id, paintState(style, session.state, state), ...others].join(INDENT).trimEnd();
      return [`${INDENT}${row}`, ...questionLines(view, session.id, screen)];
    });
    const loose = group === 'needs-you' ? questionLines(view, null, screen) : [];
    if (lines.length + loose.length === 0) return [];
    const more = moreText(count - sessions.length, view.isWhole);
    return [style.bold(GROUP_HEADINGS[group]), ...lines, ...loose, ...more, ''];
  });
  const none = groups.length === 0 ? ['No sessions found', ''] : [];
  const held = view.pause ? [`${style.yellow(visibleLine(pauseText(view.pause)))} (swarm unpause)`] : [];
  const next = `Next: ${style.cyan(oneLine(inProject(nextText(view.next), screen.root)))}`;
  return `${[...groups, ...none, ...held, next].join('\n')}\n`;
}

/** Id, state, how long, persona and title. */
export function overviewCells(session: Session, now: number): readonly string[] {
  const since = renderDuration(now - session.stateSince);
  return [
    session.id,
    session.state,
    isOver(session) ? `${since} ago` : since,
    session.persona,
    visibleLine(titleText(session, now)),
  ];
}

/** Questions of a session, or of none: those of runs and loops. */
const questionLines = ({ questions }: OverviewView, of: string | null, screen: Screen): readonly string[] =>
  questions
    .filter(({ sessionId }) => sessionId === of)
    .map(({ id, text }) => {
      const indent = of === null ? INDENT : INDENT.repeat(2);
      return `${indent}${cutText(`${id}: ${visibleLine(text)}`, screen.columns - indent.length)}`;
    });

const moreText = (count: number, isWhole: boolean): readonly string[] =>
  count <= 0 ? [] : [`${INDENT}… ${count} more (${isWhole ? 'swarm list | less' : 'swarm list --all'})`];

const inProject = (text: string, root?: string): string =>
  root === undefined ? text : text.replace(/^swarm /, () => `swarm -C ${quoted(root)} `);

const quoted = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;

function nextText(next: NextStep): string {
  switch (next.is) {
    case 'answer':
      return `swarm answer ${next.questionId} <answer>`;
    case 'merge-run':
      return `swarm merge ${next.runId}`;
    case 'merge-session':
      return `swarm merge ${next.sessionId}`;
    case 'follow':
      return `swarm logs ${next.sessionId} --follow`;
    case 'create':
      return 'swarm create <agent> <task-file>';
  }
}

function wordsOf({ words }: OverviewView, { id }: Session): string | null {
  const said = words.get(id);
  return said === undefined ? null : shortLine(said, WORDS_LETTERS);
}

export const overviewJson = (view: OverviewView): SessionOverviewAnswer => ({
  groups: view.groups.map(({ group, count, sessions }) => ({
    group,
    count,
    sessions: sessions.map((session) => ({
      ...sessionJson(session, view.now),
      state_since: renderInstant(session.stateSince),
      status_reason: session.reasonText === null ? null : shortLine(session.reasonText, WORDS_LETTERS),
      branch: view.branches.get(session.id) ?? null,
      last_words: wordsOf(view, session),
    })),
  })),
  questions: view.questions.map(({ id, sessionId, text }) => ({ id, session: sessionId, text })),
  next: nextText(view.next),
});

import type { SessionGraphAnswer } from '../contract/answer/session-graph.ts';
import type { Session } from '../domain/session/session.ts';
import { statusOf } from '../domain/session/status.ts';
import { oneLine, shortLine } from './one-line.ts';
import { paintState, type Style } from './style.ts';

type Graph = Readonly<{ sessions: readonly Session[] }>;
type Needs = SessionGraphAnswer['sessions'][number]['after'][number]['needs'];
type Edge = Readonly<{ id: string; needs: Needs }>;

const WORDS: Readonly<Record<Needs, string>> = { completed: 'after', any: 'after any', end: 'after end' };

const COLUMNS = 100;

/** A text that stands between the quotes of a label: what Mermaid would read as its own is spelt out. */
const mermaidLabel = (text: string): string =>
  shortLine(text, COLUMNS).replaceAll(/[#"<>&;[\]{}|`\\]/g, (letter) => `#${letter.codePointAt(0)};`);

export const edgesOf = ({ dependencies }: Session): readonly Edge[] =>
  dependencies === null
    ? []
    : [
        ...dependencies.all.map((id) => ({ id, needs: 'completed' as const })),
        ...dependencies.any.map((id) => ({ id, needs: 'any' as const })),
        ...dependencies.end.map((id) => ({ id, needs: 'end' as const })),
      ];

/** A session on a line, below it what it waits for. */
export function renderGraph({ sessions }: Graph, style: Style): string {
  if (sessions.length === 0)
    return 'No session waits for another. One that does: swarm create … --after <id>\n';
  const states = new Map(sessions.map((session) => [session.id, session.state]));
  const stateOf = (id: string): string => {
    const state = states.get(id);
    return state === undefined ? '' : ` ${paintState(style, state, statusOf(state))}`;
  };
  const lines = sessions.flatMap((session) => [
    `${style.bold(session.id)}${stateOf(session.id)} ${oneLine(session.title)}`,
    ...(session.continues === null ? [] : [`  ${style.dim('goes on with')} ${session.continues}`]),
    ...edgesOf(session).map(({ id, needs }) => `  ${style.dim(WORDS[needs])} ${id}${stateOf(id)}`),
  ]);
  return `${lines.join('\n')}\n`;
}

const ARROWS: Readonly<Record<Needs, string>> = { completed: '-->', any: '-. any .->', end: '-- end -->' };

/** The same as a Mermaid diagram. */
export function renderSessionMermaid({ sessions }: Graph): string {
  const names = new Map(sessions.map(({ id }, index) => [id, `s${index}`]));
  const boxes = sessions.map(
    ({ id, title, state }) =>
      `  ${names.get(id)}["${mermaidLabel(`${title} · ${id} · ${statusOf(state)}`)}"]`,
  );
  const arrows = sessions.flatMap((session) => [
    ...edgesOf(session).flatMap(({ id, needs }) =>
      names.has(id) ? [`  ${names.get(id)} ${ARROWS[needs]} ${names.get(session.id)}`] : [],
    ),
    ...(session.continues !== null && names.has(session.continues)
      ? [`  ${names.get(session.continues)} == goes on ==> ${names.get(session.id)}`]
      : []),
  ]);
  return `${['flowchart LR', ...boxes, ...arrows].join('\n')}\n`;
}

/** For programs. */
export function graphJson({ sessions }: Graph): SessionGraphAnswer {
  const states = new Map(sessions.map(({ id, state }) => [id, state]));
  return {
    sessions: sessions.map((session) => ({
      session_id: session.id,
      title: session.title,
      agent: session.persona,
      status: statusOf(session.state),
      state: session.state,
      reason: session.reason,
      continues: session.continues,
      on_failed: session.dependencies?.onFailed ?? null,
      after: edgesOf(session).map(({ id, needs }) => {
        const state = states.get(id);
        const status = state === undefined ? null : statusOf(state);
        return { session_id: id, needs, status, is_base: session.dependencies?.baseOn === id };
      }),
    })),
  };
}

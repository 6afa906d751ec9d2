/** One thing that changed. Null where the journal does not tell which of its kind. */
export type ChangeKey = Readonly<{ kind: string; id: string | null }>;

/** As much of a line of the journal as says what it is about. */
export type ChangeLine = Readonly<{
  seq: number;
  event: string;
  sessionId: string | null;
  runId: string | null;
  workId: string | null;
  loopId: string | null;
}>;

/** What the first word of an event is about; a session's own steps have no such word. */
const KINDS: readonly (readonly [start: string, kind: string])[] = [
  ['question-', 'question'],
  ['message-', 'message'],
  ['mail-', 'mail'],
  ['note-', 'note'],
  ['participant-', 'participant'],
  ['files-', 'reservation'],
  ['race-', 'race'],
  ['schedule-', 'schedule'],
  ['plan-', 'plan'],
  ['task-', 'plan'],
  ['notification-', 'notification'],
  ['workspace-', 'workspace'],
  ['budget-', 'budget'],
];

/** The things that a line says changed. One that names nothing is about the project. */
export function keysOf({ event, sessionId, runId, workId, loopId }: ChangeLine): readonly ChangeKey[] {
  const named: readonly (readonly [kind: string, id: string | null])[] = [
    ['session', sessionId],
    ['run', runId],
    ['work', workId],
    ['loop', loopId],
  ];
  const keys: ChangeKey[] = named.flatMap(([kind, id]) => (id === null ? [] : [{ kind, id }]));
  const kind = KINDS.find(([start]) => event.startsWith(start))?.[1];
  if (kind !== undefined) keys.push({ kind, id: null });
  return keys.length === 0 ? [{ kind: 'project', id: null }] : keys;
}

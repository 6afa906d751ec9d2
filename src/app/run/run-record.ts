import { contentOfRow, parseMessageContent } from '../../contract/message-content.ts';
import type { Attempt } from '../../domain/attempt/attempt.ts';
import type { Message } from '../../domain/message/message.ts';
import type { RecordedError, RunMemory } from '../../domain/run/memory.ts';
import type { RecordedMessage, RunRecord } from '../../domain/run/result/record.ts';
import { listWanted } from '../../domain/run/result/work.ts';
import type { Run } from '../../domain/run/run.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';

/** The rows of one run that tell what came of it. */
export type RunRows = Readonly<{
  run: Run;
  memory: RunMemory;
  roles: readonly Readonly<{
    session: Session;
    attempts: readonly Attempt[];
    workspace: Workspace | null;
  }>[];
  messages: readonly Message[];
  errors: readonly RecordedError[];
  now: number;
}>;

/** The same, as a result is made from it. Its artefacts are named; none was copied yet. */
export function runRecord(rows: RunRows): RunRecord {
  const record = recordOf(rows);
  const kept = listWanted(record).map((wanted) => ({ ...wanted, from: null, files: [], notes: [] }));
  return { ...record, kept };
}

const recordOf = ({ run, memory, roles, messages, errors, now }: RunRows): Omit<RunRecord, 'kept'> => ({
  run,
  definition: memory.definition,
  state: memory.state,
  said: messages.flatMap(saidOf),
  sessions: roles.map(({ session, attempts }) => ({ session, attempts })),
  errors,
  workspaces: roles.flatMap(({ workspace }) => (workspace === null || !isMade(workspace) ? [] : workspace)),
  now,
});

// Of one that is put away, the branch stays if it holds commits.
const isMade = ({ state }: Workspace): boolean => state !== 'wanted';

function saidOf({
  id,
  fromRole,
  round,
  createdAt,
  type,
  content,
  deadLetter,
}: Message): readonly RecordedMessage[] {
  if (fromRole === null || deadLetter !== null) return [];
  const parsed = parseMessageContent(contentOfRow(type, content));
  return parsed.ok ? [{ id, role: fromRole, round, at: createdAt, content: parsed.content }] : [];
}

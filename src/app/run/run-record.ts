import { contentOfRow, parseMessageContent } from '../../contract/message-content.ts';
import type { Attempt } from '../../domain/attempt/attempt.ts';
import type { Message } from '../../domain/message/message.ts';
import type { RecordedError, RunMemory } from '../../domain/run/memory.ts';
import type { RunRecord, Said } from '../../domain/run/result/record.ts';
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
}>;

/** The same, as a result is made from it. No artefact was copied yet. */
export const runRecord = ({ run, memory, roles, messages, errors }: RunRows): RunRecord => ({
  run,
  definition: memory.definition,
  state: memory.state,
  said: messages.flatMap(saidOf),
  sessions: roles.map(({ session, attempts }) => ({ session, attempts })),
  errors,
  workspaces: roles.flatMap(({ workspace }) => workspace ?? []),
  kept: [],
});

function saidOf({ id, fromRole, round, createdAt, type, content, deadLetter }: Message): readonly Said[] {
  if (fromRole === null || deadLetter !== null) return [];
  const parsed = parseMessageContent(contentOfRow(type, content));
  return parsed.ok ? [{ id, role: fromRole, round, at: createdAt, content: parsed.content }] : [];
}

import { roleFiles } from '../../domain/plan/plan-folder.ts';
import { renderInstantOrNull } from '../time.ts';
import { renderSessionCurrent, type TaskNotes } from './session-current.ts';

/** The notes of a verified task, and when that was. */
export type ArchivedSession = TaskNotes & Readonly<{ role: string; endedAt: number | null }>;
export type ArchiveDrawing = readonly (readonly [path: string, text: string])[];

const ARCHIVIST = 'agents/archival_agent';

/** `session_YYYYMMDD_HHMMSS_<task>.json`, by the time when the task began. */
export function archiveName({ taskId, startedAt }: Pick<TaskNotes, 'taskId' | 'startedAt'>): string {
  const digits = new Date(startedAt ?? 0).toISOString().replace(/\D/g, '');
  return `session_${digits.slice(0, 8)}_${digits.slice(8, 14)}_${taskId}.json`;
}

const pathOf = (archived: ArchivedSession): string =>
  `${roleFiles(archived.role).drive}/${archiveName(archived)}`;

/** What archival leaves: the notes of each verified task, an index of them, and what was moved where. */
export function drawArchive(sessions: readonly ArchivedSession[]): ArchiveDrawing {
  return [
    ...sessions.map((archived) => [pathOf(archived), renderSessionCurrent(archived)] as const),
    [`${ARCHIVIST}/archive_index.json`, json({ sessions: sessions.map(indexLine) })],
    [`${ARCHIVIST}/cleanup_log.json`, json({ moved: sessions.map(logLine) })],
  ];
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const indexLine = (archived: ArchivedSession) => ({
  file: pathOf(archived),
  agent: archived.role,
  task_id: archived.taskId,
  session_start: renderInstantOrNull(archived.startedAt),
  session_end: renderInstantOrNull(archived.endedAt),
  notes_count: archived.notes.length,
});

const logLine = (archived: ArchivedSession) => ({
  timestamp: renderInstantOrNull(archived.endedAt),
  agent: archived.role,
  task_id: archived.taskId,
  from: roleFiles(archived.role).notes,
  to: pathOf(archived),
  resolved_notes: archived.notes.filter(({ state }) => state === 'resolved').length,
});

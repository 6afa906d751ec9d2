import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AgentFiles } from '../agent-files/agent-files.ts';
import { compressFile } from '../agent-files/compress-file.ts';
import { Oddities } from '../agent-files/oddities.ts';
import { packOf } from '../archive/pack-path.ts';
import type { Drawings } from './drawings.ts';

/** Output that is larger than this is compressed when its session is over. */
const COMPRESS_OVER_BYTES = 1024 * 1024;

type Folders = Readonly<{
  sessionsDir: string;
  runsDir: string;
  logsDir: string;
  archiveDir: string;
  /** The folder of all sessions is there, with its mark. */
  ensureSessionsDir: () => Promise<void>;
  /** Where what is odd is noticed. */
  oddities?: Oddities;
}>;

export function realDrawings(folders: Folders): Drawings {
  const { sessionsDir, runsDir, archiveDir, ensureSessionsDir, oddities = new Oddities() } = folders;
  const drawnBefore = new Map<string, string>();
  const ofSessions = new AgentFiles(sessionsDir, oddities);
  const ofLogs = new AgentFiles(dirname(folders.logsDir), oddities);
  const ofRuns = new AgentFiles(runsDir, oddities);
  return {
    async draw(sessionId, name, text) {
      const path = join(sessionsDir, sessionId, name);
      if (drawnBefore.get(path) === text && ofSessions.observe(path) !== null) return;
      if (await isArchived(archiveDir, sessionId)) return;
      await ensureSessionsDir();
      if (drawInto(ofSessions, path, text)) remember(drawnBefore, path, text);
    },
    drawRun: async (runId, name, text) => void drawInto(ofRuns, join(runsDir, runId, name), text),
    async drawRunLog(runId, text) {
      ofLogs.ensureFolder(folders.logsDir);
      ofLogs.write(join(folders.logsDir, `${runId}.log`), text);
    },
    hasDrawn: async (sessionId, name) => ofSessions.observe(join(sessionsDir, sessionId, name)) !== null,
    async ensureCompressed(sessionId) {
      const plain = join(sessionsDir, sessionId, 'output.log');
      const size = ofSessions.observe(plain)?.size ?? 0;
      if (size > COMPRESS_OVER_BYTES) await compressFile(ofSessions, plain);
    },
  };
}

/** False when an agent keeps it from being drawn, in its own folder: that is noticed, and no fault. */
const drawInto = (files: AgentFiles, path: string, text: string): boolean =>
  files.offer(() => {
    files.ensureFolder(dirname(path));
    files.write(path, text);
  });

// Files drawn in its old folder would block its return from the archive.
async function isArchived(archiveDir: string, sessionId: string): Promise<boolean> {
  const isThere = (path: string): Promise<boolean> =>
    stat(path).then(
      () => true,
      () => false,
    );
  return (
    (await isThere(packOf(archiveDir, sessionId))) || (await isThere(join(archiveDir, 'sessions', sessionId)))
  );
}

const REMEMBERED_CHARS = 4_096;
const REMEMBERED_FILES = 2_000;

// A cache that saves writes of unchanged files; only small ones are worth the memory.
function remember(drawn: Map<string, string>, path: string, text: string): void {
  drawn.delete(path);
  if (text.length <= REMEMBERED_CHARS) drawn.set(path, text);
  const [oldest] = drawn.keys();
  if (drawn.size > REMEMBERED_FILES && oldest !== undefined) drawn.delete(oldest);
}

import { parseSessions } from '../../contract/detected-session.ts';
import { FormatSessions } from '../../contract/preflight.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { renderSessions } from '../../views/preflight-text.ts';
import { folderVerb } from '../verb.ts';
import type { DetectDeps } from './detect.ts';

/** The box of sessions that JSON tells of. */
async function formatSessions(
  { now }: DetectDeps,
  { sessions, columns, plain }: FormatSessions,
): Promise<Outcome<string>> {
  const at = now();
  const read = parseSessions(sessions, at);
  if (!read.ok) return refuse({ code: 'json-input-bad', flag: '--sessions-json', problem: read.problem });
  return accept(renderSessions(read.value, { now: at, box: { columns, isPlain: plain } }));
}

export const formatSessionsVerb = folderVerb({
  name: 'preflight.format',
  summary: 'Draw the box of active sessions from JSON',
  asks: 'anyone',
  reads: true,
  input: FormatSessions,
  answer: async () => (await import('../../contract/answer/preflight.ts')).FormattedAnswer,
  run: formatSessions,
  json: (text) => ({ text }),
});

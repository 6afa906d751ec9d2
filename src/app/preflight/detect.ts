import { parseInbox } from '../../contract/inbox-mail.ts';
import { DetectPreflight } from '../../contract/preflight.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { type DetectedSession, detectSessions } from '../../domain/preflight/detect-sessions.ts';
import { type Conflict, findConflicts, findConflictsAmong } from '../../domain/preflight/find-conflicts.ts';
import { type Recommendation, recommend } from '../../domain/preflight/recommend.ts';
import { conflictJson, recommendationJson, sessionJson } from '../../views/preflight-json.ts';
import { folderVerb } from '../verb.ts';

export type DetectDeps = Readonly<{ now: () => number }>;

type Detected = Readonly<{
  sessions: readonly DetectedSession[];
  conflicts: readonly Conflict[];
  recommendations: readonly Recommendation[];
  skipped: number;
}>;

/** A text alone does not say which file system its globs are about. */
const EXACT = { ignoreCase: false };

/** Who is at work by an inbox alone, and what of it meets what the caller is about to do. */
async function detect({ now }: DetectDeps, input: DetectPreflight): Promise<Outcome<Detected>> {
  const at = now();
  const inbox = parseInbox(input.inbox, at);
  if (!inbox.ok) return refuse({ code: 'json-input-bad', flag: '--inbox-json', problem: inbox.problem });
  const { mails, skipped } = inbox.value;
  const sessions = detectSessions(mails, at).filter(({ id, base }) => ![id, base].includes(input.name ?? ''));
  const { track = null, files, items } = input;
  const hasPlans = track !== null || files.length > 0 || items.length > 0;
  const conflicts = hasPlans
    ? findConflicts({ track, files, items }, sessions, EXACT)
    : findConflictsAmong(sessions, EXACT);
  return accept({ sessions, conflicts, recommendations: recommend(sessions, conflicts), skipped });
}

export const detectVerb = folderVerb({
  name: 'preflight.detect',
  summary: 'Detect active sessions and conflicts from the mails of an inbox',
  asks: 'anyone',
  reads: true,
  input: DetectPreflight,
  answer: async () => (await import('../../contract/answer/preflight.ts')).DetectedAnswer,
  run: detect,
  json: ({ sessions, conflicts, recommendations, skipped }) => ({
    active_sessions: sessions.map(sessionJson),
    conflicts: conflicts.map(conflictJson),
    recommendations: recommendations.map(recommendationJson),
    skipped,
  }),
});

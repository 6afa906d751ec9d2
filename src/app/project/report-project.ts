import { ShowReport } from '../../contract/report.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Session } from '../../domain/session/session.ts';
import { NO_USAGE } from '../../domain/usage/usage.ts';
import { sizeOf } from '../../domain/workspace/work-diff.ts';
import type { EndedSession, Report, WorkFacts } from '../../views/report.ts';
import { reportJson } from '../../views/report-json.ts';
import type { VerbDeps } from '../deps.ts';
import { withTitles } from '../question/with-titles.ts';
import { verb } from '../verb.ts';

const MOST_ENDED = 500;
const MOST_LOOKS = 50;
const LOOKS_AT_ONCE = 4;

type ProjectReportDeps = Pick<VerbDeps, 'store' | 'clock' | 'workspaces'>;

/** What happened lately, and what waits for a person. */
export async function reportProject(
  deps: ProjectReportDeps,
  { youngerThanMs }: ShowReport,
): Promise<Outcome<Report>> {
  const { store, clock } = deps;
  const now = clock.now();
  const since = Math.max(0, now - youngerThanMs);
  const ended = await store.listEnded({ since, limit: MOST_ENDED + 1 });
  const [usage = NO_USAGE] = await store.listUsage({ by: 'all', since, now });
  return accept({
    since,
    now,
    ended: await describeAll(deps, ended.slice(0, MOST_ENDED), { since, now }),
    isCut: ended.length > MOST_ENDED,
    questions: await withTitles(store, await store.listQuestions({ state: 'open' })),
    live: await store.listLive(),
    usage,
  });
}

type Stretch = Readonly<{ since: number; now: number }>;

/** Git is asked about those that ended last; of the rest, rows alone tell. */
async function describeAll(
  deps: ProjectReportDeps,
  sessions: readonly Session[],
  stretch: Stretch,
): Promise<readonly EndedSession[]> {
  const sums = await deps.store.listUsage({ by: 'session', ...stretch });
  const costs = new Map(sums.map(({ of, costUsd }) => [of, costUsd]));
  const withWork = sessions.filter(({ hasWorkspace }) => hasWorkspace).slice(0, MOST_LOOKS);
  const works = await lookAtWorks(deps, withWork);
  return sessions.map((session) => ({
    session,
    costUsd: costs.get(session.id) ?? 0,
    work: session.hasWorkspace ? works.get(session.id) : null,
  }));
}

async function lookAtWorks(
  deps: ProjectReportDeps,
  sessions: readonly Session[],
): Promise<ReadonlyMap<string, WorkFacts | null>> {
  const works = new Map<string, WorkFacts | null>();
  for (let at = 0; at < sessions.length; at += LOOKS_AT_ONCE) {
    const some = sessions.slice(at, at + LOOKS_AT_ONCE);
    // One repository that git cannot read leaves the rest of the page as it is.
    const looks = await Promise.allSettled(some.map(({ id }) => lookAtWork(deps, id)));
    for (const [index, look] of looks.entries())
      if (look.status === 'fulfilled') works.set(some[index]?.id ?? '', look.value);
  }
  return works;
}

async function lookAtWork(
  { store, workspaces }: ProjectReportDeps,
  sessionId: string,
): Promise<WorkFacts | null> {
  const workspace = await store.findWorkspace(sessionId);
  const diff = workspace ? await workspaces.observeDiff(workspace, { patchBytes: 0, paths: [] }) : null;
  if (!workspace || !diff) return null;
  const { source, commitCount, files, uncommitted } = diff;
  const { branch } = workspace;
  return { branch, source, commits: commitCount, size: sizeOf(files), uncommitted: uncommitted.length };
}

export const reportProjectVerb = verb({
  name: 'project.report',
  summary: 'Report what was done, what failed, what waits for you and what it cost',
  asks: 'anyone',
  reads: true,
  input: ShowReport,
  answer: async () => (await import('../../contract/answer/report.ts')).ReportAnswer,
  run: reportProject,
  json: reportJson,
});

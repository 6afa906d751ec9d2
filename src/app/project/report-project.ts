import { ShowReport } from '../../contract/report.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { NO_USAGE } from '../../domain/usage/usage.ts';
import type { Report } from '../../views/report.ts';
import { reportJson } from '../../views/report-json.ts';
import type { VerbDeps } from '../deps.ts';
import { withTitles } from '../question/with-titles.ts';
import { describeEnded, type EndedDeps } from '../session/describe-ended.ts';
import { verb } from '../verb.ts';

const MOST_ENDED = 500;

type ProjectReportDeps = EndedDeps & Pick<VerbDeps, 'clock'>;

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
    ended: await describeEnded(deps, ended.slice(0, MOST_ENDED), { since, now }),
    isCut: ended.length > MOST_ENDED,
    questions: await withTitles(store, await store.listQuestions({ state: 'open' })),
    live: await store.listLive(),
    usage,
  });
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

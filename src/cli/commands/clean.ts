import * as z from 'zod/mini';
import type { CleanReport } from '../../app/app.ts';
import type { CleanedRun } from '../../app/run/clean-run.ts';
import { SafeId } from '../../contract/id.ts';
import { CleanProject } from '../../contract/session.ts';
import type { Outcome } from '../../domain/outcome.ts';
import {
  cleanedRunJson,
  cleanReportJson,
  renderCleanedRun,
  renderCleanReport,
} from '../../views/clean-text.ts';
import { answered, localCommand } from '../command.ts';
import type { Host } from '../host.ts';

const Input = z.extend(CleanProject, { runId: z.optional(SafeId) });
type Input = z.infer<typeof Input>;
type Cleaned = Readonly<{ is: 'project'; report: CleanReport }> | Readonly<{ is: 'run'; report: CleanedRun }>;

export const clean = localCommand({
  asks: 'anyone',
  name: 'clean',
  summary: 'Put away what finished sessions, or one finished run, left behind',
  about: [
    'Touches: workspaces of finished sessions (uncommitted work is saved to a rescue ref first, then the',
    'folder is renamed into .swarm/trash/), folders and temporary files that no session explains (into the',
    'trash too), and what has been in the trash for longer than workspace.trashDays.',
    'With a run: its workspaces and panes, and those of its branches that hold no commit of their own.',
    'Never touches: sessions and runs that are not over, branches with work, commits, rescue refs, session',
    'folders, your files.',
    'A second run: finds nothing left and changes nothing. "swarm rescue restore" brings work back.',
  ].join('\n'),
  examples: ['swarm clean --dry-run', 'swarm clean', 'swarm clean 1763222400000'],
  words: [{ name: 'run', key: 'runId', isOptional: true, about: 'Only what this run left behind' }],
  flags: [{ name: 'dry-run', short: 'n', key: 'dryRun', about: 'Only say what would be done' }],
  input: Input,
  run,
  show: (cleaned) =>
    cleaned.is === 'run' ? renderCleanedRun(cleaned.report) : renderCleanReport(cleaned.report),
  json: (cleaned) =>
    cleaned.is === 'run' ? cleanedRunJson(cleaned.report) : cleanReportJson(cleaned.report),
});

async function run(host: Host, { runId, dryRun }: Input): Promise<Outcome<Cleaned>> {
  const app = await host.app();
  if (runId === undefined) {
    const cleaned = await app.cleanProject({ dryRun });
    return cleaned.ok ? answered({ is: 'project', report: cleaned.value }) : cleaned;
  }
  const cleaned = await app.cleanRun({ runId, dryRun });
  return cleaned.ok ? answered({ is: 'run', report: cleaned.value }) : cleaned;
}

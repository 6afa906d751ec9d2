import * as z from 'zod/mini';
import type { SessionReport } from '../../app/app.ts';
import { UsageError } from '../../contract/usage-error.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { RunReport } from '../../domain/run/report.ts';
import { renderSessionStatus, sessionStatusJson } from '../../views/session-status.ts';
import { answered, localCommand } from '../command.ts';
import type { Host } from '../host.ts';
import { targetOf } from '../session-of.ts';

const Input = z.object({ name: z.optional(z.string()) });
type RunView = typeof import('../../views/run-status.ts');
type Shown =
  | Readonly<{ is: 'session'; report: SessionReport }>
  | Readonly<{ is: 'run'; report: RunReport; view: RunView }>;

export const status = localCommand({
  asks: 'anyone',
  name: 'status',
  summary: 'Show how a session or a run is doing',
  about: 'Without a word: the newest run.',
  examples: [
    'swarm status 20251118-153042-reviewer',
    'swarm status 1763222400000 --json',
    'swarm status reviewer',
  ],
  words: [
    {
      name: 'session|run|role',
      key: 'name',
      about: 'Id of a session or a run, or a role of the only live run',
      isOptional: true,
      offers: 'target',
    },
  ],
  input: Input,
  run,
  show: (shown, style) =>
    shown.is === 'run'
      ? shown.view.renderRunStatus(shown.report, style)
      : renderSessionStatus(shown.report, style),
  json: (shown) =>
    shown.is === 'run' ? shown.view.runStatusJson(shown.report) : sessionStatusJson(shown.report),
});

async function run(host: Host, { name }: z.infer<typeof Input>): Promise<Outcome<Shown>> {
  const app = await host.app();
  const wanted = name ?? (await newestRun(host));
  const target = await targetOf(app, wanted);
  if (!target.ok) return target;
  if (target.value.is === 'run') {
    const report = await app.showRun({ runId: target.value.run.id });
    if (!report.ok) return report;
    // Seldom asked for, and all others would pay for loading it.
    return answered({ is: 'run', report: report.value, view: await import('../../views/run-status.ts') });
  }
  const report = await app.showSession({ sessionId: target.value.sessionId });
  return report.ok ? answered({ is: 'session', report: report.value }) : report;
}

async function newestRun(host: Host): Promise<string> {
  const listed = await (await host.app()).listRuns({ isLive: false, limit: 1 });
  const [newest] = listed.ok ? listed.value.runs : [];
  if (newest) return newest.id;
  throw new UsageError('Say which session: swarm status <id>', { hint: 'List sessions: swarm list' });
}

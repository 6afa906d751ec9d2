import type { ExportedRun } from '../app/run/export-run.ts';
import { parseJson } from '../contract/json.ts';
import type { ErrorSummary, RunResult } from '../domain/run/result/run-result.ts';
import { granted } from './granted.ts';
import type { LibraryHost } from './host.ts';
import type { AgentSummary, SessionError, SessionResult } from './session.ts';

/** What a session came to, or has come to so far. */
export async function readResult({ ask }: LibraryHost, runId: string): Promise<SessionResult> {
  return resultOf(granted(await ask('run.export', { runId, format: 'json' })));
}

export function resultOf({ result, written }: Pick<ExportedRun, 'result' | 'written'>): SessionResult {
  const { success, summary, durationMs, agents, errors } = result;
  return {
    success,
    summary,
    duration: durationMs,
    agentSummaries: new Map(agents.map((agent) => [agent.role, summaryOf(agent)])),
    artifacts: artifactsOf(written.json),
    errors: errors.map(errorOf),
  };
}

const summaryOf = ({ artifacts, ...agent }: RunResult['agents'][number]): AgentSummary =>
  artifacts === undefined ? agent : { ...agent, artifacts: [...artifacts] };

const errorOf = ({ at, agent, ...error }: ErrorSummary): SessionError => ({
  timestamp: new Date(at).toISOString(),
  ...(agent === null ? {} : { agent }),
  ...error,
});

/** Where the files were copied to stands only in what was written at the end. */
function artifactsOf(json: string | null): string[] {
  const parsed = parseJson(json ?? '');
  const value = parsed.ok ? parsed.value : null;
  const paths = typeof value === 'object' && value !== null && 'artifacts' in value ? value.artifacts : [];
  return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
}

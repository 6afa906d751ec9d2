import type { KeptArtifact } from '../domain/run/result/artifact.ts';
import type { Delivered, ErrorSummary, RunResult } from '../domain/run/result/run-result.ts';

/** The result for programs. `outputDir` is where its files lie, as a reader would name it. */
export function runResultJson(result: RunResult, outputDir: string): Readonly<Record<string, unknown>> {
  const { approved, unreviewed, spending } = result;
  const shown = (kept: readonly KeptArtifact[]) => kept.map((one) => fileJson(one, outputDir));
  const delivered = ({ findings, statements, artifacts }: Delivered) => ({
    findings,
    results: statements,
    files: shown(artifacts),
  });
  return {
    runId: result.runId,
    workflow: result.workflow,
    goal: result.goal,
    status: result.status,
    success: result.success,
    summary: result.summary,
    duration: result.durationMs,
    agentSummaries: Object.fromEntries(result.agents.map((agent) => [agent.role, agent])),
    artifacts: shown(approved.artifacts).flatMap(({ outputs }) => outputs.map(({ path }) => path)),
    errors: result.errors.map(errorJson),
    ...delivered(approved),
    unreviewed: delivered(unreviewed),
    unapproved: result.leftOut,
    reviews: result.reviews.map(({ at, ...review }) => ({ ...review, timestamp: timestamp(at) })),
    cost: {
      ...spending.total,
      roles: Object.fromEntries(spending.roles.map(({ role, ...spent }) => [role, spent])),
    },
    branches: result.branches,
    merge: result.branches.length === 0 ? null : `swarm merge ${result.runId}`,
    degraded: result.warnings.length > 0,
    warnings: result.warnings,
  };
}

/** The text of `result.json`. */
export const renderRunResult = (result: RunResult, outputDir: string): string =>
  `${JSON.stringify(runResultJson(result, outputDir), null, 2)}\n`;

const fileJson = ({ role, path, summary, from, files, notes }: KeptArtifact, outputDir: string) => ({
  role,
  path,
  summary,
  from,
  outputs: files.map((file) => ({ ...file, path: `${outputDir}/${file.path}` })),
  notes,
});

const errorJson = ({ at, agent, ...error }: ErrorSummary) => ({
  timestamp: timestamp(at),
  ...(agent === null ? {} : { agent }),
  ...error,
});

const timestamp = (at: number): string => new Date(at).toISOString();

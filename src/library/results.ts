import { parseJson } from '../contract/json.ts';
import type { ExportFormat } from '../contract/run.ts';
import { isRunOver } from '../domain/run/run.ts';
import { renderExport } from '../views/run-export.ts';
import type { AgentResults } from './agent-results.ts';
import { roleOf } from './agents.ts';
import { SwarmError } from './error.ts';
import { granted } from './granted.ts';
import { hostOf, look, type OrchestratorState, snapshotOf } from './orchestrator-state.ts';
import { historyOf } from './projection.ts';
import { readResult } from './result.ts';
import type { AgentRole, SessionResult } from './session.ts';

const FILES: Readonly<Record<ExportFormat, string>> = { json: 'result.json', markdown: 'summary.md' };
const PARTIAL: Readonly<Record<ExportFormat, string>> = {
  json: 'result.partial.json',
  markdown: 'summary.partial.md',
};
const FORMATS = Object.keys(FILES);

export async function synthesizeResults(state: OrchestratorState): Promise<SessionResult> {
  const { run } = snapshotOf(state).report;
  const { result } = await look(state, run.id);
  return result ?? readResult(await hostOf(state), run.id);
}

export async function getAgentResults(state: OrchestratorState, role: AgentRole): Promise<AgentResults> {
  const { agentId } = roleOf(state, role);
  const { agentSummaries } = await synthesizeResults(state);
  const read = await (await hostOf(state)).readResult(agentId);
  const messages = historyOf(snapshotOf(state).report).filter(({ from }) => from === role);
  const result = read === null ? null : jsonOrText(read);
  return { role, summary: agentSummaries.get(role) ?? null, result, messages };
}

function jsonOrText(text: string): unknown {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
}

/**
 * Gives back the path of the file. One that was written at the end of the session is left as it is; what a
 * session has so far lies beside, and goes when it ends.
 */
export async function exportResults(state: OrchestratorState, format: ExportFormat): Promise<string> {
  if (!FORMATS.includes(format)) {
    const message = `No format "${format}"; there are ${FORMATS.join(', ')}`;
    throw new SwarmError('format-unknown', message);
  }
  const runId = snapshotOf(state).report.run.id;
  const host = await hostOf(state);
  const exported = granted(await host.ask('run.export', { runId, format }));
  const names = isRunOver(exported.run) ? FILES : PARTIAL;
  return host.writeOutput(runId, names[format], renderExport(exported, format));
}

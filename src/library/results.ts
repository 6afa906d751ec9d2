import { parseJson } from '../contract/json.ts';
import type { ExportFormat } from '../contract/run.ts';
import { renderExport } from '../views/run-export.ts';
import type { AgentResults } from './agent-results.ts';
import { roleOf } from './agents.ts';
import { type Desk, hostOf, look, pictureOf } from './desk.ts';
import { granted } from './granted.ts';
import { historyOf } from './projection.ts';
import { readResult } from './result.ts';
import type { AgentRole, SessionResult } from './session.ts';

const FILES: Readonly<Record<ExportFormat, string>> = { json: 'result.json', markdown: 'summary.md' };

export async function synthesizeResults(desk: Desk): Promise<SessionResult> {
  const { run } = pictureOf(desk).report;
  const { result } = await look(desk, run.id);
  return result ?? readResult(await hostOf(desk), run.id);
}

export async function getAgentResults(desk: Desk, role: AgentRole): Promise<AgentResults> {
  const { agentId } = roleOf(desk, role);
  const { agentSummaries } = await synthesizeResults(desk);
  const read = await (await hostOf(desk)).readResult(agentId);
  const messages = historyOf(pictureOf(desk).report).filter(({ from }) => from === role);
  const result = read === null ? null : jsonOrText(read);
  return { role, summary: agentSummaries.get(role) ?? null, result, messages };
}

function jsonOrText(text: string): unknown {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
}

/** Gives back the path of the file. One that was written at the end of the session is left as it is. */
export async function exportResults(desk: Desk, format: ExportFormat): Promise<string> {
  const runId = pictureOf(desk).report.run.id;
  const host = await hostOf(desk);
  const exported = granted(await host.ask('run.export', { runId, format }));
  return host.writeOutput(runId, FILES[format], renderExport(exported, format));
}

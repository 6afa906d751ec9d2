import { LOOP_METADATA } from '../../domain/loop/names.ts';
import { renderContextJson, renderContextSummary, type StoppedView } from '../../views/context-file.ts';
import type { SessionView } from '../../views/session-view.ts';
import type { RoundDeps } from '../deps.ts';

const RECORD_BYTES = 64 * 1024;
const TOOLS_SHOWN = 10;

/** Draws where a session stands that was stopped in the middle, for the person who says how it goes on. */
export async function drawContext(deps: RoundDeps, shown: SessionView): Promise<void> {
  const { session, workspace } = shown;
  if (!isStopped(shown)) return;
  const view: StoppedView = {
    ...shown,
    lastTools: await listTools(deps, shown),
    git: workspace === null ? await observeCheckout(deps) : await deps.workspaces.observeWork(workspace),
  };
  await deps.drawings.draw(session.id, 'context.json', renderContextJson(view));
  await deps.drawings.draw(session.id, 'summary.md', renderContextSummary(view));
}

/** Of a session that works in the checkout: what lies there is not its own alone. */
async function observeCheckout({ observeHead }: RoundDeps): Promise<StoppedView['git']> {
  const head = await observeHead();
  return head.ok ? { head: head.value, dirtyFiles: [] } : null;
}

/** Interrupted, suspended, or at a question of a loop's item, as about a gate that stays red. */
const isStopped = ({ session, suspension }: SessionView): boolean => {
  if (session.state === 'parked') return suspension !== null && suspension !== undefined;
  return session.isInterrupted || (session.state === 'waiting' && LOOP_METADATA in session.metadata);
};

/** Rows hold how many there were, and the agent's own record which: only its end is looked at. */
async function listTools({ attempts, findAgent }: RoundDeps, shown: SessionView): Promise<string[]> {
  const { session } = shown;
  const attempt = shown.attempts.at(-1);
  const agent = findAgent(session.cli);
  if (!attempt || !agent) return [];
  const { id: sessionId, runId, role } = session;
  const from = Math.max(0, attempt.eventsCursor - RECORD_BYTES);
  const read = await attempts.readEvents({ sessionId, runId, role, attempt: attempt.number }, from);
  // Where the reading begins in the middle of a line, that one says nothing.
  const lines = from === 0 ? read.lines : read.lines.slice(1);
  const tools = lines
    .flatMap((line) => agent.parseLine(line))
    .flatMap((fact) => (fact.kind === 'tool-started' ? [`${fact.name} ${fact.summary}`.trim()] : []));
  return tools.slice(-TOOLS_SHOWN);
}

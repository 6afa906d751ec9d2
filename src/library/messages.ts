import type { AgentMessage } from './agent-message.ts';
import { granted } from './granted.ts';
import { contentOf } from './message.ts';
import { hostOf, look, type OrchestratorState, snapshotOf } from './orchestrator-state.ts';
import type { AgentRole } from './session.ts';

/** Takes a message into the workflow as if the agent of this role had sent it. */
export async function routeMessage(
  state: OrchestratorState,
  from: AgentRole,
  message: AgentMessage,
): Promise<void> {
  const runId = snapshotOf(state).report.run.id;
  const { ask } = await hostOf(state);
  const named = message.id === undefined ? {} : { id: message.id };
  granted(
    await ask('run.post-message', {
      runId,
      from,
      to: message.to ?? null,
      content: contentOf(message),
      ...named,
    }),
  );
  await look(state, runId);
}

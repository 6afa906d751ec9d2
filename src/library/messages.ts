import type { AgentMessage } from './agent-message.ts';
import { type Desk, hostOf, look, pictureOf } from './desk.ts';
import { granted } from './granted.ts';
import { contentOf } from './message.ts';
import type { AgentRole } from './session.ts';

/** Takes a message into the workflow as if the agent of this role had sent it. */
export async function routeMessage(desk: Desk, from: AgentRole, message: AgentMessage): Promise<void> {
  const runId = pictureOf(desk).report.run.id;
  const { ask } = await hostOf(desk);
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
  await look(desk, runId);
}

import { join } from 'node:path';
import type { Agent, AttemptPlaces, LaunchInput, LaunchPlan } from '../domain/agent/agent.ts';
import type { SessionSpec } from '../domain/session/spec.ts';
import type { Turn } from '../domain/turn/turn.ts';
import { commonFiles, environmentFor } from './environment.ts';
import { parseStreamJson } from './stream-json.ts';

/** The built-in scripted agent. It speaks Claude Code's protocol, so it is driven and read in that way. */
export const rehearsal: Agent = {
  name: 'rehearsal',
  can: { manyTurns: true, interactive: false, resume: true, tellsCost: true, tellsEvents: true },
  login: { title: 'The rehearsal agent', remedy: 'there is nothing to do' },
  plan,
  renderTurn,
  parseLine: parseStreamJson,
  transcriptFile: ({ conversationId, places, spec }) =>
    join(transcriptFolder(spec, places), `${conversationId}.jsonl`),
};

function plan(input: LaunchInput): LaunchPlan {
  const { session, spec, turn, places, conversationId, resume, settings = {} } = input;
  const { allowanceUsd = null } = settings;
  return {
    argv: [
      'node',
      places.rehearsalProgram,
      resume ? '--resume' : '--session-id',
      conversationId,
      '--input-format',
      'stream-json',
      '--output-format',
      'stream-json',
      '--verbose',
      '--replay-user-messages',
      ...(allowanceUsd === null ? [] : ['--max-budget-usd', String(allowanceUsd)]),
      ...(session.model === null ? [] : ['--model', session.model]),
    ],
    env: { ...environmentFor(input), SWARM_REHEARSAL_HOME: transcriptFolder(spec, places) },
    workDir: places.workDir,
    input: 'turns',
    files: commonFiles(spec, turn.body),
  };
}

function renderTurn(turn: Turn): string {
  const message = { role: 'user', content: turn.body };
  return `${JSON.stringify({ type: 'user', uuid: turn.id, parent_tool_use_id: null, message })}\n`;
}

const transcriptFolder = (spec: SessionSpec, places: AttemptPlaces): string =>
  spec.env.SWARM_REHEARSAL_HOME ?? join(places.home, '.local', 'state', 'swarm-rehearsal');

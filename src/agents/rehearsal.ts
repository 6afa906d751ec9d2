import { join } from 'node:path';
import type { Agent, AttemptPaths, LaunchInput, LaunchPlan } from '../domain/agent/agent.ts';
import type { SessionSpec } from '../domain/session/spec.ts';
import type { Turn } from '../domain/turn/turn.ts';
import { commonFiles, environmentFor } from './environment.ts';
import { REHEARSAL_NEEDS } from './needs.ts';
import { parseStreamJson } from './stream-json.ts';

/** The built-in scripted agent. It speaks Claude Code's protocol, so it is driven and read in that way. */
export const rehearsal: Agent = {
  name: 'rehearsal',
  isScripted: true,
  isRehearsal: true,
  can: {
    manyTurns: true,
    steers: true,
    asksPermission: false,
    interactive: false,
    resume: true,
    tellsCost: true,
    tellsEvents: true,
  },
  needs: () => REHEARSAL_NEEDS,
  login: { title: 'The rehearsal agent', remedy: 'there is nothing to do' },
  plan,
  renderTurn,
  parseLine: parseStreamJson,
  transcriptFile: ({ conversationId, paths, spec }) =>
    join(transcriptFolder(spec, paths), `${conversationId}.jsonl`),
};

function plan(input: LaunchInput): LaunchPlan {
  const { session, spec, turn, paths, conversationId, resume, settings = {} } = input;
  const { allowanceUsd = null } = settings;
  return {
    argv: [
      'node',
      paths.rehearsalProgram,
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
    env: { ...environmentFor(input), SWARM_REHEARSAL_HOME: transcriptFolder(spec, paths) },
    workDir: paths.workDir,
    input: 'turns',
    files: commonFiles(spec, turn.body),
  };
}

function renderTurn(turn: Turn): string {
  const message = { role: 'user', content: turn.body };
  return `${JSON.stringify({ type: 'user', uuid: turn.id, parent_tool_use_id: null, message })}\n`;
}

const transcriptFolder = (spec: SessionSpec, paths: AttemptPaths): string =>
  spec.env.SWARM_REHEARSAL_HOME ?? join(paths.home, '.local', 'state', 'swarm-rehearsal');

import type { Agent, LaunchInput, LaunchPlan } from '../domain/agent/agent.ts';
import { transcriptFile } from './claude/claude-files.ts';
import { claudeFlags, headlessFlags } from './claude/flags.ts';
import {
  decisionOf,
  renderDecisionLine,
  renderInterruptLine,
  renderUserLine,
  replyDecision,
} from './claude/input-lines.ts';
import { environmentFor, personaFile } from './environment.ts';
import { parseStreamJson } from './stream-json.ts';

/** Claude Code: one process serves many turns, by stream-json in both directions. */
export const claude: Agent = {
  name: 'claude',
  can: { manyTurns: true, interactive: false, resume: true, tellsCost: true, tellsEvents: true },
  program: {
    name: 'claude',
    versionArgs: ['--version'],
    oldest: '2.1.197',
    install: 'npm install -g @anthropic-ai/claude-code',
  },
  plan,
  renderTurn: renderUserLine,
  parseLine: parseStreamJson,
  transcriptFile,
  renderAnswer: ({ requestId, ...answer }) => ({
    by: 'line',
    line: renderDecisionLine(requestId, decisionOf(answer)),
  }),
  renderReply: ({ requestId, ...reply }) => ({
    by: 'line',
    line: renderDecisionLine(requestId, replyDecision(reply)),
  }),
  renderInterrupt: renderInterruptLine,
};

function plan(input: LaunchInput): LaunchPlan {
  const { spec, turn, places } = input;
  return {
    argv: ['claude', ...headlessFlags(input), ...claudeFlags(input)],
    // A program that replaces itself while others run it helps nobody; a persona may say otherwise.
    env: { DISABLE_AUTOUPDATER: '1', ...environmentFor(input) },
    workDir: places.workDir,
    input: 'turns',
    files: { 'prompt.md': turn.body, 'persona.md': personaFile(spec.personaText) },
  };
}

import type { Agent, LaunchInput, LaunchPlan } from '../domain/agent/agent.ts';
import { parseHeard } from './acp/heard.ts';
import { PERMISSION_MODES } from './acp/modes.ts';
import { permissionLine } from './acp/permission.ts';
import { readLines } from './acp/read.ts';
import { writeLines } from './acp/write.ts';
import { commonFiles, environmentFor } from './environment.ts';
import { needsOfProgram } from './needs.ts';
import { retriesOfOpencode } from './opencode/retries.ts';

/**
 * Any program that speaks the Agent Client Protocol on its stdin and stdout. One process serves many turns.
 * Whether money is told depends on the program, so no budget relies on it.
 */
export const acp: Agent = {
  name: 'acp',
  can: {
    manyTurns: true,
    steers: false,
    asksPermission: true,
    interactive: false,
    resume: true,
    tellsCost: false,
    tellsEvents: true,
  },
  needs: ({ command }) => needsOfProgram(command?.[0]),
  login: { title: 'The agent', remedy: 'as its own documentation says' },
  plan,
  renderTurn: () => '',
  // Only for a look back: what a single line shows without what came before.
  parseLine: (line) => readLines(LOOKED_BACK, [line], { spec: NO_TOOLS, resume: false }).facts,
  // The protocol has no word for a request that is tried again; opencode logs it on stderr.
  parseErrorLine: retriesOfOpencode,
  transcriptFile: () => null,
  renderAnswer: (answer) => ({ by: 'line', line: permissionLine(answer).text }),
  protocol: {
    read: readLines,
    write: writeLines,
    hasEnded: (heard, turnId) => parseHeard(heard).endedTurn === turnId,
  },
  permissionModes: PERMISSION_MODES,
};

const LOOKED_BACK = JSON.stringify({ phase: 'open' });
const NO_TOOLS = { tools: [], writes: true, permissionMode: null };

function plan(input: LaunchInput): LaunchPlan {
  const { spec, turn, paths } = input;
  return {
    argv: spec.command ?? [],
    env: { ...QUIRKS, ...environmentFor(input) },
    workDir: paths.workDir,
    input: 'turns',
    files: commonFiles(spec, turn.body),
  };
}

/** What makes known agents fit to be driven by a program. Other agents do not know these names. */
const QUIRKS = {
  // Gemini CLI: its launcher would die alone and leave the agent at work.
  GEMINI_CLI_NO_RELAUNCH: 'true',
  // Claude Code's adapter: a turn would be followed by a request that suggests the next prompt.
  CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION: 'false',
  DISABLE_AUTOUPDATER: '1',
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  // opencode: what it tries again, for hours if the API says so, it tells in its log alone.
  OPENCODE_PRINT_LOGS: '1',
  OPENCODE_LOG_LEVEL: 'ERROR',
};

import { join } from 'node:path';
import type { Agent, Handover, LaunchInput, LaunchPlan } from '../domain/agent/agent.ts';
import type { SessionMode } from '../domain/session/session.ts';
import { runningFolder, transcriptFile } from './claude/claude-files.ts';
import { claudeFlags, headlessFlags, mcpFile, SETTINGS_FILE, screenFlags } from './claude/flags.ts';
import { factsOfHook, isHookLine } from './claude/hook-facts.ts';
import { answerFile, answerPipe, renderHookSettings } from './claude/hook-settings.ts';
import {
  type Decision,
  decisionOf,
  renderDecisionLine,
  renderHookAnswer,
  renderUserLine,
  replyDecision,
} from './claude/input-lines.ts';
import { holdsTurn, isBegun, isTorn } from './claude/kept-lines.ts';
import { foresee, startFiles, statusLineOf, tellLogin } from './claude/obstacles.ts';
import { isTyped, readScreen } from './claude/read-screen.ts';
import { isPromptOf, screenPrompt } from './claude/screen-prompt.ts';
import { settingsText } from './claude/session-grant.ts';
import { parseTranscriptLine, partsFolder } from './claude/transcript-line.ts';
import { commonFiles, environmentFor } from './environment.ts';
import { needsOfProgram } from './needs.ts';
import { factsOfEvent, parseEventLine } from './stream-json.ts';

/**
 * Claude Code. Without a screen one process serves many turns, by stream-json in both directions. With a
 * screen its hooks keep the same record, and turns are put to the screen.
 */
export const claude: Agent = {
  name: 'claude',
  can: {
    manyTurns: true,
    steers: true,
    asksPermission: true,
    interactive: true,
    resume: true,
    tellsCost: true,
    tellsEvents: true,
  },
  forks: true,
  leavesOnInterrupt: true,
  pricesMessages: true,
  program: {
    name: 'claude',
    versionArgs: ['--version'],
    oldest: '2.1.197',
    install: 'npm install -g @anthropic-ai/claude-code',
  },
  needs: () => needsOfProgram('claude'),
  login: { title: 'Claude Code', remedy: 'claude auth login, or ANTHROPIC_API_KEY' },
  plan: (input) => (input.session.mode === 'interactive' ? planScreen(input) : planHeadless(input)),
  renderTurn: renderUserLine,
  parseLine: (line) =>
    parseEventLine(line, (event) => (isHookLine(event) ? factsOfHook(event) : factsOfEvent(event))),
  transcriptFile,
  transcript: { partsFolder, parse: parseTranscriptLine, isBegun, holds: holdsTurn, isTorn },
  renderAnswer: ({ requestId, ...answer }, mode) => handOver(requestId, decisionOf(answer), mode),
  renderReply: ({ requestId, ...reply }, mode) => handOver(requestId, replyDecision(reply), mode),
  screen: { prompt: screenPrompt, isPromptOf, read: readScreen, isTyped },
  startFiles,
  foresee,
  tellLogin,
  runningFolder,
  permissionModes: {
    bypassPermissions: { means: 'does everything without asking', skips: true },
    auto: { means: 'decides by itself what it asks about', skips: true },
    acceptEdits: { means: 'changes files in its folder without asking', skips: false },
    dontAsk: { means: 'does not do what it would have to ask for', skips: false },
    plan: { means: 'changes nothing', skips: false },
    default: { means: 'asks', skips: false },
    manual: { means: 'asks', skips: false },
  },
};

function planHeadless(input: LaunchInput): LaunchPlan {
  const settings = settingsText(input);
  const both = planBoth(input);
  return {
    ...both,
    argv: ['claude', ...headlessFlags(input), ...claudeFlags(input)],
    input: 'turns',
    files: { ...both.files, ...(settings === null ? {} : { [SETTINGS_FILE]: settings }) },
  };
}

function planScreen(input: LaunchInput): LaunchPlan {
  const { turn, paths, start } = input;
  const both = planBoth(input);
  return {
    ...both,
    argv: [
      'claude',
      ...screenFlags(input),
      ...claudeFlags(input),
      // The CLI submits it as soon as it is ready; a paste cannot know when that is.
      ...(turn.kind === 'takeover'
        ? []
        : ['--', screenPrompt(turn, join(paths.attemptDir, 'prompt.md')).words]),
    ],
    input: 'terminal',
    files: {
      ...both.files,
      [SETTINGS_FILE]: renderHookSettings(settingsText(input), statusLineOf(start)),
    },
  };
}

function planBoth(input: LaunchInput): Pick<LaunchPlan, 'env' | 'workDir' | 'files'> {
  return {
    // A program must not update itself while others run it; a persona may decide otherwise.
    env: { DISABLE_AUTOUPDATER: '1', ...environmentFor(input) },
    workDir: input.paths.workDir,
    files: { ...commonFiles(input.spec, input.turn.body), ...mcpFile(input) },
  };
}

const handOver = (requestId: string, decision: Decision, mode: SessionMode): Handover =>
  mode === 'headless'
    ? { by: 'line', line: renderDecisionLine(requestId, decision) }
    : {
        by: 'file',
        name: answerFile(requestId),
        text: renderHookAnswer(decision),
        pipe: answerPipe(requestId),
      };

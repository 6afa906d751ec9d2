import type {
  InitializeRequest,
  McpServerStdio,
  NewSessionRequest,
  PromptRequest,
  ResumeSessionRequest,
  SetSessionModeRequest,
} from '@agentclientprotocol/sdk';
import type { LaunchInput, ProtocolInput, ProtocolLine, ProtocolScene } from '../../domain/agent/agent.ts';
import { isOpenTurn, type Turn } from '../../domain/turn/turn.ts';
import { renderPrompt } from '../command.ts';
import { personaFile } from '../environment.ts';
import { MCP_NAME, mcpServer } from '../mcp-server.ts';
import { type Heard, isCodex, isGemini, parseHeard } from './heard.ts';
import { INITIALIZE, MODE, MODEL, promptId, SESSION } from './ids.ts';
import { chooseMode } from './modes.ts';
import { cancelledLine, permissionLine, selectedLine } from './permission.ts';
import { noticeLine, rpcLine } from './rpc-line.ts';

const PROTOCOL_VERSION = 1;
const METHOD_NOT_FOUND = -32601;

/** Agents use files and terminals of their own. One tells a failed turn only to those who ask for it here. */
const GREETING: InitializeRequest = {
  protocolVersion: PROTOCOL_VERSION,
  clientCapabilities: {
    fs: { readTextFile: false, writeTextFile: false },
    terminal: false,
    _meta: { jetbrains: { air: { version: 1, capabilities: ['sessionFailure'] } } },
  },
  clientInfo: { name: 'swarm', version: '1' },
};

const BEFORE_SESSION: ReadonlySet<Heard['phase']> = new Set(['new', 'lost']);

/** Every line that the agent should have been sent after what it has said. */
export function writeLines(text: string | null, scene: ProtocolScene): ProtocolInput {
  const heard = parseHeard(text);
  const openAt = heard.phase === 'greeted' ? sessionAt(heard, scene) : null;
  const isHeldBack = openAt !== null && scene.now < openAt;
  return {
    moreAt: isHeldBack ? openAt : null,
    lines: [
      request(INITIALIZE, 'initialize', GREETING),
      ...(BEFORE_SESSION.has(heard.phase) || isHeldBack ? [] : [sessionLine(heard, scene.launch)]),
      ...setUpLines(heard, scene.launch),
      ...promptLines(heard, scene),
      ...scene.answers.map(permissionLine),
      ...heard.allowed.map(({ id, optionId }) => selectedLine(id, optionId)),
      ...heard.unknownRequests.map(unknownLine),
      ...cancelLines(heard, scene),
    ],
  };
}

const MINUTE = 60_000;
// From its greeting to the file that it keeps its conversation in.
const NAMING_MS = 10_000;

/**
 * Gemini CLI names the file of a conversation by the minute in which it is begun or loaded, and destroys it
 * when it is loaded in the same minute again. So it is loaded in a later one.
 */
function sessionAt(heard: Heard, { launch, heardBefore }: ProtocolScene): number | null {
  if (!launch.resume || !isGemini(heard) || heardBefore.length === 0) return null;
  const last = Math.max(...heardBefore) + NAMING_MS;
  return (Math.floor(last / MINUTE) + 1) * MINUTE;
}

function sessionLine(heard: Heard, launch: LaunchInput): ProtocolLine {
  const { resume, conversationId, paths } = launch;
  const fresh: NewSessionRequest = { cwd: paths.workDir, mcpServers: serversFor(heard, launch) };
  if (!resume) return request(SESSION, 'session/new', fresh);
  const known: ResumeSessionRequest = { sessionId: conversationId, ...fresh };
  return request(SESSION, heard.canResume ? 'session/resume' : 'session/load', known);
}

// Codex keeps its environment from the servers that it is given so: ours would not know its session.
function serversFor(heard: Heard, launch: LaunchInput): McpServerStdio[] {
  const server = isCodex(heard) ? null : mcpServer(launch);
  return server === null
    ? []
    : [{ name: MCP_NAME, command: server.command, args: [...server.args], env: [] }];
}

type SetUp = Readonly<{ id: string; line: ProtocolLine }>;

// Known while it replays too, but sent only once the conversation is there.
function setUpsOf(heard: Heard, launch: LaunchInput): readonly SetUp[] {
  const sessionId = heard.sessionId ?? launch.conversationId;
  const choice = chooseMode(launch.spec, heard);
  const modeId = 'set' in choice ? choice.set : null;
  const params: SetSessionModeRequest | null = modeId === null ? null : { sessionId, modeId };
  const model = modelLine(heard, sessionId, launch.session.model);
  return [
    ...(params === null ? [] : [{ id: MODE, line: request(MODE, 'session/set_mode', params) }]),
    ...(model === null ? [] : [{ id: MODEL, line: model }]),
  ];
}

function modelLine({ modelWay }: Heard, sessionId: string, model: string | null): ProtocolLine | null {
  if (model === null || modelWay === null) return null;
  if (modelWay.method !== 'option') return request(MODEL, modelWay.method, { sessionId, modelId: model });
  const params = { sessionId, configId: modelWay.configId, value: model };
  return request(MODEL, 'session/set_config_option', params);
}

const isOpen = ({ phase }: Heard): boolean => phase === 'open';

const setUpLines = (heard: Heard, launch: LaunchInput): readonly ProtocolLine[] =>
  isOpen(heard) ? setUpsOf(heard, launch).map(({ line }) => line) : [];

/** One prompt at a time: what a second one does is different in every agent. */
function promptLines(heard: Heard, { launch, turns }: ProtocolScene): readonly ProtocolLine[] {
  const isReady = isOpen(heard) && setUpsOf(heard, launch).every(({ id }) => heard.settled.includes(id));
  if (!isReady) return [];
  const firstOpen = turns.findIndex(isOpenTurn);
  const sent = firstOpen === -1 ? turns : turns.slice(0, firstOpen + 1);
  const sessionId = heard.sessionId ?? launch.conversationId;
  return sent.map((turn, index) =>
    promptLine(sessionId, turn, index === 0 && !launch.resume ? launch : null),
  );
}

/** Agents have no place for a role beside their own prompt: it stands before the first task. */
function promptLine(sessionId: string, turn: Turn, begun: LaunchInput | null): ProtocolLine {
  const told = begun === null ? null : { personaText: personaFile(begun.spec), schema: null };
  const text = told === null ? turn.body : renderPrompt(told, turn.body);
  const params: PromptRequest = { sessionId, prompt: [{ type: 'text', text }] };
  return request(promptId(turn.id), 'session/prompt', params);
}

/** Breaks the turn off. One agent does so only once its open requests are answered as well. */
function cancelLines(heard: Heard, { isCancelled, launch }: ProtocolScene): readonly ProtocolLine[] {
  if (!isCancelled || !isOpen(heard)) return [];
  const sessionId = heard.sessionId ?? launch.conversationId;
  return [
    noticeLine({ method: 'session/cancel', params: { sessionId } }),
    ...heard.openRequests.map(({ id }) => cancelledLine(id)),
  ];
}

const unknownLine = (id: unknown): ProtocolLine =>
  rpcLine({ id, error: { code: METHOD_NOT_FOUND, message: 'Method not found' } });

const request = (id: string, method: string, params: object): ProtocolLine => rpcLine({ id, method, params });

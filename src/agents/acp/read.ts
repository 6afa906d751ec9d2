import type { AgentFact } from '../../domain/agent/fact.ts';
import type { SessionSpec } from '../../domain/session/spec.ts';
import { type Fields, fieldsOf, jsonOf, listOf, textOf, textOrNull } from '../loose.ts';
import { parseEventLine } from '../stream-json.ts';
import { askedFact } from '../tool-request.ts';
import { conversationIdOf, endedBadly, endedWell } from '../turn-ends.ts';
import { type Heard, isGemini, type ModelWay, parseHeard } from './heard.ts';
import { INITIALIZE, MODE, MODEL, SESSION, turnOf } from './ids.ts';
import { chooseMode } from './modes.ts';
import { allowingOption, grantOf, isAllowed, requestNameOf } from './permission.ts';
import { failureOf, hiddenFailure } from './problem.ts';
import { askedInput, toolOf } from './tool.ts';
import { type Reading, readUpdate } from './update.ts';
import { spentOf } from './usage.ts';

type Launch = Readonly<{
  spec: Pick<SessionSpec, 'tools' | 'writes' | 'permissionMode'>;
  resume: boolean;
}>;

/** What new lines of an agent mean, after all that it has said before. */
export function readLines(
  text: string | null,
  lines: readonly string[],
  launch: Launch,
): Readonly<{ heard: string; facts: readonly AgentFact[] }> {
  const facts: AgentFact[] = [];
  let heard = parseHeard(text);
  for (const line of lines) {
    const told = parseEventLine(line, (message) => {
      const read = readMessage(heard, message, launch);
      heard = read.heard;
      return read.facts;
    });
    facts.push(...told);
  }
  return { heard: jsonOf(heard), facts };
}

// Both sides number their requests for themselves: only the method tells a request from an answer.
function readMessage(heard: Heard, message: Fields, launch: Launch): Reading {
  const method = textOrNull(message.method);
  const params = fieldsOf(message.params);
  if (method === null) return readAnswer(heard, message, launch);
  if (message.id !== undefined && message.id !== null)
    return readRequest(heard, { id: message.id, method, params }, launch);
  if (method === 'session/update') return readUpdate(heard, fieldsOf(params.update));
  if (method === '$/cancel_request') return readWithdrawal(heard, params.requestId);
  return { heard, facts: [] };
}

function readAnswer(heard: Heard, message: Fields, launch: Launch): Reading {
  const { id } = message;
  const error = message.error === undefined ? null : fieldsOf(message.error);
  const result = fieldsOf(message.result);
  const turnId = turnOf(id);
  if (turnId !== null) return readTurnEnd(heard, { turnId, error, result });
  if (error !== null) return readRefusal(heard, id, { error, launch });
  if (id === INITIALIZE) return readGreeting(heard, result, launch);
  if (id === SESSION) return readSession(heard, result, launch);
  if (id === MODE || id === MODEL) return { heard: { ...heard, settled: [...heard.settled, id] }, facts: [] };
  return { heard, facts: [] };
}

const beganWith = (sessionId: string | null): AgentFact => ({
  kind: 'began',
  conversationId: conversationIdOf(sessionId),
  model: null,
});
const BEGAN = beganWith(null);

function readGreeting(heard: Heard, result: Fields, { resume }: Launch): Reading {
  const can = fieldsOf(result.agentCapabilities);
  const canLoad = can.loadSession === true;
  const canResume = (fieldsOf(can.sessionCapabilities).resume ?? null) !== null;
  const agent = textOf(fieldsOf(result.agentInfo).name);
  const greeted: Heard = { ...heard, agent, canLoad, canResume, phase: 'greeted' };
  if (!resume || canLoad || canResume) return { heard: greeted, facts: [BEGAN] };
  const text = 'this agent cannot go on with a conversation';
  return { heard: { ...greeted, phase: 'lost' }, facts: [BEGAN, { kind: 'resume-refused', text }] };
}

function readSession(heard: Heard, result: Fields, { spec, resume }: Launch): Reading {
  const sessionId = textOrNull(result.sessionId);
  const options = listOf(result.configOptions).map(fieldsOf);
  const modeOption = options.find(({ category, id }) => category === 'mode' || id === 'mode');
  const modes = fieldsOf(result.modes);
  const offer = {
    modes: [
      ...listOf(modes.availableModes).map((mode) => textOf(fieldsOf(mode).id)),
      ...listOf(modeOption?.options).map((option) => textOf(fieldsOf(option).value)),
    ],
    mode: textOrNull(modes.currentModeId) ?? textOrNull(modeOption?.currentValue),
  };
  const isReplaying = resume && !heard.canResume && isGemini(heard);
  const opened: Heard = {
    ...heard,
    ...offer,
    sessionId,
    modelWay: modelWayOf(result, options),
    phase: isReplaying ? 'replaying' : 'open',
  };
  const began = resume ? [] : [beganWith(sessionId)];
  const choice = chooseMode(spec, offer);
  // A resumed conversation need not be told again what its agent offers.
  if ('set' in choice || (resume && offer.modes.length === 0)) return { heard: opened, facts: began };
  const text = `the agent offers no mode "${choice.missing}"; it has ${offer.modes.join(', ') || 'none'}`;
  return { heard: { ...opened, phase: 'lost' }, facts: [endedBadly({ text, problem: 'invalid-request' })] };
}

function modelWayOf(result: Fields, options: readonly Fields[]): ModelWay | null {
  if (result.models !== undefined && result.models !== null) return { method: 'session/set_model' };
  const option = options.find(({ category, id }) => category === 'model' || id === 'model');
  return option === undefined ? null : { method: 'option', configId: textOf(option.id) };
}

/** What we asked for at the start was refused: nothing can begin. */
function readRefusal(
  heard: Heard,
  id: unknown,
  { error, launch }: Readonly<{ error: Fields; launch: Launch }>,
): Reading {
  const isOurs = id === INITIALIZE || id === SESSION || id === MODE || id === MODEL;
  if (!isOurs) return { heard, facts: [] };
  const failure = failureOf(error);
  const lost: Heard = { ...heard, phase: 'lost' };
  const isGone = id === SESSION && launch.resume && failure.problem !== 'authentication';
  if (isGone) return { heard: lost, facts: [{ kind: 'resume-refused', text: failure.text }] };
  const problem = id === MODE || id === MODEL ? 'invalid-request' : failure.problem;
  return { heard: lost, facts: [endedBadly({ ...failure, problem })] };
}

type TurnAnswer = Readonly<{ turnId: string; error: Fields | null; result: Fields }>;

function readTurnEnd(heard: Heard, { turnId, error, result }: TurnAnswer): Reading {
  const withdrawn = heard.openRequests.map(
    ({ requestId }): AgentFact => ({ kind: 'request-withdrawn', requestId }),
  );
  const ended = { ...heard, endedTurn: turnId, openRequests: [], tools: {} };
  return { heard: ended, facts: [...withdrawn, ...endFacts(heard, error, result)] };
}

function endFacts(heard: Heard, error: Fields | null, result: Fields): readonly AgentFact[] {
  const spent = spentOf(result, heard.costUsd);
  const failure = error === null ? hiddenFailure(result) : failureOf(error);
  if (failure !== null) return [endedBadly({ ...failure, spent })];
  const reason = textOf(result.stopReason);
  switch (reason) {
    case 'end_turn':
      return [endedWell(spent)];
    // We broke it off, or the agent itself did because of a refused permission.
    case 'cancelled':
      return [endedBadly({ text: '', problem: 'cancelled', spent })];
    case 'max_turn_requests':
      return [endedBadly({ text: 'too many steps in one turn', problem: 'max-turns', spent })];
    default:
      return [endedBadly({ text: `the model was cut short: ${reason}`, problem: 'invalid-request', spent })];
  }
}

type Request = Readonly<{ id: unknown; method: string; params: Fields }>;

function readRequest(heard: Heard, { id, method, params }: Request, { spec }: Launch): Reading {
  if (method !== 'session/request_permission')
    return { heard: { ...heard, unknownRequests: [...heard.unknownRequests, id] }, facts: [] };
  const call = fieldsOf(params.toolCall);
  const toolId = textOf(call.toolCallId);
  const isKnown = Object.hasOwn(heard.tools, toolId);
  const tool = toolOf(call, heard.tools[toolId]);
  const known: Heard = { ...heard, tools: { ...heard.tools, [toolId]: tool } };
  const started: readonly AgentFact[] = isKnown
    ? []
    : [{ kind: 'tool-started', name: tool.name, summary: tool.summary, input: call.rawInput }];
  const requestId = requestNameOf(id, params.options);
  const optionId = allowingOption(requestId);
  if (optionId !== '' && isAllowed(call, tool, spec))
    return { heard: { ...known, allowed: [...known.allowed, { id, optionId }] }, facts: started };
  const grant = grantOf(params.options);
  const openRequests = [...known.openRequests, { id, requestId, toolId }];
  return {
    heard: { ...known, openRequests },
    facts: [...started, askedFact({ requestId, tool: tool.name, input: askedInput(call, tool), grant })],
  };
}

function readWithdrawal(heard: Heard, id: unknown): Reading {
  const gone = heard.openRequests.filter((one) => one.id === id);
  const openRequests = heard.openRequests.filter((one) => one.id !== id);
  const facts = gone.map(({ requestId }): AgentFact => ({ kind: 'request-withdrawn', requestId }));
  return { heard: { ...heard, openRequests }, facts };
}

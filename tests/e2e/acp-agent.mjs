#!/usr/bin/env node
// An agent that speaks ACP and does what the words between [[ and ]] of its prompt say, one after the other:
// say:…  run:…  (asks first)  wait (until it is cancelled)  file (asks for a method of the client)
// until:file  die  forget (its conversation, and die)  fail:code
// Its conversations are files of $HOME/.acp-agent. ACP_AGENT_CANNOT names what it does not offer.
import { execSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const cannot = (process.env.ACP_AGENT_CANNOT ?? '').split(',');
const folder = join(process.env.HOME ?? '.', '.acp-agent');
mkdirSync(folder, { recursive: true });
const fileOf = (id) => join(folder, `${id}.json`);
const waiting = new Map();
let nextId = 0;
let cancel = null;
let mode = 'default';

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const update = (sessionId, body) => send({ method: 'session/update', params: { sessionId, update: body } });
const ask = (method, params) =>
  new Promise((resolve) => {
    const id = nextId++;
    waiting.set(id, resolve);
    send({ id, method, params });
  });
const say = (sessionId, text) =>
  update(sessionId, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

const OFFERS = {
  modes: {
    currentModeId: 'default',
    availableModes: ['default', 'yolo', 'plan'].map((id) => ({ id, name: id })),
  },
  models: { currentModelId: 'small', availableModels: [{ modelId: 'small', name: 'small' }] },
};

const METHODS = {
  initialize: () => ({
    protocolVersion: 1,
    agentInfo: { name: 'acp-agent', version: '1' },
    agentCapabilities: {
      loadSession: !cannot.includes('load'),
      sessionCapabilities: cannot.includes('resume') ? {} : { resume: {} },
    },
  }),
  'session/new': () => {
    const sessionId = `acp_${process.pid}_${Date.now()}`;
    writeFileSync(fileOf(sessionId), '');
    return { sessionId, ...OFFERS };
  },
  'session/resume': ({ sessionId }) => open(sessionId),
  'session/load': ({ sessionId }) => {
    const known = open(sessionId);
    for (const line of readFileSync(fileOf(sessionId), 'utf8').split('\n').filter(Boolean))
      say(sessionId, `replayed ${line}`);
    return known;
  },
  'session/set_mode': ({ modeId }) => {
    mode = modeId;
    return {};
  },
  'session/set_model': () => ({}),
  'session/prompt': prompt,
};

function open(sessionId) {
  if (!existsSync(fileOf(sessionId))) throw { code: -32002, message: 'Resource not found' };
  return OFFERS;
}

async function prompt({ sessionId, prompt: blocks }) {
  const text = blocks.map((block) => block.text).join('\n');
  const before = readFileSync(fileOf(sessionId), 'utf8').split('\n').filter(Boolean).length;
  appendFileSync(fileOf(sessionId), `${JSON.stringify(text.slice(-200))}\n`);
  let isCancelled = false;
  const cancelled = new Promise((resolve) => {
    cancel = () => {
      isCancelled = true;
      resolve();
    };
  });
  for (const [, step] of text.matchAll(/\[\[(.*?)\]\]/gs)) {
    await play(sessionId, step, cancelled);
    if (isCancelled) return { stopReason: 'cancelled' };
  }
  say(sessionId, `Turn ${before + 1} is done.`);
  update(sessionId, {
    sessionUpdate: 'usage_update',
    used: 1,
    size: 10,
    cost: { amount: 0.25 * (before + 1), currency: 'USD' },
  });
  return { stopReason: 'end_turn', usage: { inputTokens: 100, outputTokens: 20, totalTokens: 120 } };
}

async function play(sessionId, step, cancelled) {
  const [verb, ...rest] = step.split(':');
  const words = rest.join(':');
  if (verb === 'say') return say(sessionId, `${words}\n`);
  if (verb === 'mode') return say(sessionId, `mode is ${mode}\n`);
  if (verb === 'until') return until(words);
  if (verb === 'forget') return forget(sessionId);
  if (verb === 'die') return process.kill(process.pid, 'SIGKILL');
  if (verb === 'fail') throw { code: Number(words), message: `the API answers ${words}` };
  if (verb === 'file') {
    const answer = await ask('fs/write_text_file', { sessionId, path: '/x', content: 'x' });
    return say(sessionId, `refused with ${answer.error?.code}\n`);
  }
  const toolCallId = `call_${nextId}`;
  update(sessionId, {
    sessionUpdate: 'tool_call',
    toolCallId,
    title: words || verb,
    kind: 'execute',
    status: 'pending',
    rawInput: { command: words || verb },
  });
  if (verb === 'wait') return cancelled;
  if (mode !== 'yolo') {
    const asked = ask('session/request_permission', {
      sessionId,
      toolCall: { toolCallId, title: words, kind: 'execute', rawInput: { command: words } },
      options: [
        { optionId: 'a', kind: 'allow_always', name: 'Always' },
        { optionId: 'n', kind: 'reject_once', name: 'No' },
        { optionId: 'y', kind: 'allow_once', name: 'Yes' },
      ],
    });
    const { outcome } = (await asked).result;
    if (outcome.optionId !== 'y') {
      update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' });
      return say(sessionId, `not allowed: ${outcome.outcome} ${outcome.optionId ?? ''}\n`);
    }
  }
  const output = execSync(words, { encoding: 'utf8' });
  update(sessionId, {
    sessionUpdate: 'tool_call_update',
    toolCallId,
    status: 'completed',
    content: [{ type: 'content', content: { type: 'text', text: output } }],
  });
}

async function until(file) {
  while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 20));
}

// Once: the next conversation gets the same prompt.
function forget(sessionId) {
  const mark = `${folder}-forgot`;
  if (existsSync(mark)) return;
  writeFileSync(mark, '');
  rmSync(fileOf(sessionId));
  process.kill(process.pid, 'SIGKILL');
}

async function answer({ id, method, params }) {
  try {
    if (!METHODS[method]) throw { code: -32601, message: 'Method not found' };
    send({ id, result: await METHODS[method](params) });
  } catch (error) {
    send({ id, error: { code: error.code ?? -32603, message: error.message } });
  }
}

let rest = '';
process.stdin.on('data', (chunk) => {
  rest += chunk;
  for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
    const message = JSON.parse(rest.slice(0, end));
    rest = rest.slice(end + 1);
    if (message.method === 'session/cancel') cancel?.();
    else if (message.method) void answer(message);
    else waiting.get(message.id)?.(message);
  }
});
process.stdin.on('end', () => process.exit(0));

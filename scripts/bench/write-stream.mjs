// The stream-json of a busy Claude Code, made up: the kinds and sizes of lines that its turns consist of.
import { closeSync, openSync, writeSync } from 'node:fs';

const STEPS_PER_TURN = 40;
const WRITE_EVERY = 8;
const FOREIGN_EVERY = 5;
// Of the output of tools, in characters: much is short, and some of it is long.
const OUTPUT_SIZES = [80, 400, 1_500, 4_000, 900, 12_000, 250, 2_500, 120, 600];

const CODE = [
  "import { readFileSync } from 'node:fs';\n",
  '\texport const nameOf = (value: unknown): string => `<" + value + ">`;\n',
  '  if (session.state !== "idle" && !isOver(session)) return refuse({ code: \'busy\' });\n',
  '    42:\treturn lines.filter((line) => /\\bisOver\\b/.test(line)).length;\n',
  '-rw-r--r-- 1 dev dev  4096 Jan 12 08:15 src/app/send-message.ts\n',
  '\n// What was asked for is a row before it is done.\n',
].join('');
const PROSE =
  'I looked at "auth.ts" and its tests. The check happens twice, so I take the second one away.\n';
const FOREIGN = '✓ ausgeführt – 漢字 und 🎭 bleiben heil\n';

const repeatTo = (text, chars) => text.repeat(Math.ceil(chars / text.length)).slice(0, chars);
const pick = (list, number) => list[number % list.length];
const idOf = (prefix, number) => `${prefix}_01${String(number).padStart(22, 'A')}`;
const uuidOf = (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Writes whole turns until the file has so many bytes; gives back how many bytes and lines it has. */
export function writeStream(path, wantedBytes) {
  const file = openSync(path, 'w');
  let bytes = 0;
  let lines = 0;
  for (let turn = 0; bytes < wantedBytes; turn += 1) {
    const events = eventsOfTurn(turn);
    bytes += writeSync(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    lines += events.length;
  }
  closeSync(file);
  return { bytes, lines };
}

function eventsOfTurn(turn) {
  const steps = Array.from({ length: STEPS_PER_TURN }, (_, n) => eventsOfStep(turn * STEPS_PER_TURN + n));
  return [init(turn), echo(turn), ...steps.flat(), said(turn, PROSE.repeat(6)), result(turn)];
}

function eventsOfStep(step) {
  const foreign = step % FOREIGN_EVERY === 0 ? FOREIGN : '';
  const output = foreign + repeatTo(CODE, pick(OUTPUT_SIZES, step));
  const input =
    step % WRITE_EVERY === 0
      ? { file_path: `/srv/project/src/part-${step}.ts`, content: repeatTo(CODE, 3_000) }
      : { command: `rg -n "isOver" src | head -${step}`, description: 'Looks for its callers' };
  const name = 'content' in input ? 'Write' : 'Bash';
  const call = { type: 'tool_use', id: idOf('toolu', step), name, input };
  return [said(step, PROSE.repeat(1 + (step % 4))), assistant(step, call), toolResult(step, output)];
}

const common = (number) => ({ session_id: uuidOf(1), uuid: uuidOf(number) });

const USAGE = {
  input_tokens: 4,
  cache_creation_input_tokens: 812,
  cache_read_input_tokens: 48_215,
  cache_creation: { ephemeral_5m_input_tokens: 812, ephemeral_1h_input_tokens: 0 },
  output_tokens: 164,
  service_tier: 'standard',
};

const assistant = (number, block) => ({
  type: 'assistant',
  message: {
    model: 'claude-sonnet-4-5',
    id: idOf('msg', number),
    type: 'message',
    role: 'assistant',
    content: [block],
    stop_reason: null,
    stop_sequence: null,
    usage: USAGE,
    context_management: null,
  },
  parent_tool_use_id: null,
  ...common(number),
});

const said = (number, text) => assistant(number, { type: 'text', text });

// The CLI tells the output of a tool twice: as the model is given it, and as its own screen would show it.
const toolResult = (number, output) => ({
  type: 'user',
  message: {
    role: 'user',
    content: [{ tool_use_id: idOf('toolu', number), type: 'tool_result', content: output, is_error: false }],
  },
  parent_tool_use_id: null,
  ...common(number),
  tool_use_result: { stdout: output, stderr: '', interrupted: false, isImage: false },
});

const init = (number) => ({
  type: 'system',
  subtype: 'init',
  cwd: '/srv/project',
  tools: Array.from({ length: 30 }, (_, n) => `Tool${n}`),
  mcp_servers: [{ name: 'files', status: 'connected' }],
  model: 'claude-sonnet-4-5',
  permissionMode: 'default',
  slash_commands: Array.from({ length: 40 }, (_, n) => `command-${n}`),
  apiKeySource: 'ANTHROPIC_API_KEY',
  output_style: 'default',
  agents: ['general-purpose', 'statusline-setup'],
  ...common(number),
});

const echo = (number) => ({
  type: 'user',
  message: { role: 'user', content: PROSE.repeat(10) },
  isReplay: true,
  ...common(number),
});

const result = (number) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  duration_ms: 81_220,
  duration_api_ms: 64_031,
  num_turns: STEPS_PER_TURN + 1,
  result: PROSE.repeat(6),
  total_cost_usd: 0.4 * (number + 1),
  usage: USAGE,
  permission_denials: [],
  ...common(number),
});

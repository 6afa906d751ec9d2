import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AgentFact } from '../domain/agent/fact.ts';
import { parseStreamJson } from './stream-json.ts';

const parse = (event: unknown): readonly AgentFact[] => parseStreamJson(JSON.stringify(event));
const kindsOf = (facts: readonly AgentFact[]): string[] => facts.map(({ kind }) => kind);

const assistant = (block: object, more: object = {}): object => ({
  type: 'assistant',
  message: { id: 'msg_1', role: 'assistant', content: [block], usage: { output_tokens: 1 } },
  parent_tool_use_id: null,
  session_id: 's',
  ...more,
});

const result = (more: object): object => ({
  duration_api_ms: 4,
  session_id: 's',
  total_cost_usd: 0.5,
  usage: {
    input_tokens: 10,
    cache_creation_input_tokens: 3,
    cache_read_input_tokens: 4,
    output_tokens: 7,
  },
  type: 'result',
  ...more,
});

describe('a turn', () => {
  test('begins with the conversation and its model', () => {
    expect(parse({ type: 'system', subtype: 'init', session_id: 'c1', model: 'large' })).toEqual([
      { kind: 'began', conversationId: 'c1', model: 'large' },
    ]);
  });

  test('is seen when the prompt comes back with our id, whole or in blocks', () => {
    const seen = [{ kind: 'saw-turn', turnId: 't1' }];
    const echo = { type: 'user', uuid: 't1', isReplay: true };
    expect(parse({ ...echo, message: { role: 'user', content: 'go' } })).toEqual(seen);
    expect(parse({ ...echo, message: { role: 'user', content: [{ type: 'text', text: 'go' }] } })).toEqual(
      seen,
    );
  });

  test('is not seen when the CLI speaks for the user', () => {
    const content = [{ type: 'text', text: '[Request interrupted by user]' }];
    expect(parse({ type: 'user', uuid: 't1', message: { role: 'user', content } })).toEqual([]);
  });

  test('ends well only when the result says that it is no error', () => {
    const [good] = parse(result({ subtype: 'success', is_error: false, result: 'ready' }));
    expect(good).toEqual({
      kind: 'turn-ended',
      ok: true,
      text: 'ready',
      problem: null,
      inputTokens: 17,
      outputTokens: 7,
      processCostUsd: 0.5,
    });
    expect(parse(result({ subtype: 'success', result: 'ready' }))).toMatchObject([{ ok: false }]);
  });

  test('tells nothing of a conversation that is not there, because its process leaves at once', () => {
    const errors = ['No conversation found with session ID: c-1'];
    const told = { type: 'result', subtype: 'error_during_execution', is_error: true, errors };
    expect(parse(told)).toEqual([]);
    expect(parse({ ...told, errors: ['Another error'] })).toMatchObject([{ text: 'Another error' }]);
  });

  test('tells no cost when the CLI tells none', () => {
    expect(parse({ type: 'result', is_error: false })).toMatchObject([
      { processCostUsd: null, inputTokens: 0 },
    ]);
  });

  test('tells its own cost where the total also holds what earlier processes spent', () => {
    const usage = { large: { costUSD: 0.25 }, small: { costUSD: 0.125 } };
    const told = { is_error: false, total_cost_usd: 9, model_usage_since_last_result: usage };
    expect(parse(result(told))).toMatchObject([{ turnCostUsd: 0.375, processCostUsd: 9 }]);
    expect(parse(result({ is_error: false }))[0]).not.toHaveProperty('turnCostUsd');
  });

  test('hands in what the schema asked for', () => {
    expect(parse(result({ is_error: false, structured_output: { verdict: 'pass' } }))).toMatchObject([
      { structured: '{"verdict":"pass"}' },
    ]);
  });

  test('that fails before it began gives its errors as text', () => {
    const [ended] = parse(
      result({ subtype: 'error_during_execution', is_error: true, errors: ['no such', 'id'] }),
    );
    expect(ended).toMatchObject({ ok: false, text: 'no such; id', problem: 'unknown' });
  });
});

test.each([
  [{ subtype: 'error_max_turns', terminal_reason: 'max_turns' }, 'max-turns'],
  [{ subtype: 'error_max_budget_usd' }, 'budget'],
  [{ subtype: 'error_max_structured_output_retries' }, 'schema'],
  [{ subtype: 'error_during_execution', terminal_reason: 'aborted_streaming' }, 'aborted'],
  [{ subtype: 'error_during_execution', terminal_reason: 'aborted_tools' }, 'aborted'],
  [{ subtype: 'success', api_error_status: 401, terminal_reason: 'completed' }, 'authentication'],
  [{ subtype: 'success', api_error_status: 529, api_error_type: 'overloaded_error' }, 'overloaded'],
  [{ subtype: 'success', api_error_status: 529 }, 'overloaded'],
  [{ subtype: 'success', api_error_status: 500 }, 'server-error'],
  [{ subtype: 'success', api_error_status: 400 }, 'invalid-request'],
  [{ subtype: 'success', api_error_status: null, terminal_reason: 'api_error' }, 'network'],
  [{ subtype: 'success', api_error_status: null, terminal_reason: 'completed' }, 'network'],
  [
    { subtype: 'success', api_error_status: null, result: 'Not logged in · Please run /login' },
    'authentication',
  ],
  [{ subtype: 'success', api_error_status: 400, api_error_type: 'billing_error' }, 'billing'],
  [{ subtype: 'constructor', terminal_reason: '__proto__' }, 'unknown'],
])('a failed result %o is called "%s"', (more, problem) => {
  expect(parse(result({ is_error: true, ...more }))).toMatchObject([{ kind: 'turn-ended', problem }]);
});

describe('work', () => {
  test('shows what the agent said and which tool it took up', () => {
    expect(parse(assistant({ type: 'text', text: 'hello' }))).toMatchObject([
      { kind: 'said', text: 'hello' },
    ]);
    expect(
      parse(assistant({ type: 'tool_use', id: 'x', name: 'Bash', input: { command: 'ls\n  -l' } })),
    ).toEqual([{ kind: 'tool-started', name: 'Bash', summary: 'ls⏎-l', input: { command: 'ls\n  -l' } }]);
    expect(parse(assistant({ type: 'thinking', thinking: 'hm' }))).toEqual([{ kind: 'thought', text: 'hm' }]);
    expect(parse(assistant({ type: 'thinking', thinking: '', signature: 'x' }))).toEqual([]);
  });

  test('shows how a tool ended, whatever form its content has', () => {
    const ended = (block: object): readonly AgentFact[] =>
      parse({ type: 'user', message: { role: 'user', content: [{ type: 'tool_result', ...block }] } });
    expect(ended({ content: '42' })).toEqual([{ kind: 'tool-ended', ok: true, text: '42' }]);
    expect(ended({ content: [{ type: 'text', text: 'a' }, { type: 'image' }], is_error: true })).toEqual([
      { kind: 'tool-ended', ok: false, text: 'a' },
    ]);
  });

  test('asks for permission with the id that the answer must carry', () => {
    const request = { subtype: 'can_use_tool', tool_name: 'Write', input: { file_path: '/a', content: 'b' } };
    expect(parse({ type: 'control_request', request_id: 'r7', request })).toEqual([
      {
        kind: 'permission-asked',
        requestId: 'r7',
        tool: 'Write',
        summary: '/a',
        details: 'file_path: /a\n+b\n+\\ no line feed at the end',
        input: '{"file_path":"/a","content":"b"}',
      },
    ]);
  });

  test('asks the person a question of its own, with the answers it offers', () => {
    const questions = [{ question: 'Which?', options: [{ label: 'One' }, { label: 'Two' }] }];
    const request = { subtype: 'can_use_tool', tool_name: 'AskUserQuestion', input: { questions } };
    expect(parse({ type: 'control_request', request_id: 'r8', request })).toEqual([
      {
        kind: 'question-asked',
        requestId: 'r8',
        questions: [
          {
            text: 'Which?',
            header: '',
            options: [
              { label: 'One', description: '' },
              { label: 'Two', description: '' },
            ],
            isMulti: false,
          },
        ],
        input: JSON.stringify({ questions }),
      },
    ]);
  });

  test('withdraws a request, and repeats the answer that it has read', () => {
    expect(parse({ type: 'control_cancel_request', request_id: 'r7' })).toEqual([
      { kind: 'request-withdrawn', requestId: 'r7' },
    ]);
    const response = { subtype: 'success', request_id: 'r7', response: { behavior: 'deny' } };
    expect(parse({ type: 'control_response', response })).toEqual([{ kind: 'saw-answer', requestId: 'r7' }]);
  });

  test('in the background is told by the list of all tasks', () => {
    const tasks = [{ task_id: 'a' }, { task_id: 'b' }];
    expect(parse({ type: 'system', subtype: 'background_tasks_changed', tasks })).toMatchObject([
      { kind: 'background', all: [{ id: 'a' }, { id: 'b' }] },
    ]);
  });
});

describe('a hook', () => {
  const hook = (more: object): readonly AgentFact[] =>
    parse({ type: 'system', subtype: 'hook_response', hook_name: 'PreToolUse:Bash', ...more });

  test('blocks by exit code, by outcome, or by what it prints', () => {
    const blocked = [{ kind: 'hook-blocked', hook: 'PreToolUse:Bash', text: 'not here' }];
    expect(hook({ exit_code: 2, stderr: 'not here\n' })).toEqual(blocked);
    expect(hook({ outcome: 'blocked', stderr: 'not here' })).toEqual(blocked);
    const stdout = '{"hookSpecificOutput":{"permissionDecision":"deny"}}';
    expect(hook({ exit_code: 0, stdout })).toMatchObject([{ kind: 'hook-blocked' }]);
  });

  test('that lets the work pass says nothing', () => {
    expect(hook({ exit_code: 0, outcome: 'success', stdout: 'may "deny" one day' })).toEqual([]);
  });
});

describe('a limit', () => {
  const info = { status: 'rejected', resetsAt: 1_800_000_000, rateLimitType: 'five_hour' };

  test('is told with its end by the event that rejects', () => {
    expect(parse({ type: 'rate_limit_event', rate_limit_info: info })).toMatchObject([
      { kind: 'limited', resetAt: 1_800_000_000_000 },
    ]);
  });

  test('is not there while requests are still allowed or paid for otherwise', () => {
    for (const more of [{ status: 'allowed' }, { status: 'allowed_warning' }, { isUsingOverage: true }]) {
      expect(parse({ type: 'rate_limit_event', rate_limit_info: { ...info, ...more } })).toEqual([]);
    }
  });

  test('is told by the failure of the request, and by the result', () => {
    const text = 'API Error: Request rejected (429)';
    expect(parse(assistant({ type: 'text', text }, { error: 'rate_limit' }))).toEqual([
      { kind: 'limited', resetAt: null, text },
    ]);
    const failed = result({ subtype: 'success', is_error: true, api_error_status: 429, result: text });
    expect(parse(failed)).toMatchObject([
      { kind: 'turn-ended', ok: false, problem: 'rate-limit', resetAt: null },
    ]);
  });

  test.each([
    ['seconds', { resetsAt: 1_800_000_000 }],
    ['milliseconds', { resetsAt: 1_800_000_000_000 }],
    ['a date', { resets_at: '2027-01-15T08:00:00Z' }],
    ['digits', { resetsAt: '1800000000' }],
    ['a wait after the moment of the event', { timestamp: '2027-01-15T07:59:00Z', retry_after: 60 }],
  ])('ends at the same moment when it is given as %s', (_form, more) => {
    const facts = parse(assistant({ type: 'text', text: 'slow down' }, { error: 'rate_limit', ...more }));
    expect(facts).toMatchObject([{ resetAt: 1_800_000_000_000 }]);
  });

  test('ends at the moment that an older version puts behind a bar', () => {
    const text = 'usage limit reached|1800000000';
    const failed = result({ is_error: true, api_error_status: 429, result: text });
    expect(parse(failed)[0]).toMatchObject({ resetAt: 1_800_000_000_000 });
  });

  test('has no known end when the figure makes no sense', () => {
    for (const resetsAt of [-1, 5, '', 'soon', null, {}, 1e300]) {
      expect(parse({ type: 'rate_limit_event', rate_limit_info: { ...info, resetsAt } })).toMatchObject([
        { resetAt: null },
      ]);
    }
  });
});

describe('raw events at top level', () => {
  test('are understood', () => {
    const events = [
      { type: 'message_start', message: { model: 'm' } },
      { type: 'content_block_delta', delta: { type: 'text_delta', text: 'x' } },
      { type: 'tool_use', name: 'Read', input: { file_path: 'a.txt' } },
      { type: 'tool_result', tool_use_id: 't', content: 'text' },
      { type: 'message_stop' },
    ];
    expect(events.flatMap(parse)).toEqual([
      { kind: 'began', conversationId: null, model: 'm' },
      { kind: 'tool-started', name: 'Read', summary: 'a.txt', input: { file_path: 'a.txt' } },
      { kind: 'tool-ended', ok: true, text: 'text' },
      { kind: 'said', text: '' },
    ]);
  });

  test('end the turn with an error in our words', () => {
    expect(parse({ type: 'error', error: { type: 'overloaded_error', message: 'busy' } })).toMatchObject([
      { kind: 'turn-ended', ok: false, problem: 'overloaded', text: 'busy' },
    ]);
    expect(parse({ type: 'error', error: { type: 'rate_limit_error', message: 'slow' } })).toMatchObject([
      { kind: 'turn-ended', problem: 'rate-limit' },
    ]);
  });

  test('count for nothing when they repeat a message in pieces', () => {
    expect(parse({ type: 'stream_event', event: { type: 'message_stop' } })).toEqual([]);
  });
});

describe('whatever else comes', () => {
  test('is named when it is an event, and called broken when it is none', () => {
    expect(parse({ type: 'brand_new' })).toEqual([{ kind: 'unknown', type: 'brand_new' }]);
    expect(parse({ type: 'system', subtype: 'brand_new' })).toEqual([
      { kind: 'unknown', type: 'system/brand_new' },
    ]);
    expect(kindsOf(parseStreamJson('Error: no'))).toEqual(['broken']);
    expect(kindsOf(parseStreamJson('[1]'))).toEqual(['broken']);
    expect(parseStreamJson('')).toEqual([]);
    expect(parseStreamJson('\r')).toEqual([]);
  });

  const TYPES = [
    'system',
    'assistant',
    'user',
    'result',
    'control_request',
    'control_response',
    'control_cancel_request',
    'rate_limit_event',
    'stream_event',
    'tool_use',
    'tool_result',
    'error',
    'message_start',
  ];
  const KEYS = [
    'subtype',
    'message',
    'content',
    'request',
    'error',
    'usage',
    'errors',
    'tasks',
    'rate_limit_info',
    'input',
    'resetsAt',
    'timestamp',
    'retry_after',
    'isReplay',
    'uuid',
    'is_error',
    'api_error_status',
    'stdout',
    'result',
    'toString',
    '__proto__',
    'text',
    'type',
  ];
  const VALUES = [
    'init',
    'text',
    'tool_use',
    'tool_result',
    'hook_response',
    'can_use_tool',
    'rate_limit',
    429,
  ];

  const anything = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.jsonValue(),
      fc.constantFrom(...VALUES),
      fc.array(tie('node'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...KEYS), tie('node'), { maxKeys: 6, noNullPrototype: true }),
    ),
  })).node;

  test('never throws', () => {
    const event = fc.tuple(fc.constantFrom(...TYPES), fc.dictionary(fc.constantFrom(...KEYS), anything));
    fc.assert(
      fc.property(event, ([type, rest]) => {
        const facts = parse({ ...rest, type });
        expect(facts.every((fact) => typeof fact.kind === 'string')).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    fc.assert(fc.property(fc.string(), (line) => Array.isArray(parseStreamJson(line))));
  }, 30_000);

  test('may be nested deeper than the stack', () => {
    const deep = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`;
    const block = `{"type":"tool_use","name":"N","input":{"x":${deep}}}`;
    const line = `{"type":"assistant","message":{"content":[${block}]}}`;
    expect(parseStreamJson(line)).toMatchObject([{ kind: 'tool-started', name: 'N', summary: 'x: {…}' }]);
    const request = `{"subtype":"can_use_tool","tool_name":"N","input":{"x":${deep}}}`;
    const asked = `{"type":"control_request","request_id":"r","request":${request}}`;
    expect(parseStreamJson(asked)).toMatchObject([{ kind: 'permission-asked', input: '{}' }]);
  });
});

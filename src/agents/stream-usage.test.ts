import { describe, expect, test } from 'vitest';
import { parseStreamJson } from './stream-json.ts';

const parse = (event: object) => parseStreamJson(JSON.stringify(event));
const result = (more: object) => ({ type: 'result', session_id: 's', ...more });

test('an answer that passes the budget is an answer, where the model had finished', () => {
  const broke = { subtype: 'error_max_budget_usd', is_error: true, errors: ['Reached maximum budget'] };
  expect(parse(result({ ...broke, stop_reason: 'end_turn' }))).toMatchObject([
    { ok: true, problem: 'budget', text: '' },
  ]);
  expect(parse(result({ ...broke, stop_reason: 'tool_use' }))).toMatchObject([
    { ok: false, problem: 'budget', text: 'Reached maximum budget' },
  ]);
});

test('a turn counts tokens by model, since the last result or of the process', () => {
  const large = { inputTokens: 4_000, outputTokens: 300, cacheReadInputTokens: 500, costUSD: 1 };
  const modelUsage = { large, small: { inputTokens: 10, outputTokens: 1 } };
  expect(parse(result({ is_error: false, modelUsage }))).toMatchObject([
    { processTokens: { input: 4_510, output: 301 } },
  ]);
  const since = { large: { inputTokens: 7, outputTokens: 2, cacheCreationInputTokens: 1 } };
  const [ended] = parse(result({ is_error: false, modelUsage, model_usage_since_last_result: since }));
  expect(ended).toMatchObject({ inputTokens: 8, outputTokens: 2 });
  expect(ended).not.toHaveProperty('processTokens');
});

test('a message tells in the middle of a turn what it takes; what it wrote is guessed', () => {
  const usage = { input_tokens: 90, cache_read_input_tokens: 10, output_tokens: 1 };
  const using = (content: object[]) =>
    parse({ type: 'assistant', message: { id: 'm', content, usage } }).filter(({ kind }) => kind === 'using');
  const told = { kind: 'using', messageId: 'm', inputTokens: 100 };
  expect(using([{ type: 'text', text: 'x'.repeat(41) }])).toMatchObject([{ ...told, outputTokens: 11 }]);
  expect(using([{ type: 'tool_use', name: 'Bash', input: {} }])).toMatchObject([
    { ...told, outputTokens: 1 },
  ]);
});

test('a message costs at most what the dearest model takes for it', () => {
  const usage = { input_tokens: 1e6, cache_creation_input_tokens: 1e6, cache_read_input_tokens: 2e6 };
  const message = { id: 'm', content: [], usage: { ...usage, output_tokens: 1e6 } };
  expect(parse({ type: 'assistant', message })).toContainEqual(
    expect.objectContaining({ mostUsd: { given: 48, written: 75 } }),
  );
});

describe('a request that failed', () => {
  const retry = { type: 'system', subtype: 'api_retry', attempt: 3, max_retries: 10 };

  test('and is tried again by the CLI holds it up', () => {
    expect(parse({ ...retry, error_status: 500, error: 'server_error' })).toEqual([
      { kind: 'stalled', text: '500 server_error, try 3 of 10', problem: 'server-error' },
    ]);
    expect(parse({ ...retry, error_status: null, error: 'unknown' })).toMatchObject([
      { kind: 'stalled', text: 'unknown, try 3 of 10' },
    ]);
  });

  test('is no word of the agent: the end of the turn tells of it', () => {
    const text = 'API Error: 500';
    expect(
      parse({ type: 'assistant', message: { content: [{ type: 'text', text }] }, error: 'server_error' }),
    ).toEqual([]);
  });
});

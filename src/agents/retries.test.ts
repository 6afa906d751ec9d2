import { expect, test } from 'vitest';
import { acp } from './acp.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';

// Lines that the programs wrote, shortened by their times and ids.
const logged = (error: string, small = 'false') =>
  `timestamp=2026-11-16T17:13:51.441Z level=ERROR run=53e5235f message="stream error" providerID=x ` +
  `modelID=y session.id=ses_1 small=${small} agent=build mode=primary error.error="${error}"`;
const NO_WAY = 'Cannot connect to API: Unable to connect. Is the computer able to access the url?';
const api = (code: number) =>
  `_ApiError: {"error":{"code":${code},"message":"the stand-in answers ${code}","status":"x"}}`;

test.each([
  [logged('AI_APICallError: Rate limit reached'), 'Rate limit reached', 'rate-limit'],
  [logged('AI_APICallError: the stand-in answers 429'), 'the stand-in answers 429', 'rate-limit'],
  [logged('AI_APICallError: the stand-in answers 500'), 'the stand-in answers 500', 'server-error'],
  [logged(`AI_APICallError: ${NO_WAY} (cause: Error: no)`), `${NO_WAY} (cause: Error: no)`, 'network'],
])('opencode tells on stderr what it tries again: %j', (line, text, problem) => {
  expect(opencode.parseErrorLine?.(line)).toEqual([{ kind: 'stalled', text, problem }]);
});

test.each([
  [`Attempt 1 failed with status 429. Retrying with backoff... ${api(429)}`, 'answers 429', 'rate-limit'],
  [`Attempt 2 failed with status 500. Retrying with backoff... ${api(500)}`, 'answers 500', 'server-error'],
  [
    'Attempt 3 failed. Retrying with backoff... Error: exception TypeError: fetch failed sending request',
    'fetch failed',
    'network',
  ],
])('so does gemini: %j', (line, text, problem) => {
  expect(gemini.parseErrorLine?.(line)).toMatchObject([
    { kind: 'stalled', text: expect.stringContaining(text), problem },
  ]);
});

test('opencode does so over ACP too, where the protocol says nothing', () => {
  const line = logged('AI_APICallError: the stand-in answers 429');
  expect(acp.parseErrorLine?.(line)).toMatchObject([{ kind: 'stalled', problem: 'rate-limit' }]);
});

test.each([
  logged('AI_RetryError: no title', 'true'),
  'timestamp=2026 level=ERROR message=process error="the stand-in answers 500"',
  '! permission requested: external_directory; auto-rejecting',
  'Ripgrep is not available. Falling back to GrepTool.',
  '',
])('what is no retry says nothing: %j', (line) => {
  expect(opencode.parseErrorLine?.(line)).toEqual([]);
  expect(gemini.parseErrorLine?.(line)).toEqual([]);
  expect(acp.parseErrorLine?.(line)).toEqual([]);
});

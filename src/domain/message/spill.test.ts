import { expect, test } from 'vitest';
import { SPILL_OVER_BYTES, spill } from './spill.ts';

const deps = {
  hash: (text: string) => `h${text.length}${text.slice(0, 3)}`,
  pathOf: (sha256: string) => `/blobs/${sha256}`,
  bytesOf: (text: string) => Buffer.byteLength(text),
};

test('a short message stays as it is', () => {
  const message = { type: 'finding', title: 'T', body: 'x'.repeat(SPILL_OVER_BYTES - 100) };
  expect(spill(message, deps)).toEqual({ value: message, blobs: [] });
});

test('a long text goes to a file, and its path is told after its beginning', () => {
  const body = `begin ${'é'.repeat(SPILL_OVER_BYTES)}`;
  const { value, blobs } = spill({ type: 'finding', title: 'T', body }, deps);
  const bytes = Buffer.byteLength(body);
  expect(blobs).toEqual([{ sha256: deps.hash(body), path: `/blobs/${deps.hash(body)}`, bytes, text: body }]);
  expect(value.title).toBe('T');
  expect(value.body).toContain(`${bytes} bytes: /blobs/${deps.hash(body)} (sha256 ${deps.hash(body)})`);
  expect(value.body.startsWith('begin éé')).toBe(true);
  expect(value.body.length).toBeLessThan(2_000);
});

test('many parts that are too long only together go to files too, and none goes twice', () => {
  const findings = Array.from({ length: 30 }, (_, n) => ({
    about: `f${n}`,
    text: `${n}-`.padEnd(5_000, 'x'),
  }));
  const summary = 's'.repeat(SPILL_OVER_BYTES + 1);
  const { value, blobs } = spill({ summary, findings }, deps);
  expect(blobs).toHaveLength(31);
  expect(blobs[0]?.text).toBe(summary);
  expect(JSON.stringify(value).length).toBeLessThan(SPILL_OVER_BYTES);
  expect(value.findings.map(({ about }) => about)).toEqual(findings.map(({ about }) => about));
});

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderVerbPage } from '../../views/verb-page.ts';
import { VERBS } from '../verbs.ts';
import { showSchema } from './show-schema.ts';

const FOLDER = new URL('../../../schema/verbs/', import.meta.url);
const PAGE = new URL('../../../docs/JSON.md', import.meta.url);

async function describeAll() {
  const shown = await showSchema({});
  return shown.ok ? shown.value : [];
}

test('each verb has the schemas that were published; a changed answer is published on purpose', async () => {
  for (const verb of await describeAll()) {
    const published = JSON.parse(readFileSync(new URL(`${verb.name}.json`, FOLDER), 'utf8'));
    expect(published, `${verb.name}: node scripts/verb-pages.mjs`).toEqual(JSON.parse(JSON.stringify(verb)));
  }
});

test('no schema is published of a verb that is gone', () => {
  const published = readdirSync(FOLDER).map((name) => name.replace(/\.json$/, ''));
  expect(published.toSorted()).toEqual(Object.keys(VERBS).toSorted());
});

test('docs/JSON.md is drawn from the schemas (node scripts/verb-pages.mjs)', async () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(renderVerbPage(await describeAll()));
});

test('a verb that does not exist is refused with the nearest name', async () => {
  expect(await showSchema({ verb: 'sesion.transcript' })).toMatchObject({
    ok: false,
    refusal: { code: 'verb-unknown', near: ['session.transcript'] },
  });
});

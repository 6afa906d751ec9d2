import type { Engine } from './engine.ts';
import type { Row } from './program.ts';
import type { NamedBy, NamedSession, Store } from './store.ts';
import { storable } from './table.ts';

const MOST = 5;
const LAST = '\u{10FFFF}';
/** Fewer letters in common say nothing: all ids of a century begin alike. */
const LEAST_IN_COMMON = 4;

const NAMED: Readonly<Record<NamedBy, (text: string) => Readonly<{ where: string; values: string[] }>>> = {
  prefix: (text) => ({ where: 'id >= ? and id < ?', values: [text, `${text}${LAST}`] }),
  suffix: (text) => ({ where: 'substr(id, length(id) - length(?) + 1) = ?', values: [text, text] }),
  persona: (text) => ({ where: 'persona = ? and archived_at is null', values: [text] }),
  title: (text) => ({
    where: `replace(lower(title), ?, '') <> lower(title) and archived_at is null`,
    values: [text.toLowerCase()],
  }),
};
const MOST_NAMED = 50;

async function listNamed(
  engine: Engine,
  { by, text }: Readonly<{ by: NamedBy; text: string }>,
): Promise<readonly NamedSession[]> {
  const { where, values } = NAMED[by](storable(text));
  const newest = `order by created_at desc, id desc limit ${MOST_NAMED}`;
  const sql = `select id, title from session where ${where} ${newest}`;
  return (await engine.read({ sql, values })).map((row) => ({
    id: String(row.id),
    title: String(row.title),
  }));
}

/** First those that begin with the text, then those that hold it, then neighbours that begin alike. */
export const nearIdReads = (engine: Engine): Pick<Store, 'listNearIds' | 'listNamed'> => ({
  listNamed: (named) => listNamed(engine, named),
  listNearIds: async (text) => {
    const asked = storable(text);
    if (asked === '') return [];
    const near = new Set(
      await idsWhere(engine, 'id >= ? and id < ? order by id desc', [asked, `${asked}${LAST}`]),
    );
    if (near.size === MOST) return [...near];
    for (const id of await idsWhere(engine, `replace(id, ?, '') <> id order by id desc`, [asked]))
      near.add(id);
    for (const id of await neighbours(engine, asked)) near.add(id);
    return [...near].slice(0, MOST);
  },
});

async function idsWhere(engine: Engine, rest: string, values: readonly string[]): Promise<readonly string[]> {
  const rows = await engine.read({ sql: `select id from session where ${rest} limit ${MOST}`, values });
  return rows.map((row: Row) => String(row.id));
}

// Whatever shares the longest beginning with the text stands next to where it would stand itself.
async function neighbours(engine: Engine, text: string): Promise<readonly string[]> {
  const [before, after] = await Promise.all([
    idsWhere(engine, 'id < ? order by id desc', [text]),
    idsWhere(engine, 'id > ? order by id', [text]),
  ]);
  return [...before, ...after]
    .map((id) => ({ id, common: commonLength(id, text) }))
    .filter(({ common }) => common >= LEAST_IN_COMMON)
    .sort((a, b) => b.common - a.common)
    .map(({ id }) => id);
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

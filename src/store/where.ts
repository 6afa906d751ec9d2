import type { Statement } from './program.ts';

/** Joins the conditions that apply; `false` stands for one that was not asked for. */
export function where(conditions: readonly (Statement | false)[]): Statement {
  const asked = conditions.filter((condition) => condition !== false);
  return {
    sql: asked.length === 0 ? '' : `where ${asked.map(({ sql }) => sql).join(' and ')}`,
    values: asked.flatMap(({ values }) => values),
  };
}

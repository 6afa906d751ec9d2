import type { Question } from '../domain/question/question.ts';
import type { Engine } from './engine.ts';
import type { Row } from './program.ts';
import { questionTable } from './schema.ts';
import { steppedTable } from './stepped-table.ts';
import type { Store } from './store.ts';
import { storable } from './table.ts';
import { where } from './where.ts';

export const questions = steppedTable(questionTable, {
  duplicateOf: 'question',
  stepped: { state: true, answer: true, answeredBy: true, answeredAt: true, line: true },
  // An open question keeps the parts of its answer that were given: of two writers, none loses the other's.
  guards: ['state', 'answer'],
});

// Few commands read a question, and all would pay for loading the schemas.
async function fromRows(rows: readonly Row[]): Promise<Question[]> {
  if (rows.length === 0) return [];
  const { parsePayload } = await import('../contract/question-payload.ts');
  return rows.map((row) => {
    const question = questionTable.fromRow(row);
    return { ...question, payload: parsePayload(question) } as Question;
  });
}

export const questionReads = (engine: Engine): Pick<Store, 'findQuestion' | 'listQuestions'> => ({
  findQuestion: async (id) => {
    const rows = await engine.read(questionTable.select('where id = ?', [storable(id)]));
    return (await fromRows(rows))[0];
  },
  listQuestions: async ({ sessionId, runId, state }) => {
    const { sql, values } = where([
      sessionId !== undefined && { sql: 'session_id = ?', values: [storable(sessionId)] },
      runId !== undefined && { sql: 'run_id = ?', values: [storable(runId)] },
      state !== undefined && { sql: 'state = ?', values: [state] },
    ]);
    return fromRows(await engine.read(questionTable.select(`${sql} order by asked_at, id`, values)));
  },
});

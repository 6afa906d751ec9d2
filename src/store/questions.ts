import { parsePayload } from '../contract/question-payload.ts';
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
  guards: ['state'],
});

function fromRow(row: Row): Question {
  const question = questionTable.fromRow(row);
  return { ...question, payload: parsePayload(question) } as Question;
}

export const questionReads = (engine: Engine): Pick<Store, 'findQuestion' | 'listQuestions'> => ({
  findQuestion: async (id) => {
    const [row] = await engine.read(questionTable.select('where id = ?', [storable(id)]));
    return row && fromRow(row);
  },
  listQuestions: async ({ sessionId, runId, state }) => {
    const { sql, values } = where([
      sessionId !== undefined && { sql: 'session_id = ?', values: [storable(sessionId)] },
      runId !== undefined && { sql: 'run_id = ?', values: [storable(runId)] },
      state !== undefined && { sql: 'state = ?', values: [state] },
    ]);
    const rows = await engine.read(questionTable.select(`${sql} order by asked_at, id`, values));
    return rows.map(fromRow);
  },
});

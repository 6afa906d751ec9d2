import type { Engine } from './engine.ts';
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

export const questionReads = (engine: Engine): Pick<Store, 'findQuestion' | 'listQuestions'> => ({
  findQuestion: (id) => questions.find(engine, id),
  listQuestions: ({ sessionId, runId, state }) => {
    const { sql, values } = where([
      sessionId !== undefined && { sql: 'session_id = ?', values: [storable(sessionId)] },
      runId !== undefined && { sql: 'run_id = ?', values: [storable(runId)] },
      state !== undefined && { sql: 'state = ?', values: [state] },
    ]);
    return questionTable.list(engine, `${sql} order by asked_at, id`, values);
  },
});

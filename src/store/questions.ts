import { parsePayload } from '../contract/question-payload.ts';
import type { Question, QuestionStep } from '../domain/question/question.ts';
import type { Engine } from './engine.ts';
import { type Program, type Row, write } from './program.ts';
import { questionTable } from './schema.ts';
import type { Store } from './store.ts';
import { storable } from './table.ts';
import { where } from './where.ts';
import type { WriteRefusal } from './write-refusal.ts';

export function* addQuestion(question: Question): Program<WriteRefusal | null> {
  return (yield* write(questionTable.insert(question))) === 0 ? { why: 'duplicate', of: 'question' } : null;
}

export function* saveQuestionStep({ from, to }: QuestionStep): Program<WriteRefusal | null> {
  const set = ['state', 'answer', 'answeredBy', 'answeredAt', 'line'] as const;
  const changed = yield* write(questionTable.update({ set, to, from, guards: ['state'] }));
  return changed === 0 ? { why: 'stale' } : null;
}

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

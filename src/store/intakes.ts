import type { Engine } from './engine.ts';
import { type Program, write } from './program.ts';
import type { Store, Write } from './store.ts';
import { storable } from './table.ts';
import type { WriteRefusal } from './write-refusal.ts';

export function* addIntake(intake: Extract<Write, { kind: 'add-intake' }>): Program<WriteRefusal | null> {
  const changed = yield* write({
    sql: 'insert into intake (key, at, answer) values (?, ?, ?) on conflict do nothing',
    values: [storable(intake.key), intake.at, storable(intake.answer)],
  });
  return changed === 0 ? { why: 'duplicate', of: 'intake' } : null;
}

export const intakeReads = (engine: Engine): Pick<Store, 'findIntake'> => ({
  findIntake: async (key) => {
    const [row] = await engine.read({
      sql: 'select answer from intake where key = ?',
      values: [storable(key)],
    });
    return row && String(row.answer);
  },
});

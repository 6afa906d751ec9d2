import type { Turn, TurnStep } from '../domain/turn/turn.ts';
import type { Engine } from './engine.ts';
import { type Program, write } from './program.ts';
import { turnTable } from './schema.ts';
import type { Store } from './store.ts';
import { storable } from './table.ts';
import type { WriteRefusal } from './write-refusal.ts';

export function* addTurn(turn: Turn): Program<WriteRefusal | null> {
  return (yield* write(turnTable.insert(turn))) === 0 ? { why: 'duplicate', of: 'turn' } : null;
}

export function* saveTurnStep({ from, to }: TurnStep): Program<WriteRefusal | null> {
  const set = ['state', 'attempt', 'changedAt'] as const;
  const changed = yield* write(turnTable.update({ set, to, from, guards: ['state', 'attempt'] }));
  return changed === 0 ? { why: 'stale' } : null;
}

export const turnReads = (engine: Engine): Pick<Store, 'findTurn' | 'listTurns'> => ({
  findTurn: async (id) => {
    const [row] = await engine.read(turnTable.select('where id = ?', [storable(id)]));
    return row && turnTable.fromRow(row);
  },
  listTurns: async (sessionId) => {
    const rows = await engine.read(
      turnTable.select('where session_id = ? order by number', [storable(sessionId)]),
    );
    return rows.map(turnTable.fromRow);
  },
});

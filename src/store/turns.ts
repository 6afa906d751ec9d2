import type { Engine } from './engine.ts';
import { turnTable } from './schema.ts';
import { steppedTable } from './stepped-table.ts';
import type { Store } from './store.ts';
import { storable } from './table.ts';

export const turns = steppedTable(turnTable, {
  duplicateOf: 'turn',
  stepped: { body: true, state: true, attempt: true, position: true, changedAt: true },
  guards: ['state', 'attempt'],
});

export const turnReads = (engine: Engine): Pick<Store, 'findTurn' | 'listTurns'> => ({
  findTurn: (id) => turns.find(engine, id),
  listTurns: (sessionId) =>
    turnTable.list(engine, 'where session_id = ? order by number', [storable(sessionId)]),
});

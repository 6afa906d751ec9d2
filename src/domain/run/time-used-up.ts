import type { RunOrder } from './program.ts';

/** The same, but sessions that it ends are killed: their time is used up. */
export const killRoles = <M extends Readonly<{ orders: readonly RunOrder[] }>>(move: M): M => ({
  ...move,
  orders: move.orders.map((order) => (order.is === 'end-session' ? { ...order, isTimeout: true } : order)),
});

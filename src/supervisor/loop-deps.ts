import type { LoopHands } from '../app/loop/begin-iteration.ts';
import type { RoundDeps } from './deps.ts';
import type { GateKeeper } from './keep-gates.ts';

type Log = (level: 'debug' | 'info' | 'warn' | 'error', message: string) => void;

export type LoopDeps = RoundDeps & Readonly<{ loopHands: LoopHands; gateKeeper: GateKeeper; log: Log }>;

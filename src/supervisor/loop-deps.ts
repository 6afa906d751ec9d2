import type { LoopHands } from '../app/loop/begin-iteration.ts';
import type { Gates } from '../runtime/gate/gates.ts';
import type { RoundDeps } from './deps.ts';

type Log = (level: 'debug' | 'info' | 'warn' | 'error', message: string) => void;

export type LoopDeps = RoundDeps & Readonly<{ loopHands: LoopHands; gates: Gates; log: Log }>;

import type { LoopPorts } from '../../app/loop/begin-iteration.ts';
import type { SharedFolders } from '../../runtime/workspace/shared-folders.ts';
import type { RoundDeps } from '../deps.ts';
import type { GateRunner } from '../gate/gate-runner.ts';

type Log = (level: 'debug' | 'info' | 'warn' | 'error', message: string) => void;

export type LoopDeps = RoundDeps &
  Readonly<{ loopPorts: LoopPorts; gateRunner: GateRunner; sharedFolders: SharedFolders; log: Log }>;

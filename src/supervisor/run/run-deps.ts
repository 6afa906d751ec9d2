import type { Happening } from '../../app/run/apply-run-fact.ts';
import type { RunMemory } from '../../domain/run/memory.ts';
import type { Run } from '../../domain/run/run.ts';
import type { Session } from '../../domain/session/session.ts';
import type { RoundDeps } from '../deps.ts';
import type { GateRunner } from '../gate/gate-runner.ts';

export type RunDeps = RoundDeps & Readonly<{ gateRunner: GateRunner }>;

/** A run, and the rows that its next fact is looked for in. */
export type RunScene = Readonly<{ run: Run; memory: RunMemory; sessions: readonly Session[] }>;

export type FoundFact = Pick<Happening, 'fact' | 'note' | 'more' | 'question'>;

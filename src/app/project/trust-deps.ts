import type { Runnable, TrustOrigin } from '../../domain/trust/runnable.ts';

export type TrustReport = Readonly<{
  root: string;
  /** Null: not trusted. */
  origin: TrustOrigin | null;
  /** Where the person's word is kept. */
  record: string;
  runnables: readonly Runnable[];
}>;

/** The person's word about a project. */
export interface TrustPort {
  /** A usage error where there is no project. */
  assertProject(): Promise<void>;
  observe(): Promise<TrustReport>;
  save(): Promise<void>;
  remove(): Promise<void>;
}

export type TrustDeps = Readonly<{ trust: TrustPort }>;

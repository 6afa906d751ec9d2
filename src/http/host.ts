import type { Wakes } from '../app/session/wait-sessions.ts';
import type { AnyVerb } from '../app/verb.ts';
import type { Ask } from '../app/verbs.ts';
import type { Outcome } from '../domain/outcome.ts';

/** A file of the page, as it is sent. */
export type Asset = Readonly<{ bytes: Uint8Array<ArrayBuffer>; type: string; isImmutable: boolean }>;

export type TokenPurpose = 'metrics' | 'mcp';

/** What a browser proves itself with. Only hashes of it are kept. */
export interface Secrets {
  /** Takes a token of an address, which counts once, and gives a cookie for it; null when it is not good. */
  redeem(token: string): string | null;
  isCookie(cookie: string): boolean;
  /** Metrics and MCP have a token each, which opens nothing else. */
  isTokenFor(purpose: TokenPurpose, token: string): boolean;
}

export type ScreenSize = Readonly<{ columns: number; rows: number }>;

export type TerminalEvents = Readonly<{
  /** Everything is drawn anew, at this size. */
  drawn(size: ScreenSize, bytes: Uint8Array): void;
  output(bytes: Uint8Array): void;
  ended(): void;
}>;

/** What a session shows, as it goes on. */
export interface TerminalScreen {
  /** Draws everything anew, and output goes on. */
  refresh(): void;
  /** No output is wanted until then. */
  hold(): void;
  type(bytes: Uint8Array): void;
  resize(size: ScreenSize): void;
  close(): void;
}

/** Whose process asks: an agent's, one that has left, or any other, which the cookie speaks for. */
export type Asker = Readonly<{ is: 'agent'; attempt: string } | { is: 'left' } | { is: 'other' }>;

/** What the machine and the project give to this door. */
export interface HttpHost {
  readonly version: string;
  readonly ask: Ask;
  readonly secrets: Secrets;
  /** By the ports of a connection to this server. */
  findAsker(connection: Readonly<{ port: number; peerPort: number }>): Promise<Asker>;
  /** Null when there is no such verb. */
  verb(name: string): Promise<AnyVerb | null>;
  /** Tells when rows may have changed. */
  wakes(): Wakes;
  /** Called now and then while there are viewers: keeps rows true. */
  lookAfter(): Promise<void>;
  /** A file of the page by its path; null when there is none. */
  asset(path: string): Promise<Asset | null>;
  /** Answers a request of MCP, whose sender has proved itself. */
  answerMcp(request: Request): Promise<Response>;
  openTerminal(sessionId: string, events: TerminalEvents): Promise<Outcome<TerminalScreen>>;
  /** A text that cannot be guessed. */
  makeSecret(): string;
  now(): number;
  log(text: string): void;
}

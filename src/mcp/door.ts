import type { Resource, ResourceAnswer, Tool, ToolAnswer } from './wire.ts';

/**
 * All that is served, without a word of the protocol: the SDK is in a bundle of its own, which gets nothing
 * but this. Nothing here throws.
 */
export interface McpDoor {
  readonly version: string;
  /** For the model, before it begins. */
  readonly instructions: string;
  listTools(): Promise<readonly Tool[]>;
  call(name: string, given: unknown, signal: AbortSignal): Promise<ToolAnswer>;
  listResources(): readonly Resource[];
  /** Null when there is no such resource. */
  read(uri: string): Promise<ResourceAnswer | null>;
  /** Calls back with the address of a resource that changed, until the signal ends it. */
  watch(tell: (uri: string) => void, signal: AbortSignal): Promise<void>;
  log(text: string): void;
  /** The client has left. */
  close(): Promise<void>;
}

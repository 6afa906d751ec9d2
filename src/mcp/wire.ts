import type { JsonSchema } from '../contract/wire-input.ts';

/** A tool as a client is told of it. */
export type Tool = Readonly<{
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: 'object' };
  outputSchema: JsonSchema & { type: 'object' };
  annotations: Readonly<{
    title: string;
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  }>;
}>;

export type Resource = Readonly<{
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
}>;

/** What a resource holds, or why it cannot be read. */
export type ResourceAnswer = ToolAnswer & Readonly<{ mimeType: string }>;

/** What a call came to. `value` fits the tool's schema; a failure may have none. */
export type ToolAnswer = Readonly<{
  isError: boolean;
  text: string;
  value: Readonly<Record<string, unknown>> | null;
  /** Why it failed, for programs; stable. */
  code?: string;
}>;

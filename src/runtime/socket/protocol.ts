import * as z from 'zod/mini';

/** Raised when a client of one version could misread a supervisor of another. */
export const PROTOCOL_VERSION = 1;
export const MAX_LINE_BYTES = 256 * 1024;
/** Keeps a poke well under the length of a line. */
export const MAX_POKED = 500;
const MAX_ID_LENGTH = 256;

// A later version may say more.
const Greeting = z.object({
  pid: z.int(),
  version: z.string(),
  startedAt: z.number(),
  /** What keeps it from its work. */
  trouble: z.optional(z.string()),
  /** Fingerprints of what it goes by, and what they were made with. */
  goesBy: z.optional(z.record(z.string(), z.string())),
  salt: z.optional(z.string()),
});
export type Greeting = z.infer<typeof Greeting>;

const ClientLine = z.union([
  z.strictObject({ hello: z.int() }),
  z.strictObject({
    poke: z.array(z.string().check(z.maxLength(MAX_ID_LENGTH))).check(z.maxLength(MAX_POKED)),
  }),
  z.strictObject({ watch: z.literal(true) }),
  z.strictObject({ stop: z.literal(true) }),
]);
export type ClientLine = z.infer<typeof ClientLine>;

const ServerLine = z.union([
  z.strictObject({ hello: Greeting }),
  /** How many pokes of this connection have been heard. */
  z.strictObject({ ok: z.int() }),
  /** How many changes there have been; also the answer to `watch`. */
  z.strictObject({ changed: z.int() }),
  z.strictObject({ stopping: z.literal(true) }),
]);
export type ServerLine = z.infer<typeof ServerLine>;

/** Undefined for an invalid line. */
export const parseClientLine = (line: Buffer): ClientLine | undefined => parseLine(ClientLine, line);
export const parseServerLine = (line: Buffer): ServerLine | undefined => parseLine(ServerLine, line);
export const renderLine = (line: ClientLine | ServerLine): string => `${JSON.stringify(line)}\n`;

function parseLine<T>(schema: z.ZodMiniType<T>, line: Buffer): T | undefined {
  try {
    return schema.safeParse(JSON.parse(line.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

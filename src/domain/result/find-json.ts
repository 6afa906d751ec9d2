const FENCED = /```(?:json)?[ \t]*\r?\n([\s\S]*?)\r?\n[ \t]*```/g;

/** Texts of a final message that may be the JSON it was asked for: all of it, or its last fenced block. */
export function listJsonTexts(message: string): readonly string[] {
  const last = [...message.matchAll(FENCED)].at(-1)?.[1];
  return last === undefined ? [message.trim()] : [message.trim(), last.trim()];
}

import { fieldsOf, textOf } from './loose.ts';

/** The API's own error, where a CLI passes it on inside its message. */
export type ApiError = Readonly<{ code: unknown; type: string; message: string }>;

const READ_CHARS = 16_000;

/** As in "[API Error: {"error":{"code":401,"message":"…"}}]". */
export function apiErrorIn(text: string): ApiError | null {
  const [json] = /\{.*\}/s.exec(text.slice(0, READ_CHARS)) ?? [];
  if (json === undefined) return null;
  try {
    const { code, type, message } = fieldsOf(fieldsOf(JSON.parse(json)).error);
    return textOf(message) === '' ? null : { code, type: textOf(type), message: textOf(message) };
  } catch {
    return null;
  }
}

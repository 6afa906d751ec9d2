// Lazy: import this file only for a session with a schema, because it loads the package.
import { Ajv, type AnySchema, type ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseJsonText } from '../config/json-text.ts';

/** What is wrong with a schema, and where: a line, or a path inside it. */
export type SchemaProblem = Readonly<{ position: string; problem: string }>;

const MOST_ERRORS = 20;
// Formats are annotations; all errors are reported at once; nothing is printed.
const OPTIONS = { allErrors: true, strict: false, validateFormats: false, logger: false } as const;

/** Refuses a text that is no JSON Schema before a session starts with it; null when it is one. */
export function checkSchema(text: string): SchemaProblem | null {
  const parsed = parseJsonText(text);
  if (!parsed.ok) {
    const { line, column, problem } = parsed.problem;
    return { position: `${line}:${column}`, problem };
  }
  const schema = parsed.json.value;
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    return { position: '1:1', problem: 'a schema is an object' };
  try {
    const validator = openValidator(schema);
    if (!validator.validateSchema(schema)) return problemOf(validator.errors ?? [], parsed.json.lines);
    validator.compile(schema);
    return null;
  } catch (error) {
    return { position: '', problem: error instanceof Error ? error.message : String(error) };
  }
}

function problemOf(errors: readonly ErrorObject[], lines: ReadonlyMap<string, number>): SchemaProblem {
  const [first] = errors;
  const path = first?.instancePath ?? '';
  const line = lines.get(path.slice(1).replaceAll('/', '.'));
  return { position: line === undefined ? path : String(line), problem: describe(errors.slice(0, 1)).join() };
}

/** Why a value does not fit the schema, worded for the agent that has to fix it; empty when it fits. */
export function checkValue(schemaText: string, value: unknown): readonly string[] {
  const schema = JSON.parse(schemaText) as AnySchema;
  const validate = openValidator(schema).compile(schema);
  return validate(value) ? [] : describe(validate.errors ?? []).slice(0, MOST_ERRORS);
}

const openValidator = (schema: AnySchema): Ajv =>
  /draft-0[67]/.test(dialectOf(schema)) ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);

const dialectOf = (schema: AnySchema): string =>
  typeof schema === 'object' && typeof schema.$schema === 'string' ? schema.$schema : '';

const describe = (errors: readonly ErrorObject[]): readonly string[] =>
  errors.map(({ instancePath, message = 'does not fit', params }) => {
    const where = instancePath === '' ? 'the result' : instancePath;
    return `${where} ${message}${detailOf(params)}`;
  });

// What the message leaves out.
function detailOf(params: Readonly<Record<string, unknown>>): string {
  const detail = params.additionalProperty ?? params.allowedValues ?? params.allowedValue;
  return detail === undefined ? '' : `: ${JSON.stringify(detail)}`;
}

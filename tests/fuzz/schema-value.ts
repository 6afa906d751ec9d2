import * as fc from 'fast-check';

/** What of JSON Schema our published schemas use. */
export type JsonSchema = Readonly<{
  type?: string;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  items?: JsonSchema;
  additionalProperties?: boolean | JsonSchema;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  enum?: readonly unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}>;

const LONGEST_TEXT = 200;
const LONGEST_LIST = 4;

/** Values that the schema allows, but for patterns, which many of its texts will not meet. */
export function valueOfSchema(schema: JsonSchema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map(valueOfSchema));
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer(rangeOf(schema));
    case 'number':
      return fc.double({ ...rangeOf(schema), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return listOf(schema);
    case 'object':
      return objectOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

const textOf = ({ minLength = 0, maxLength = LONGEST_TEXT }: JsonSchema): fc.Arbitrary<string> =>
  fc.string({ unit: 'binary', minLength, maxLength: Math.max(minLength, Math.min(maxLength, LONGEST_TEXT)) });

const WIDEST = 1_000_000_000;

const rangeOf = ({ minimum, exclusiveMinimum, maximum = WIDEST }: JsonSchema) => ({
  min: minimum ?? (exclusiveMinimum === undefined ? -WIDEST : exclusiveMinimum + 1),
  max: Math.max(maximum, minimum ?? 0),
});

const listOf = ({ items = {}, minItems = 0, maxItems = LONGEST_LIST }: JsonSchema): fc.Arbitrary<unknown[]> =>
  fc.array(valueOfSchema(items), {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(maxItems, LONGEST_LIST)),
  });

function objectOf({ properties, required = [], additionalProperties }: JsonSchema): fc.Arbitrary<object> {
  if (properties === undefined) {
    const inner = typeof additionalProperties === 'object' ? additionalProperties : {};
    return fc.dictionary(fc.string(), valueOfSchema(inner), { maxKeys: LONGEST_LIST });
  }
  const parts = Object.fromEntries(
    Object.entries(properties).map(([key, inner]) => [key, valueOfSchema(inner)]),
  );
  return fc.record(parts, { requiredKeys: required.filter((key) => key in parts) });
}

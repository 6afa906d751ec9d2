import type { VerbAnswer } from '../contract/answer/schema.ts';

/** The verbs that a person may ask, as an OpenAPI document: one path each, drawn from their schemas. */
export function renderOpenApi(verbs: readonly VerbAnswer[], version: string): unknown {
  const open = verbs.filter(({ asks }) => asks !== 'agent');
  return {
    openapi: '3.1.0',
    info: { title: 'Swarm', version },
    paths: Object.fromEntries(open.map((verb) => [`/api/${verb.name}`, pathOf(verb)])),
    components: {
      responses: { error: { description: 'What went wrong', content: json(ERROR) } },
    },
  };
}

const ERROR = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: { code: { type: 'string' }, message: { type: 'string' }, hint: { type: 'string' } },
      required: ['code', 'message'],
    },
  },
  required: ['error'],
};

const MARK = { name: 'x-swarm', in: 'header', required: true, schema: { const: '1' } };

function pathOf({ name, summary, reads, input, answer }: VerbAnswer): unknown {
  const responses = { 200: { description: 'The answer', content: json(answer) }, default: ERROR_REF };
  const post = {
    operationId: name,
    summary,
    parameters: [MARK],
    requestBody: { required: true, content: json(input) },
    responses,
  };
  const given = { name: 'input', in: 'query', content: json(input) };
  return reads
    ? { post, get: { operationId: `${name}.get`, summary, parameters: [given], responses } }
    : { post };
}

const ERROR_REF = { $ref: '#/components/responses/error' };

const json = (schema: unknown) => ({ 'application/json': { schema } });

import * as z from 'zod/mini';
import { ShowSchema, type VerbAnswer } from '../../contract/answer/schema.ts';
import { wireSchemaOf } from '../../contract/wire-input.ts';
import { nearest } from '../../domain/config/nearest.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { type AnyVerb, folderVerb } from '../verb.ts';
import { isVerbName, VERBS } from '../verbs.ts';

/** The JSON Schemas of one verb, or of all. */
export async function showSchema({ verb }: ShowSchema): Promise<Outcome<readonly VerbAnswer[]>> {
  if (verb === undefined) return accept(await Promise.all(NAMES.map(describeVerb)));
  if (!isVerbName(verb)) return refuse({ code: 'verb-unknown', name: verb, near: nearest(verb, NAMES) });
  return accept([await describeVerb(verb)]);
}

const NAMES = (Object.keys(VERBS) as (keyof typeof VERBS)[]).toSorted();

async function describeVerb(name: keyof typeof VERBS): Promise<VerbAnswer> {
  const { summary, asks, reads, input, answer } = (await VERBS[name]()) as AnyVerb;
  return {
    name,
    summary,
    asks,
    reads,
    input: wireSchemaOf(input),
    answer: z.toJSONSchema(await answer(), { io: 'output', unrepresentable: 'any' }),
  };
}

export const showSchemaVerb = folderVerb({
  name: 'schema.show',
  summary: 'Print the JSON Schemas of what verbs take and answer',
  asks: 'anyone',
  reads: true,
  input: ShowSchema,
  answer: async () => (await import('../../contract/answer/schema.ts')).SchemaAnswer,
  run: (_, input) => showSchema(input),
  json: (verbs) => ({ verbs: [...verbs] }),
});

import * as z from 'zod/mini';
import { SafeId } from './id.ts';

export const TemplateRef = z.object({ name: SafeId });
export type TemplateRef = z.infer<typeof TemplateRef>;

/** Values for the places of a template. */
export const FillTemplate = z.extend(TemplateRef, {
  values: z._default(z.record(z.string(), z.string()), {}),
});
export type FillTemplate = z.infer<typeof FillTemplate>;

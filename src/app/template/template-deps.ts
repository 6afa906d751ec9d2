import type { Templates } from '../../runtime/template/templates.ts';

export type TemplateDeps = Readonly<{ templates: Templates }>;

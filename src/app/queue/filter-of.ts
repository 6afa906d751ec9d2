import type { WorkFilter } from '../../store/store.ts';

type Choice = Readonly<{ rig?: string | null | undefined; label?: string | null | undefined }>;

export const filterOf = ({ rig, label }: Choice): WorkFilter => ({
  ...(typeof rig === 'string' ? { rig } : {}),
  ...(typeof label === 'string' ? { label } : {}),
});

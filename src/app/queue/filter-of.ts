import type { WorkFilter } from '../../store/store.ts';

type Choice = Readonly<{ rig?: string | undefined; label?: string | undefined }>;

export const filterOf = ({ rig, label }: Choice): WorkFilter => ({
  ...(rig === undefined ? {} : { rig }),
  ...(label === undefined ? {} : { label }),
});

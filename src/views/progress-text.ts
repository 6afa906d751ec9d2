import type { MergeProgress } from '../domain/merge/merge.ts';
import type { AskedProgress } from '../domain/question/asked-progress.ts';
import { renderMergeProgress } from './merge-text.ts';
import { renderOpenQuestion } from './question-line.ts';

/** What a long verb tells while it works. */
export const renderProgress = (progress: MergeProgress | AskedProgress): string =>
  progress.is === 'asked' ? renderOpenQuestion(progress.question) : renderMergeProgress(progress);

import { signal } from '@preact/signals';
import { pathTo } from '../shell/path-to.ts';
import { navigate } from '../shell/router.ts';
import { say } from '../shell/toast.tsx';
import { newsIn } from './news.ts';

const KEY = 'swarm.notices';

const hasNotices = 'Notification' in globalThis;
const isAllowed = (): boolean => hasNotices && Notification.permission === 'granted';

/** Whether this browser tells of new questions. Off until the person asks for it. */
export const isTold = signal(localStorage.getItem(KEY) === 'on' && isAllowed());

/** The browser asks the person the first time. */
export async function changeNotices(): Promise<void> {
  const wanted = !isTold.value;
  if (wanted && hasNotices && !isAllowed()) await Notification.requestPermission();
  isTold.value = wanted && isAllowed();
  localStorage.setItem(KEY, isTold.value ? 'on' : 'off');
  if (wanted && !isTold.value) {
    say('This browser does not allow it. Allow notifications for this address in its settings.', true);
  }
}

let known: ReadonlySet<string> | null = null;

/** Tells of questions that were not open before. One that is looked at already needs no notice. */
export function noticeQuestions(open: Parameters<typeof newsIn>[1]): void {
  const news = newsIn(known, open);
  known = new Set(open.map(({ id }) => id));
  if (!isTold.value || document.hasFocus()) return;
  for (const { id, text, title } of news) {
    const notice = new Notification(title ?? 'Swarm', { body: text, tag: id });
    notice.addEventListener('click', () => {
      focus();
      navigate(pathTo('questions', id));
      notice.close();
    });
  }
}

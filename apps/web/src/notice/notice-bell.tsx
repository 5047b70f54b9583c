// The bell of the first screen: a dot while something is unread, and the notice that must be seen once.
import { noticeToShow, unreadNotices } from '@kippu/domain/notice-read';
import { Bell } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from '../app/link.tsx';
import { useSettings } from '../app/settings.ts';
import { useMessages } from '../i18n/messages.ts';
import { Icon } from '../ui/icon.tsx';
import css from './notice-bell.module.css';
import { useNotices } from './use-notices.ts';

const OnceNotice = lazy(async () => {
  // A notice that does not come must not take the tickets away: it comes another time.
  const file = await import('./once-notice.tsx').catch(() => undefined);
  return { default: file?.OnceNotice ?? (() => null) };
});

export function NoticeBell() {
  const { common } = useMessages();
  const { readNotices, onceReadNotices } = useSettings();
  const notices = useNotices().data ?? [];
  const unread = unreadNotices(notices, readNotices).length;
  const once = noticeToShow(notices, readNotices, onceReadNotices);
  return (
    <>
      <Link to="notices" params={{}} className={css['bell']} aria-label={common.noticeBell(unread)}>
        <Icon of={Bell} />
        {unread > 0 && <span className={css['dot']} />}
      </Link>
      {once && (
        <Suspense>
          <OnceNotice key={once.noticeId} noticeId={once.noticeId} />
        </Suspense>
      )}
    </>
  );
}

// The bell of the first screen: a dot if a notice is unread, and the notice that must be shown once.
import { noticeToShow, unreadNotices } from '@kippu/domain/notice/unread';
import { Bell } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from '../app/router/link.tsx';
import { useSettings } from '../app/storage/settings.ts';
import { useFirstMessages } from '../i18n/messages.ts';
import { Icon } from '@kippu/ui/icon';
import css from './notice-bell.module.css';
import { useNotices } from './use-notices.ts';

const OnceNotice = lazy(async () => {
  // If the notice does not load, the tickets still work; it is shown another time.
  const file = await import('./once-notice.tsx').catch(() => undefined);
  return { default: file?.OnceNotice ?? (() => null) };
});

export function NoticeBell() {
  const { common } = useFirstMessages();
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

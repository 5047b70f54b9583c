// The bell with the number of unread notices, and the notice that must be shown once.
import { noticeToShow, unreadNotices } from '@kippu/domain/notice/unread';
import { useSettings } from '../app/storage/settings.ts';
import { BellLink } from './bell-link.tsx';
import { OnceNotice } from './once-notice.tsx';
import { useNotices } from './use-notices.ts';

export function UnreadBell() {
  const { readNotices, onceReadNotices } = useSettings();
  const notices = useNotices().data ?? [];
  const once = noticeToShow(notices, readNotices, onceReadNotices);
  return (
    <>
      <BellLink unread={unreadNotices(notices, readNotices).length} />
      {once && <OnceNotice key={once.noticeId} noticeId={once.noticeId} />}
    </>
  );
}

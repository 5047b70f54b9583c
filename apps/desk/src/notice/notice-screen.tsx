// Notices: all of them, and one on a page of its own, to be written where it is the desk's.
import type { ScreenProps } from '../app/router.ts';
import { NewNotice, NoticePage } from './notice-page.tsx';
import { NoticeList } from './notice-list.tsx';

export function NoticeScreen({ rest: [noticeId], query }: ScreenProps) {
  if (noticeId === undefined) return <NoticeList state={query['state'] ?? ''} />;
  if (noticeId === 'new') return <NewNotice from={query['from'] ?? ''} />;
  return <NoticePage noticeId={noticeId} />;
}

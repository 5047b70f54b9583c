// Notices: the list, and one notice on its own page. The desk's own notices can be edited.
import type { ScreenProps } from '../app/router/router.ts';
import { NewNotice, NoticePage } from './notice-page.tsx';
import { NoticeList } from './notice-list.tsx';

export function NoticeScreen({ rest: [noticeId], query }: ScreenProps) {
  if (noticeId === undefined) return <NoticeList state={query['state'] ?? ''} />;
  if (noticeId === 'new') return <NewNotice from={query['from'] ?? ''} />;
  return <NoticePage noticeId={noticeId} />;
}

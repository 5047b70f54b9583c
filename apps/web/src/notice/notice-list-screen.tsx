// Every notice shown now, torn off one strip: what is unread is bold and has a dot.
import type { NoticeHead } from '@kippu/contract/notice';
import { unreadNotices } from '@kippu/domain/notice-read';
import { Bell, CheckCheck, TriangleAlert } from 'lucide-react';
import { Link } from '../app/link.tsx';
import { useSettings } from '../app/settings.ts';
import { formatDate } from '../i18n/format.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { Loaded } from '../ui/load-state.tsx';
import { Screen } from '../ui/screen.tsx';
import { Strip } from '../ui/strip.tsx';
import css from './notice-list.module.css';
import { markRead, useNotices } from './use-notices.ts';

export function NoticeListScreen() {
  const { notice: words } = useMessages();
  const query = useNotices();
  return (
    <Screen title={words.title} leave="back">
      <Loaded query={query} skeleton={[420]}>
        {(notices) =>
          notices.length === 0 ? (
            <EmptyState icon={Bell} title={words.emptyTitle}>
              {words.emptyText}
            </EmptyState>
          ) : (
            <Notices notices={notices} />
          )
        }
      </Loaded>
    </Screen>
  );
}

function Notices({ notices }: { readonly notices: readonly NoticeHead[] }) {
  const { notice: words } = useMessages();
  const { readNotices } = useSettings();
  const unread = new Set(unreadNotices(notices, readNotices).map(({ noticeId }) => noticeId));
  return (
    <>
      <Strip of={notices} keyOf={({ noticeId }) => noticeId}>
        {(notice) => <Row notice={notice} unread={unread.has(notice.noticeId)} />}
      </Strip>
      {unread.size > 0 && (
        <Button kind="text" icon={CheckCheck} onClick={() => markRead([...unread])}>
          {words.markAll}
        </Button>
      )}
    </>
  );
}

function Row({ notice, unread }: { readonly notice: NoticeHead; readonly unread: boolean }) {
  const { notice: words } = useMessages();
  const language = useLanguage();
  return (
    <Link
      to="notice"
      params={{ noticeId: notice.noticeId }}
      className={`${css['press']} ${unread ? css['unread'] : ''}`}
    >
      <span className={css['mark']}>{unread && <span className={css['dot']} />}</span>
      <span className={css['words']}>
        {unread && <span className="unseen">{words.unread} </span>}
        {notice.level === 'important' && <Important />}
        <span className={css['title']}>{notice.title}</span>
        <span className={css['date']}>{formatDate(notice.at, language)}</span>
      </span>
    </Link>
  );
}

/** The mark of what one should not miss: an icon and the word. */
export function Important() {
  const { notice: words } = useMessages();
  return (
    <span className={css['important']}>
      <Icon of={TriangleAlert} size={18} />
      {words.important}
    </span>
  );
}

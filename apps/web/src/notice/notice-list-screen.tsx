// All current notices. Unread ones are bold and have a dot.
import type { NoticeHead } from '@kippu/contract/calls/traveller/notice';
import { unreadNotices } from '@kippu/domain/notice/unread';
import { Bell, CheckCheck, TriangleAlert } from 'lucide-react';
import { Link } from '../app/router/link.tsx';
import { useSettings } from '../app/storage/settings.ts';
import { formatDate } from '../i18n/format.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { Icon } from '@kippu/ui/icon';
import { Loaded } from '../ui/states/load-state.tsx';
import { Screen } from '../ui/layout/screen.tsx';
import { Strip } from '../ui/layout/strip.tsx';
import css from './notice-list.module.css';
import { NotYet } from './not-yet.tsx';
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
        <span className={css['title']} lang={notice.language}>
          {notice.title}
        </span>
        <NotYet of={notice} />
        <span className={css['date']}>{formatDate(notice.at, language)}</span>
      </span>
    </Link>
  );
}

/** The mark of an important notice: an icon and the word. */
export function Important() {
  const { notice: words } = useMessages();
  return (
    <span className={css['important']}>
      <Icon of={TriangleAlert} size={18} />
      {words.important}
    </span>
  );
}

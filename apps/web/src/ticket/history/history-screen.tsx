// The usage of one ticket or of all the account's tickets by day: entries, exits, staff actions and cancellations.
import { useInfiniteQuery } from '@tanstack/react-query';
import { epochToIso, wallToEpoch } from '@kippu/domain/time/service-day';
import { nameIn } from '@kippu/contract/names';
import { history } from '@kippu/contract/routes/traveller/voucher';
import type { HistoryItem } from '@kippu/contract/calls/traveller/voucher';
import { History, LogIn, LogOut, ShieldAlert, Undo2, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { isGone } from '../../app/errors/error-kinds.ts';
import { send } from '../../app/call/api.ts';
import { Link } from '../../app/router/link.tsx';
import { queryKey } from '../../app/query/queries.ts';
import { useParams } from '../../app/router/router.ts';
import { formatDate, formatTime } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Icon } from '@kippu/ui/icon';
import { LoadFailed } from '../../ui/states/load-state.tsx';
import { Group, Screen } from '../../ui/layout/screen.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { byDay, isForced, reasonLine, recordKind, recordLine, type RecordKind } from './history-view.ts';
import css from './history.module.css';

type Site = 'all' | 'in' | 'out';
const ICONS: Readonly<Record<RecordKind, LucideIcon>> = {
  gateIn: LogIn,
  gateOut: LogOut,
  cancelled: Undo2,
  verifiedIn: LogIn,
  verifiedOut: LogOut,
  forcedOut: ShieldAlert,
  forcedUse: ShieldAlert,
  other: History,
};

export function HistoryScreen() {
  const { ticketLife: words } = useMessages();
  // Without an id, the history covers all the account's tickets.
  const ticketId = useParams('useAgeHistory').ticketId || undefined;
  const [site, setSite] = useState<Site>('all');
  return (
    <Screen title={ticketId ? words.history : words.historyAll} leave="back">
      <Segmented
        label={words.site}
        value={site}
        options={[
          { value: 'all', label: words.sites.all },
          { value: 'in', label: words.sites.in },
          { value: 'out', label: words.sites.out },
        ]}
        onChange={setSite}
      />
      <Records ticketId={ticketId} site={site} />
    </Screen>
  );
}

function Records({ ticketId, site }: { readonly ticketId: string | undefined; readonly site: Site }) {
  const { ticketLife: words, common } = useMessages();
  const language = useLanguage();
  const of = ticketId ? { ticketId, site } : { site };
  const pages = useInfiniteQuery({
    queryKey: [...queryKey(history, of), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      send(history, { query: pageParam ? { ...of, cursor: pageParam } : of, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  });
  if (pages.data === undefined || isGone(pages.error)) {
    if (pages.error) return <LoadFailed error={pages.error} again={() => void pages.refetch()} />;
    return <Skeleton heights={[72, 72, 72]} />;
  }
  const days = byDay(pages.data.pages.flatMap((page) => page.items));
  if (days.length === 0)
    return (
      <EmptyState icon={History} title={words.noRecords}>
        {words.noRecordsText}
      </EmptyState>
    );
  return (
    <>
      {days.map(({ date, items }) => (
        <Group key={date} title={formatDate(date, language)}>
          <ul className={css['day']}>
            {items.map((item, index) => (
              <Row key={`${item.at} ${item.code} ${index}`} item={item} named={ticketId === undefined} />
            ))}
          </ul>
        </Group>
      ))}
      {pages.hasNextPage && (
        <Button kind="text" busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {common.more}
        </Button>
      )}
    </>
  );
}

function Row({
  item,
  named,
}: {
  readonly item: HistoryItem;
  /** Whether to show which ticket it was. */
  readonly named: boolean;
}) {
  const { ticketLife: words } = useMessages();
  const language = useLanguage();
  const kind = recordKind(item.code);
  return (
    <li className={`${css['row']} ${isForced(item.code) ? css['forced'] : ''}`}>
      <Icon of={ICONS[kind]} />
      <div className={css['what']}>
        <p className={css['kind']}>{words.record[kind]}</p>
        <p className={css['station']}>{nameIn(item, 'stationName', language)}</p>
        <p className={css['how']}>{recordLine(item, words)}</p>
        {item.reason !== undefined && <p className={css['how']}>{reasonLine(item.reason, words)}</p>}
        {named && (
          <p className={css['how']}>
            <Link to="detail" params={{ ticketId: item.ticketId }} className={css['ticket']}>
              {nameIn(item, 'productName', language)}
            </Link>
          </p>
        )}
      </div>
      <time className={css['time']} dateTime={epochToIso(wallToEpoch(item.at))}>
        {formatTime(item.at)}
      </time>
    </li>
  );
}

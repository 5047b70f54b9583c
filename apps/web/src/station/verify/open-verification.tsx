// The screen for staff: green, animated, a large countdown. Station, direction, person and ticket in two languages.
import { ownLanguage, type Language } from '@kippu/contract/languages';
import { nameIn } from '@kippu/contract/names';
import type { Station } from '@kippu/contract/calls/traveller/station';
import type { StartMethod } from '@kippu/contract/values';
import { epochToWall, wallToEpoch } from '@kippu/domain/time/service-day';
import type { PassageDirection } from '@kippu/domain/ticket/entries';
import { LogIn, LogOut, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { goBack } from '../../app/router/router.ts';
import { formatCountdown, formatMoment, formatTime, groupedNumber } from '../../i18n/format.ts';
import { useForStaff } from '../../i18n/for-staff.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { IconButton } from '@kippu/ui/button';
import { Paper } from '../../ui/layout/paper.tsx';
import { useScreenTitle } from '../../ui/layout/use-screen-title.ts';
import { CancelEntry } from './cancel-entry.tsx';
import { isCancellable, type ShownTicket, type VerifiedRecord } from './kept-verification.ts';
import css from './open-verification.module.css';

export function OpenVerification({
  record,
  direction,
  station,
  ticket,
  method,
  offline,
  now,
}: {
  readonly record: VerifiedRecord;
  readonly direction: PassageDirection;
  readonly station: Station | undefined;
  readonly ticket: ShownTicket;
  readonly method: StartMethod | undefined;
  readonly offline: boolean;
  readonly now: number;
}) {
  const { station: words, common } = useMessages();
  const language = useLanguage();
  const forStaff = useForStaff();
  const title = direction === 'in' ? 'verifiedIn' : 'verifiedOut';
  const heading = useScreenTitle(words[title]);
  const clock = epochToWall(now);
  const left = wallToEpoch(record.verifiedUntil) - now;
  const Arrow = direction === 'in' ? LogIn : LogOut;
  return (
    <div className={css['green']}>
      <div className={css['waves']} aria-hidden="true" />
      <div className={css['column']}>
        <header className={css['top']}>
          <IconButton icon={X} label={common.close} onClick={goBack} />
          <span className={css['clock']}>
            {formatMoment(clock, language)}
            {clock.slice(16)}
          </span>
        </header>
        <main className={css['main']}>
          <div className={css['titles']}>
            <h1 tabIndex={-1} ref={heading}>
              <span lang={forStaff?.language} className={css['title']}>
                {(forStaff?.words ?? words)[title]}
              </span>
              {forStaff && <span className={css['own']}>{words[title]}</span>}
            </h1>
            <Arrow size={64} strokeWidth={2} aria-hidden="true" />
          </div>
          <div>
            <p className={css['until']}>{words.validUntil(formatTime(record.verifiedUntil))}</p>
            <p className={css['left']} role="timer">
              {formatCountdown(left)}
            </p>
          </div>
          <div className={css['card']}>
            <Facts station={station} ticket={ticket} method={method} />
          </div>
          {offline && <p className={css['offline']}>{words.noNetwork}</p>}
        </main>
        <footer className={css['bottom']}>
          <p className={css['show']}>{words.showStaff}</p>
          {isCancellable(record, now) && <CancelEntry record={record} station={station} look="onGreen" />}
        </footer>
      </div>
    </div>
  );
}

function Facts({
  station,
  ticket,
  method,
}: {
  readonly station: Station | undefined;
  readonly ticket: ShownTicket;
  readonly method: StartMethod | undefined;
}) {
  const { station: words, ticket: ticketWords } = useMessages();
  const language = useLanguage();
  const forStaff = useForStaff();
  const product = nameIn(ticket, 'productName', language);
  const [board, own] = station
    ? [nameIn(station, 'stationName', ownLanguage()), nameIn(station, 'stationName', language)]
    : [];
  const category = ticketWords.category[ticket.passengerCategory];
  return (
    <Paper
      stub={
        <dl className={css['rows']}>
          {forStaff && (
            <Row lang={forStaff.language} name={forStaff.words.ticketRow}>
              {nameIn(ticket, 'productName', forStaff.language)}
            </Row>
          )}
          <Row name={words.ticketRow}>{product}</Row>
          <Row name={words.numberRow}>{groupedNumber(ticket.ticketNo)}</Row>
          {method && <Row name={words.methodRow}>{words.method[method]}</Row>}
        </dl>
      }
    >
      <div className={css['where']}>
        <div>
          {board && (
            <p lang={ownLanguage()} className={css['station']}>
              {board}
            </p>
          )}
          {own !== board && <p className={css['name']}>{own}</p>}
        </div>
        <div className={css['person']}>
          {forStaff && <p lang={forStaff.language}>{forStaff.words.category[ticket.passengerCategory]}</p>}
          <p className={css['name']}>{category}</p>
        </div>
      </div>
    </Paper>
  );
}

function Row({
  name,
  lang,
  children,
}: {
  readonly name: string;
  readonly lang?: Language;
  readonly children: ReactNode;
}) {
  return (
    <div className={css['row']} lang={lang}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

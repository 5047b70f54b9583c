// The result at the counter: what was read, whether it can be taken in, and the button for that.
import { Stamp } from 'lucide-react';
import type { TakeIn } from '@kippu/contract/calls/desk/counter';
import { nameIn } from '@kippu/contract/names';
import { useFormat } from '../app/text/format.ts';
import { hrefOf } from '../app/router/router.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { CATEGORY_WORDS, STATUS_TONES, groupedNumber } from '../app/text/ticket-words.ts';
import { Button } from '@kippu/ui/button';
import { Chip } from '../ui/layout/chip.tsx';
import { Facts } from '../ui/layout/facts.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Card } from '../ui/layout/page.tsx';
import css from './counter.module.css';
import { refusalWords } from './take-in-words.ts';

const WORDS = {
  take: text('受け取る', 'Take it in'),
  admit: text('入場を受け付ける', 'Take the admission in'),
  ready: text('受け取れます', 'It can be taken in'),
  done: text('受け取りました', 'Taken in'),
  no: text('受け取れません', 'It cannot be taken in'),
  before: text('受け取り済みです', 'Taken in already'),
  now: (moment: string) => text('{moment}に受け取りました。', 'Taken in just now: {moment}.', { moment }),
  handOver: (what: string) => text('お渡しするもの：{what}', 'Hand over: {what}', { what }),
  changed: text(
    '確認したあとに変わったため、受け取っていません。今の状態を表示しています。',
    'It changed after it was read, so it was not taken in. This is its current state.',
  ),
  ticket: text('きっぷ番号', 'Ticket number'),
  number: text('引換番号', 'Exchange no.'),
  exchanged: text('引き換え', 'Exchanged'),
  counter: text('窓口', 'Counter'),
  admissions: text('入場', 'Admissions'),
  left: (done: number, of: number) =>
    text('{of}回のうち{done}回済み', '{done} of {of} taken in', { of, done }),
};

/**
 * Shows a ticket and whether staff can take it in. Taking in accepts an exchanged voucher for good, or an e-ticket for
 * one admission.
 */
export function FoundTicket({
  found,
  mine,
  changed,
  atCounter,
  busy,
  onTake,
}: {
  readonly found: TakeIn;
  /** Whether it has just been taken in here. */
  readonly mine: boolean;
  /** Whether the act was refused because the ticket has changed. */
  readonly changed: boolean;
  /** Whether staff have chosen the counter where this device is. */
  readonly atCounter: boolean;
  readonly busy: boolean;
  readonly onTake: () => void;
}) {
  const say = useSay();
  const language = useLanguage();
  const { moment, date } = useFormat();
  const { exchange, admissions, last, kind } = found;
  const name = (holder: object, prefix: string) => nameIn(holder, prefix, language);
  const refusal = refusalWords(found, { language, moment, date, atCounter });
  const isTakenIn = found.refusal === 'DESK-0002';
  const exchangedFor = exchange && name(exchange, 'exchangeFor');
  return (
    <Card>
      <div className={css['found']}>
        {mine && last ? (
          <NoticeBox tone="ok" title={say(WORDS.done)}>
            {say(WORDS.now(moment(last.at)))}
            {exchangedFor && <p className={css['strong']}>{say(WORDS.handOver(exchangedFor))}</p>}
          </NoticeBox>
        ) : refusal ? (
          <NoticeBox tone="danger" title={say(isTakenIn ? WORDS.before : WORDS.no)}>
            {say(refusal)}
          </NoticeBox>
        ) : (
          <NoticeBox tone="info" title={say(WORDS.ready)}>
            {exchangedFor && say(WORDS.handOver(exchangedFor))}
          </NoticeBox>
        )}
        {changed && <NoticeBox tone="warn">{say(WORDS.changed)}</NoticeBox>}
        <div className={css['head']}>
          <h2 className={css['name']}>{name(found, 'productName')}</h2>
          <Chip tone="info">{say(CATEGORY_WORDS[found.passengerCategory])}</Chip>
          <Chip tone={STATUS_TONES[found.status]}>{found.statusWord}</Chip>
        </div>
        <Facts
          of={[
            [say(WORDS.number), exchange && groupedNumber(exchange.number)],
            [say(WORDS.exchanged), exchange && moment(exchange.at)],
            [say(WORDS.counter), exchange && (name(exchange, 'counterName') || exchange.counterId)],
            [say(WORDS.admissions), admissions && say(WORDS.left(admissions.done, admissions.of))],
            [
              say(WORDS.ticket),
              <a key="ticket" href={hrefOf('tickets', [found.ticketNo])}>
                {groupedNumber(found.ticketNo)}
              </a>,
            ],
          ]}
        />
        {!refusal && !mine && (
          <div className={css['take']}>
            <Button icon={Stamp} busy={busy} onClick={onTake}>
              {say(kind === 'admission' ? WORDS.admit : WORDS.take)}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

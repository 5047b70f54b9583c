// What a traveller receives of an unclaimed ticket: its link to scan or send, and its codes to type.
import type { IssuedTicket } from '@kippu/contract/calls/desk/issue';
import { text, useSay } from '../app/text/texts.ts';
import { CopyButton } from '../ui/controls/copy-button.tsx';
import { Facts } from '../ui/layout/facts.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { QrPicture } from '@kippu/ui/qr-picture';
import qr from '../ui/controls/qr-picture.module.css';
import css from './ticket.module.css';
import { groupedNumber } from '../app/text/ticket-words.ts';

const WORDS = {
  once: text(
    'リンクとコードはこの画面にだけ表示されます。ここで旅客に渡してください。知っている人は誰でもきっぷを登録できます。',
    'The link and the codes are shown here only: hand them over now. Anybody who knows them can add the ticket.',
  ),
  qr: text('きっぷを追加するQRコード', 'QR code that adds the ticket'),
  scan: text('旅客のスマートフォンで読み取ってもらいます。', 'Have the traveller scan it with their phone.'),
  copy: text('リンクをコピー', 'Copy link'),
  link: text('リンク', 'Link'),
  number: text('きっぷ番号', 'Ticket number'),
  voucher: text('バウチャー番号', 'Voucher no.'),
  redeem: text('登録コード', 'Redeem code'),
  order: text('注文全体の新しいリンク', 'New link of the whole order'),
  copyOrder: text('注文全体のリンクをコピー', 'Copy the order’s link'),
};

/**
 * `whole`: the order's link, which adds all its tickets. Otherwise the ticket's own link and codes; `renewed` shows the order's link too, in place
 * of the one that was handed out.
 */
export function HandOver({
  of: { ticketNo, voucherNo, redeemCode, ...links },
  whole = false,
  renewed = false,
}: {
  readonly of: IssuedTicket;
  readonly whole?: boolean;
  readonly renewed?: boolean;
}) {
  const say = useSay();
  const link = whole ? links.orderLink : links.link;
  return (
    <>
      <NoticeBox tone="warn">{say(WORDS.once)}</NoticeBox>
      <div className={css['handOver']}>
        <figure className={css['figure']}>
          <QrPicture className={qr['qr']} text={link} label={say(WORDS.qr)} />
          <figcaption className={css['quiet']}>{say(WORDS.scan)}</figcaption>
        </figure>
        <div className={css['codes']}>
          <Facts
            of={[
              [say(WORDS.number), !whole && groupedNumber(ticketNo)],
              [say(WORDS.voucher), !whole && groupedNumber(voucherNo)],
              [say(WORDS.redeem), !whole && groupedNumber(redeemCode)],
              [say(WORDS.link), link],
              [say(WORDS.order), renewed && links.orderLink],
            ]}
          />
          <div>
            <CopyButton value={link}>{say(WORDS.copy)}</CopyButton>
            {renewed && <CopyButton value={links.orderLink}>{say(WORDS.copyOrder)}</CopyButton>}
          </div>
        </div>
      </div>
    </>
  );
}

// What a traveller gets of a ticket that nobody has yet: its link to scan or to send, and its codes to type.
import type { IssuedTicket } from '@kippu/contract/desk';
import { text, useSay } from '../app/texts.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Facts } from '../ui/facts.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { QrPicture } from '../ui/qr-picture.tsx';
import css from './ticket.module.css';
import { groupedNumber } from './ticket-words.ts';

const WORDS = {
  once: text(
    'リンクとコードはこの画面にだけ表示されます。ここで旅客に渡してください。知っている人は誰でもきっぷを登録できます。',
    'The link and the codes are shown here only: hand them over now. Whoever knows them can add the ticket.',
  ),
  qr: text('きっぷを追加するQRコード', 'QR code that adds the ticket'),
  scan: text('旅客のスマートフォンで読み取ってもらいます。', 'Have the traveller scan it with their phone.'),
  copy: text('リンクをコピー', 'Copy link'),
  link: text('リンク', 'Link'),
  number: text('券番号', 'Ticket no.'),
  voucher: text('バウチャー番号', 'Voucher no.'),
  redeem: text('引換コード', 'Redeem code'),
};

/** `whole`: the order's link, which adds all of its tickets; else the ticket's own, with what may be typed instead. */
export function HandOver({
  of: { ticketNo, voucherNo, redeemCode, ...links },
  whole = false,
}: {
  readonly of: IssuedTicket;
  readonly whole?: boolean;
}) {
  const say = useSay();
  const link = whole ? links.orderLink : links.link;
  return (
    <>
      <NoticeBox tone="warn">{say(WORDS.once)}</NoticeBox>
      <div className={css['handOver']}>
        <figure className={css['figure']}>
          <QrPicture text={link} label={say(WORDS.qr)} />
          <figcaption className={css['quiet']}>{say(WORDS.scan)}</figcaption>
        </figure>
        <div className={css['codes']}>
          <Facts
            of={[
              [say(WORDS.number), !whole && groupedNumber(ticketNo)],
              [say(WORDS.voucher), !whole && groupedNumber(voucherNo)],
              [say(WORDS.redeem), !whole && groupedNumber(redeemCode)],
              [say(WORDS.link), link],
            ]}
          />
          <div>
            <CopyButton value={link}>{say(WORDS.copy)}</CopyButton>
          </div>
        </div>
      </div>
    </>
  );
}

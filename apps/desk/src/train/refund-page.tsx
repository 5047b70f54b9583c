// The seats that are refunded because their train was very late: for counters that pay back, and as a file.
import { classWord } from '@kippu/client/operator-words';
import { nameIn } from '@kippu/contract/names';
import { deskSeatRefunds } from '@kippu/contract/routes/desk/occupancy';
import type { SeatRefund } from '@kippu/contract/calls/desk/occupancy';
import { dateAt } from '@kippu/domain/time/service-day';
import { appFileName } from '@kippu/words/railway';
import { Download, TrainFront } from 'lucide-react';
import { Button } from '@kippu/ui/button';
import { usePages } from '../app/call/queries.ts';
import { hrefOf } from '../app/router/router.ts';
import { csvText, saveFile } from '../app/text/csv-text.ts';
import { useFormat } from '../app/text/format.ts';
import { STATUS_TONES, groupedNumber } from '../app/text/ticket-words.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { Chip } from '../ui/layout/chip.tsx';
import { DataTable } from '../ui/layout/data-table.tsx';
import { Empty } from '../ui/layout/load-state.tsx';
import { Page } from '../ui/layout/page.tsx';

const WORDS = {
  title: text('遅延による座席の払い戻し', 'Refunds for late trains'),
  lead: text(
    '大きく遅れた列車の座席です。予約の回数はきっぷに戻してあります。代金を返すときは、きっぷのページで払い戻してください。',
    'Seats of very late trains. Their tickets have the reservation back. To return money, refund the ticket on its page.',
  ),
  back: text('列車の運行', 'Trains'),
  csv: text('表示中をCSVで保存', 'Save as CSV'),
  ticket: text('きっぷ', 'Ticket'),
  state: text('状態', 'State'),
  train: text('列車', 'Train'),
  departs: text('発車', 'Departure'),
  from: text('乗車駅', 'From'),
  to: text('降車駅', 'To'),
  seat: text('座席', 'Seat'),
  carClass: text('クラス', 'Class'),
  late: text('遅れ（分）', 'Minutes late'),
  found: text('記録', 'Recorded'),
  none: text('払い戻す座席はありません', 'No seats to refund'),
};

export function RefundPage() {
  const say = useSay();
  const language = useLanguage();
  const { moment } = useFormat();
  const pages = usePages(deskSeatRefunds, {});
  const rows = pages.rows ?? [];
  const from = (row: SeatRefund) => nameIn(row, 'fromName', language);
  const to = (row: SeatRefund) => nameIn(row, 'toName', language);
  const save = () =>
    saveFile(
      `${appFileName()}-refunds-${dateAt(Date.now())}.csv`,
      csvText([
        [
          ...[WORDS.ticket, WORDS.state, WORDS.train, WORDS.departs, WORDS.from, WORDS.to, WORDS.seat],
          ...[WORDS.carClass, WORDS.late, WORDS.found],
        ].map(say),
        ...rows.map((row) => [
          row.ticketNo,
          row.statusWord,
          row.trainNo,
          row.departAt,
          from(row),
          to(row),
          row.seat,
          classWord(row.carClass, language),
          row.minutes,
          row.foundAt,
        ]),
      ]),
    );
  return (
    <Page
      title={say(WORDS.title)}
      lead={say(WORDS.lead)}
      back={{ href: hrefOf('trains'), label: say(WORDS.back) }}
      actions={
        <Button kind="outline" icon={Download} disabled={rows.length === 0} onClick={save}>
          {say(WORDS.csv)}
        </Button>
      }
    >
      <DataTable<SeatRefund>
        label={say(WORDS.title)}
        source={pages}
        keyOf={({ refundId }) => refundId}
        href={({ ticketNo }) => hrefOf('tickets', [ticketNo])}
        columns={[
          { title: say(WORDS.ticket), whole: true, cell: ({ ticketNo }) => groupedNumber(ticketNo) },
          {
            title: say(WORDS.state),
            cell: ({ status, statusWord }) => <Chip tone={STATUS_TONES[status]}>{statusWord}</Chip>,
          },
          { title: say(WORDS.train), whole: true, cell: ({ trainNo }) => trainNo },
          { title: say(WORDS.departs), whole: true, cell: ({ departAt }) => moment(departAt) },
          { title: say(WORDS.from), cell: from },
          { title: say(WORDS.to), cell: to },
          { title: say(WORDS.seat), whole: true, cell: ({ seat }) => seat },
          { title: say(WORDS.carClass), cell: ({ carClass }) => classWord(carClass, language) },
          { title: say(WORDS.late), numeric: true, cell: ({ minutes }) => minutes },
        ]}
        empty={<Empty icon={TrainFront} title={say(WORDS.none)} />}
      />
    </Page>
  );
}

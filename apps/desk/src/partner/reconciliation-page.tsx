// Reconciliation with a partner: a month's sums by day, its tax, and its closing.
import { ChevronRight, Handshake, Lock } from 'lucide-react';
import { useState } from 'react';
import type { DeskReconciliation } from '@kippu/contract/calls/desk/partners';
import { deskPartners, deskReconciliation } from '@kippu/contract/routes/desk/partners';
import { dateAt, isDate } from '@kippu/domain/time/service-day';
import { Button } from '@kippu/ui/button';
import { Icon } from '@kippu/ui/icon';
import { NoticeBox } from '@kippu/ui/notice-box';
import { useRead } from '../app/call/queries.ts';
import { hrefOf, navigate, type Query } from '../app/router/router.ts';
import { useFormat } from '../app/text/format.ts';
import { text, useSay } from '../app/text/texts.ts';
import { SelectField } from '../ui/controls/field.tsx';
import { DataTable } from '../ui/layout/data-table.tsx';
import { Facts } from '../ui/layout/facts.tsx';
import { Empty, Loaded } from '../ui/layout/load-state.tsx';
import { Card, Columns, Filters, Page } from '../ui/layout/page.tsx';
import { CloseMonthDialog } from './close-month-dialog.tsx';
import { DayPage } from './day-page.tsx';
import { FAULT_WORDS, FIGURES, FIGURE_WORDS, HINDRANCE_WORDS } from './reconciliation-words.ts';
import { SaveMonth } from './save-month.tsx';
import { useAmounts } from './use-amounts.ts';
import css from './parts/partner.module.css';

const WORDS = {
  title: text('精算', 'Reconciliation'),
  lead: text(
    '提携先ごとの販売・払い戻し・手数料です。日付は操作した日です。',
    'What a partner sold and gave back, by the day of each act.',
  ),
  back: text('提携先', 'Partners'),
  partner: text('提携先', 'Partner'),
  closedPartner: (name: string) => text('{name}（取引終了）', '{name} (closed)', { name }),
  month: text('月', 'Month'),
  closedMonth: (month: string) => text('{month}（締め済み）', '{month} (closed)', { month }),
  sums: text('この月の合計', 'Sums of the month'),
  figure: (tickets: number, amount: string) =>
    text('{tickets}枚・{amount}', tickets === 1 ? '1 ticket, {amount}' : '{tickets} tickets, {amount}', {
      tickets,
      amount,
    }),
  owed: text('提携先の残高', 'What the partner owes'),
  before: text('月初', 'Before the month'),
  after: text('月末', 'At its end'),
  tax: text('税の内訳', 'Tax'),
  taxLine: (net: string, tax: string, gross: string) =>
    text('税抜{net}＋税{tax}＝{gross}', 'net {net} + tax {tax} = {gross}', { net, tax, gross }),
  noTax: text('なし', 'None'),
  closing: text('月の締め', 'Closing'),
  closedNote: (at: string, by: string) => text('{at} {by}が締めました', 'Closed {at} by {by}', { at, by }),
  postings: text('記録の数', 'Postings'),
  hash: text('記録のSHA-256', 'SHA-256 of the postings'),
  close: text('この月を締める', 'Close this month'),
  canClose: text(
    '締めると、この月の数字は変わりません。あとの払い戻しは次の月に入ります。',
    'Once closed, its sums never change. Later refunds are in the next month.',
  ),
  faults: text('記録に食い違いがあります', 'The postings do not agree'),
  days: text('日ごと', 'By day'),
  day: text('日付', 'Day'),
  none: text('この月の取引はありません', 'There are no postings in this month'),
  noPartner: text('提携先はまだありません', 'There are no partners yet'),
};

/** The address of a partner's month, or of one of its days. */
const accountsHref = (partner: string, month: string, day?: string): string =>
  hrefOf('partners', ['accounts'], { partner, month, day });

type Day = DeskReconciliation['days'][number];

function Figure({ of: { number, amount } }: { readonly of: Day['sold'] }) {
  const amounts = useAmounts();
  const { count } = useFormat();
  if (number === 0 && amount === 0) return <span className={css['quiet']}>0</span>;
  return (
    <span className={css['stack']}>
      <span>{amounts.amount(amount)}</span>
      <span className={css['quiet']}>× {count(number)}</span>
    </span>
  );
}

function DayTable({ of }: { readonly of: DeskReconciliation }) {
  const say = useSay();
  const { date } = useFormat();
  return (
    <DataTable<Day>
      label={say(WORDS.days)}
      source={{ rows: of.days }}
      keyOf={({ day }) => day}
      href={({ day }) => accountsHref(of.partnerId, of.month, day)}
      columns={[
        { title: say(WORDS.day), whole: true, cell: ({ day }) => date(day) },
        ...FIGURES.map((name) => ({
          title: say(FIGURE_WORDS[name]),
          numeric: true,
          cell: (row: Day) => <Figure of={row[name]} />,
        })),
      ]}
      empty={<Empty icon={Handshake} title={say(WORDS.none)} />}
    />
  );
}

function Closing({ of, onClose }: { readonly of: DeskReconciliation; readonly onClose: () => void }) {
  const say = useSay();
  const { shortMoment, count } = useFormat();
  const { closed, hindrance } = of;
  if (closed)
    return (
      <Card title={say(WORDS.closing)} aside={<Icon of={Lock} size={18} />}>
        <p>{say(WORDS.closedNote(shortMoment(closed.at), closed.by))}</p>
        <Facts
          of={[
            [say(WORDS.postings), count(closed.entries)],
            [
              say(WORDS.hash),
              <code key="hash" className={css['hash']}>
                {closed.hash}
              </code>,
            ],
          ]}
        />
      </Card>
    );
  return (
    <Card title={say(WORDS.closing)}>
      <p>{say(hindrance ? HINDRANCE_WORDS[hindrance] : WORDS.canClose)}</p>
      {!hindrance && (
        <div>
          <Button kind="outline" icon={Lock} onClick={onClose}>
            {say(WORDS.close)}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Faults({ of: { faults } }: { readonly of: DeskReconciliation }) {
  const say = useSay();
  if (faults.length === 0) return null;
  return (
    <NoticeBox tone="danger" title={say(WORDS.faults)}>
      <ul className={css['faults']}>
        {faults.map(({ what, orderId }) => (
          <li key={`${what} ${orderId}`}>
            {say(FAULT_WORDS[what])}
            {orderId !== undefined && (
              <>
                {' '}
                <a href={hrefOf('tickets', [], { order: orderId })}>
                  {orderId}
                  <Icon of={ChevronRight} size={14} />
                </a>
              </>
            )}
          </li>
        ))}
      </ul>
    </NoticeBox>
  );
}

function Sums({ of, onClose }: { readonly of: DeskReconciliation; readonly onClose: () => void }) {
  const say = useSay();
  const { amount, rate } = useAmounts();
  const { total } = of;
  return (
    <Columns>
      <Card title={say(WORDS.sums)}>
        <Facts
          of={FIGURES.map((name) => {
            const { number, amount: minor } = total[name];
            return [say(FIGURE_WORDS[name]), say(WORDS.figure(number, amount(minor)))] as const;
          })}
        />
      </Card>
      <Card title={say(WORDS.tax)}>
        {total.vat.length === 0 && <p className={css['quiet']}>{say(WORDS.noTax)}</p>}
        <Facts
          of={total.vat.map(({ rate: hundredths, net, tax, gross }) => [
            rate(hundredths),
            say(WORDS.taxLine(amount(net), amount(tax), amount(gross))),
          ])}
        />
      </Card>
      <Card title={say(WORDS.owed)}>
        <Facts
          of={[
            [say(WORDS.before), amount(of.before)],
            [say(FIGURE_WORDS.open), amount(total.open.amount)],
            [say(WORDS.after), <b key="after">{amount(of.after)}</b>],
          ]}
        />
      </Card>
      <Closing of={of} onClose={onClose} />
    </Columns>
  );
}

/** The month, once the partner is known. */
function Month({ partnerId, month }: { readonly partnerId: string; readonly month: string }) {
  const [closing, setClosing] = useState(false);
  const read = useRead(deskReconciliation, { partnerId, month });
  return (
    <Loaded read={read} lines={8}>
      {(data) => (
        <>
          <Faults of={data} />
          <SaveMonth of={data} />
          <Sums of={data} onClose={() => setClosing(true)} />
          <DayTable of={data} />
          {closing && <CloseMonthDialog of={data} onClose={() => setClosing(false)} />}
        </>
      )}
    </Loaded>
  );
}

function Choice({ partnerId, month }: { readonly partnerId: string; readonly month: string }) {
  const say = useSay();
  const { month: monthWord } = useFormat();
  const partners = useRead(deskPartners, {}).data?.items ?? [];
  const known = useRead(deskReconciliation, { partnerId, month }).data?.months ?? [];
  const months = known.some((each) => each.month === month) ? known : [{ month, closed: false }, ...known];
  const go = (partner: string, to: string) => navigate(accountsHref(partner, to), { replace: true });
  return (
    <Filters>
      <SelectField
        label={say(WORDS.partner)}
        value={partnerId}
        onValue={(chosen) => go(chosen, month)}
        choices={partners.map(({ partnerId: value, name, closedAt }) => ({
          value,
          label: closedAt === undefined ? name : say(WORDS.closedPartner(name)),
        }))}
      />
      <SelectField
        label={say(WORDS.month)}
        value={month}
        onValue={(chosen) => go(partnerId, chosen)}
        choices={months.map(({ month: value, closed }) => ({
          value,
          label: closed ? say(WORDS.closedMonth(monthWord(value))) : monthWord(value),
        }))}
      />
    </Filters>
  );
}

export function ReconciliationPage({ query }: { readonly query: Query }) {
  const say = useSay();
  const read = useRead(deskPartners, {});
  const [present] = useState(() => dateAt(Date.now()).slice(0, 7));
  const asked = query['month'] ?? '';
  const month = isDate(`${asked}-01`) ? asked : present;
  const partnerId = query['partner'] ?? read.data?.items[0]?.partnerId;
  const day = query['day'] ?? '';
  if (partnerId !== undefined && isDate(day))
    return <DayPage partnerId={partnerId} month={month} day={day} />;
  return (
    <Page
      title={say(WORDS.title)}
      lead={say(WORDS.lead)}
      back={{ href: hrefOf('partners'), label: say(WORDS.back) }}
    >
      {partnerId === undefined ? (
        <Loaded read={read}>{() => <Empty icon={Handshake} title={say(WORDS.noPartner)} />}</Loaded>
      ) : (
        <>
          <Choice partnerId={partnerId} month={month} />
          <Month key={`${partnerId} ${month}`} partnerId={partnerId} month={month} />
        </>
      )}
    </Page>
  );
}

// An exchange voucher: what it is exchanged for, where, and the one-time number for staff at the counter.
import { nameIn } from '@kippu/contract/names';
import { ticketList, ticketLoad } from '@kippu/contract/routes/traveller/ticket';
import type { Voucher } from '@kippu/contract/calls/traveller/ticket';
import {
  exchangeVoucher,
  getPrivatePieceStation,
  loadPrivatePieceInfo,
} from '@kippu/contract/routes/traveller/voucher';
import { useState } from 'react';
import { queryClient, queryKey, refetch, useRead, useWrite } from '../../app/query/queries.ts';
import { useParams } from '../../app/router/router.ts';
import { formatDay, groupedNumber } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { usePosition } from '../../station/choose/use-position.ts';
import { Button } from '@kippu/ui/button';
import { LoadFailed, Loaded } from '../../ui/states/load-state.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Paper } from '../../ui/layout/paper.tsx';
import { Question } from '../../ui/messages/question.tsx';
import { Group, Screen } from '../../ui/layout/screen.tsx';
import { wholeWords } from '../../ui/text/whole-words.ts';
import { VoucherCounters } from './voucher-counters.tsx';
import { VoucherNumber } from './voucher-number.tsx';
import { placeCounters, type PlacedCounter } from './voucher-view.ts';
import css from './voucher.module.css';
import { SendFailed } from '../../ui/messages/send-failed.tsx';

const WATCH_MS = 5_000;

export function VoucherScreen() {
  const { ticketLife: words } = useMessages();
  const ticketId = useParams('voucherDetail').ticketId ?? '';
  const voucher = useRead(loadPrivatePieceInfo, { ticketId });
  const counters = useRead(getPrivatePieceStation, { ticketId });
  const position = usePosition({ whenAllowed: true });
  const [chosen, setChosen] = useState<string | null>(null);
  const place = position.state.is === 'found' ? position.state.position : undefined;
  const placed = placeCounters(counters.data ?? [], place);
  const open = voucher.data?.state === 'exchangeable';
  const used = placed.find(({ counter }) => counter.counterId === voucher.data?.exchanged?.counterId);
  return (
    <Screen
      title={words.voucher}
      leave="back"
      dock={
        open &&
        placed.length > 0 && (
          <Exchange ticketId={ticketId} chosen={placed.find(({ counter }) => counter.counterId === chosen)} />
        )
      }
    >
      <Loaded query={voucher} skeleton={[180, 96, 260]}>
        {(data) => (
          <>
            {data.exchanged && <VoucherNumber exchanged={data.exchanged} at={used?.counter} />}
            {data.exchanged && !data.exchanged.takenInAt && <WatchCounter ticketId={ticketId} />}
            <VoucherPaper voucher={data} />
            {open && (
              <Group title={words.chooseCounter}>
                {counters.error && !counters.data && (
                  <LoadFailed error={counters.error} again={() => void counters.refetch()} />
                )}
                {counters.data?.length === 0 && <NoticeBox tone="warn">{words.noCounters}</NoticeBox>}
                {placed.length > 0 && (
                  <VoucherCounters
                    counters={placed}
                    chosen={chosen}
                    onChoose={setChosen}
                    position={position}
                  />
                )}
              </Group>
            )}
          </>
        )}
      </Loaded>
    </Screen>
  );
}

/** Polls until staff have accepted the number, while the traveller waits at the counter. */
function WatchCounter({ ticketId }: { readonly ticketId: string }) {
  useRead(loadPrivatePieceInfo, { ticketId }, { refetchInterval: WATCH_MS });
  return null;
}

function VoucherPaper({ voucher }: { readonly voucher: Voucher }) {
  const { ticket: words, ticketLife, errors } = useMessages();
  const language = useLanguage();
  const { state } = voucher;
  const notes = nameIn(voucher, 'notes', language);
  const rows: readonly (readonly [string, string])[] = [
    [ticketLife.hours, voucher.hours || ticketLife.askStaffHours],
    [words.voucherNo, groupedNumber(voucher.voucherNo)],
  ];
  return (
    <>
      <Paper
        faded={state === 'expired' || state === 'unavailable'}
        stub={
          <dl className={css['facts']}>
            {rows.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        }
      >
        <p className={`${css['state']} ${css[state]}`}>{ticketLife.state[state]}</p>
        <p className={css['small']}>{ticketLife.exchangeFor}</p>
        <h2 className={css['name']}>{nameIn(voucher, 'exchangeFor', language)}</h2>
        <p className={css['small']}>{nameIn(voucher, 'productName', language)}</p>
        {state === 'exchangeable' && (
          <p className={css['until']}>{words.exchangeBy(formatDay(voucher.useExpireDate, language))}</p>
        )}
      </Paper>
      {state === 'unavailable' && <NoticeBox tone="warn">{ticketLife.unavailableText}</NoticeBox>}
      {state === 'expired' && <NoticeBox tone="warn">{errors['TKT-0005']}</NoticeBox>}
      {notes && (
        <Group title={words.notes}>
          <p>{wholeWords(notes, language)}</p>
        </Group>
      )}
    </>
  );
}

function Exchange({
  ticketId,
  chosen,
}: {
  readonly ticketId: string;
  readonly chosen: PlacedCounter | undefined;
}) {
  const { ticketLife: words } = useMessages();
  const language = useLanguage();
  const [asking, setAsking] = useState(false);
  const exchange = useWrite(exchangeVoucher, {
    onSuccess: async (voucher) => {
      queryClient.setQueryData(queryKey(loadPrivatePieceInfo, { ticketId }), voucher);
      setAsking(false);
      window.scrollTo(0, 0);
      await refetch(ticketList, ticketLoad);
    },
  });
  const counterId = chosen?.counter.counterId;
  const go = () => counterId && exchange.mutate({ query: { ticketId, counterId } });
  return (
    <>
      <Button disabled={!chosen} onClick={() => setAsking(true)}>
        {chosen ? words.exchangeHere : words.chooseFirst}
      </Button>
      {asking && chosen && counterId && (
        <Question
          title={words.exchangeAsk(nameIn(chosen.counter, 'counterName', language))}
          yes={words.exchangeYes}
          busy={exchange.isPending}
          problem={<SendFailed error={exchange.error} again={go} keyed failed="redeemFailed" />}
          onYes={go}
          onNo={() => setAsking(false)}
        >
          {words.exchangeText}
        </Question>
      )}
    </>
  );
}

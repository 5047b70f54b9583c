// The codes for the gate, one for each traveller: as large as possible, renewed automatically, valid offline.
import { nameIn } from '@kippu/contract/names';
import { ArrowRight, MapPin, QrCode, RotateCw, Ticket } from 'lucide-react';
import { Suspense, useCallback, useState, useSyncExternalStore } from 'react';
import { isRefusal } from '@kippu/client/call-error';
import { reach } from '../../app/call/reach.ts';
import { useParams } from '../../app/router/router.ts';
import { clockOffset } from '../../app/clock/server-clock.ts';
import { useNow } from '../../app/clock/use-now.ts';
import { useWakeLock } from '../../app/clock/use-wake-lock.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { needing } from '../../ui/states/incomplete-screen.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { laterPart } from '../../ui/states/later-part.ts';
import { justPassed, nextToShow, useDeck, type DeckTicket } from './code-deck.ts';
import { CodeSheet } from './code-sheet.tsx';
import { codeStateOf, STALE_STATES, type CodeSource } from '../code/code-state.ts';
import { CodeSwiper } from './code-swiper.tsx';
import { PassedPanel } from './passed-panel.tsx';
import { asOf, isForGates, isUsable } from '../view/ticket-view.ts';
import { useCodeSource } from '../code/use-code.ts';
import { useGatePassages } from './use-passage.ts';

const TrainOfCode = laterPart(async () => (await import('../view/ticket-train.tsx')).TrainOfCode);

/** A certificate fetched before the network was lost is still valid. This screen says so, because no banner does. */
const withoutNetwork = (source: CodeSource): CodeSource =>
  source.is === 'fresh' ? { is: 'offline', code: source.code } : source;

export const CodeScreen = needing(['ticketId'], Codes);

function Codes() {
  const { ticket: words, code: codeWords, ticketLife, common } = useMessages();
  const language = useLanguage();
  const openedId = useParams('code').ticketId ?? '';
  const deck = useDeck(openedId);
  const [presentId, setPresentId] = useState(openedId);
  const at = Math.max(
    0,
    deck.findIndex(({ ticketId }) => ticketId === presentId),
  );
  const now = useNow(1000);
  const source = useCodeSource(presentId);
  const { last, shown, hide } = useGatePassages(presentId);
  useWakeLock(true);
  const turn = useCallback((index: number) => setPresentId((id) => deck[index]?.ticketId ?? id), [deck]);

  // The screen may stay open past the ticket's last midnight.
  const byNow = (each: DeckTicket | undefined) => each?.ticket && asOf(each.ticket, now);
  const ticket = byNow(deck[at]);
  const isOnline = useSyncExternalStore(reach.subscribe, reach.get);
  const found = source.data && (isOnline ? source.data : withoutNetwork(source.data));
  const gone = found?.is === 'ended' && isRefusal(found.error, 'TKT-0001');
  const state = found && codeStateOf(found, now, clockOffset());
  const wayOn = state && state !== 'fresh' ? STALE_STATES[state].next : 'hold';
  const sourceTicket =
    found && ('code' in found ? found.code.ticket : 'ticket' in found ? found.ticket : undefined);
  const known = sourceTicket ? asOf(sourceTicket, now) : ticket;
  // The list shows a use before the code's source does. It may lack the opened ticket.
  const opened = ticket ?? known;
  const idle = !gone && opened !== undefined && isUsable(opened);
  const lastDirection = last.get(presentId)?.direction;
  const inside = lastDirection ? lastDirection === 'in' : (known?.entry ?? null) !== null;
  const passedBy = (each: DeckTicket) => justPassed(each, last.get(each.ticketId), now);
  const deckByNow = deck.map((each) => ({ ...each, ticket: byNow(each) }));
  const nextId = shown && nextToShow(deckByNow, at, (each) => passedBy(each) === shown.direction);
  const next = deck.find(({ ticketId }) => ticketId === nextId)?.ticket;

  const atGates = isForGates(known);
  const holds = atGates && !shown && !idle && wayOn === 'hold';
  const dock = shown ? (
    <>
      {next && (
        <Button icon={ArrowRight} onClick={() => setPresentId(next.ticketId)}>
          {codeWords.nextCode(words.category[next.passengerCategory])}
        </Button>
      )}
      <Button kind={next ? 'text' : 'outline'} icon={QrCode} onClick={hide}>
        {words.showCode}
      </Button>
    </>
  ) : gone ? (
    <ButtonLink icon={Ticket} to="tickets" params={{}} replace>
      {common.toTickets}
    </ButtonLink>
  ) : idle || wayOn === 'ticket' ? (
    <ButtonLink icon={Ticket} to="detail" params={{ ticketId: presentId }}>
      {codeWords.toTicket}
    </ButtonLink>
  ) : wayOn === 'retry' || wayOn === 'browser' ? (
    <Button icon={RotateCw} busy={source.isFetching} onClick={() => void source.refetch()}>
      {common.retry}
    </Button>
  ) : !atGates ? undefined : (
    <>
      {/* The code comes first on a bad line. */}
      {state && (
        <Suspense>
          <TrainOfCode ticketId={presentId} />
        </Suspense>
      )}
      <ButtonLink
        kind="outline"
        icon={MapPin}
        to="outInSite"
        params={{ ticketId: presentId, direction: inside || state === 'exitOnly' ? 'out' : 'in' }}
      >
        {ticketLife.noReader}
      </ButtonLink>
    </>
  );
  const sheet = (index: number, present: boolean) => {
    if (present && shown) return <PassedPanel passed={shown} />;
    const each = deck[index];
    const listed = byNow(each);
    const place = {
      idle: present ? idle : listed !== undefined && isUsable(listed),
      narrow: deck.length > 1,
      aside: !present,
    };
    return present ? (
      <CodeSheet
        key={each?.ticketId}
        {...place}
        ticket={known ?? listed}
        source={found}
        state={state}
        inside={inside}
        now={now}
      />
    ) : (
      <CodeSheet
        key={each?.ticketId}
        {...place}
        ticket={listed}
        source={undefined}
        state={undefined}
        inside={false}
        now={0}
      />
    );
  };
  return (
    <Screen title={holds ? words.codeTitle : words.detailTitle} leave="close" dock={dock}>
      {deck.length === 1 ? (
        sheet(0, true)
      ) : (
        <CodeSwiper
          at={at}
          onTurn={turn}
          items={deck.map((each, index) => {
            const shows = index === at ? known : each.ticket;
            return {
              id: each.ticketId,
              label: shows
                ? `${words.category[shows.passengerCategory]} · ${nameIn(shows, 'productName', language)}`
                : words.detailTitle,
              passed: passedBy(each),
            };
          })}
        >
          {sheet}
        </CodeSwiper>
      )}
    </Screen>
  );
}

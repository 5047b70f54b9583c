// The codes at the gate: as large as the column allows, renewed by themselves, good without a network, one a traveller.
import { nameIn } from '@kippu/contract/fields';
import { ArrowRight, MapPin, QrCode, RotateCw, Ticket } from 'lucide-react';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { reach } from '../app/reach.ts';
import { useParams } from '../app/router.ts';
import { clockOffset } from '../app/server-clock.ts';
import { useNow } from '../app/use-now.ts';
import { useWakeLock } from '../app/use-wake-lock.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Screen } from '../ui/screen.tsx';
import { justPassed, nextToShow, useDeck, type DeckTicket } from './code-deck.ts';
import { CodeSheet } from './code-sheet.tsx';
import { codeStateOf, STALE_STATES, type CodeSource } from './code-state.ts';
import { CodeSwiper } from './code-swiper.tsx';
import { PassedPanel } from './passed-panel.tsx';
import { asOf, isUsable } from './ticket-view.ts';
import { useCodeSource } from './use-code.ts';
import { useGatePassages } from './use-passage.ts';

/** What was fetched before the network went stays good: the screen says so, as nothing above it does. */
const withoutNetwork = (source: CodeSource): CodeSource =>
  source.is === 'fresh' ? { is: 'offline', code: source.code } : source;

export function CodeScreen() {
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

  // The screen may lie open over a ticket's last midnight.
  const byNow = (each: DeckTicket | undefined) => each?.ticket && asOf(each.ticket, now);
  const ticket = byNow(deck[at]);
  const idle = ticket !== undefined && isUsable(ticket);
  const isOnline = useSyncExternalStore(reach.subscribe, reach.get);
  const found = source.data && (isOnline ? source.data : withoutNetwork(source.data));
  const state = found && codeStateOf(found, now, clockOffset());
  const wayOn = state && state !== 'fresh' ? STALE_STATES[state].next : 'hold';
  const told =
    found && ('code' in found ? found.code.ticket : found.is === 'ended' ? found.ticket : undefined);
  const known = told ? asOf(told, now) : ticket;
  const way = last.get(presentId)?.direction;
  const inside = way ? way === 'in' : (known?.entry ?? null) !== null;
  const passedBy = (each: DeckTicket) => justPassed(each, last.get(each.ticketId), now);
  const deckByNow = deck.map((each) => ({ ...each, ticket: byNow(each) }));
  const nextId = shown && nextToShow(deckByNow, at, (each) => passedBy(each) === shown.direction);
  const next = deck.find(({ ticketId }) => ticketId === nextId)?.ticket;

  const holds = !shown && !idle && wayOn === 'hold';
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
  ) : idle || wayOn === 'ticket' ? (
    <ButtonLink icon={Ticket} to="detail" params={{ ticketId: presentId }}>
      {codeWords.toTicket}
    </ButtonLink>
  ) : wayOn === 'retry' || wayOn === 'browser' ? (
    <Button icon={RotateCw} busy={source.isFetching} onClick={() => void source.refetch()}>
      {common.retry}
    </Button>
  ) : (
    <ButtonLink
      kind="outline"
      icon={MapPin}
      to="outInSite"
      params={{ ticketId: presentId, direction: inside ? 'out' : 'in' }}
    >
      {ticketLife.noReader}
    </ButtonLink>
  );
  const sheet = (index: number, present: boolean) => {
    if (present && shown) return <PassedPanel passed={shown} />;
    const each = deck[index];
    const listed = byNow(each);
    const asleep = listed !== undefined && isUsable(listed);
    const place = { idle: asleep, narrow: deck.length > 1, aside: !present };
    return present ? (
      <CodeSheet
        key={each?.ticketId}
        {...place}
        {...{ ticket: known ?? listed, source: found, state, inside, now }}
      />
    ) : (
      <CodeSheet
        key={each?.ticketId}
        {...place}
        {...{ ticket: listed, source: undefined, state: undefined, inside: false, now: 0 }}
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

// The button under an answer. It opens the traveller's own ticket or reservation if there is only one candidate.
import { pageSettings } from '@kippu/client/page-settings';
import { nameIn } from '@kippu/contract/names';
import { reserveList } from '@kippu/contract/routes/traveller/seat';
import { ticketList } from '@kippu/contract/routes/traveller/ticket';
import { RESERVATION_STATE } from '@kippu/contract/values';
import type { FaqAction } from '@kippu/help-search/search';
import {
  Armchair,
  BellRing,
  CircleUserRound,
  FileCheck2,
  Mail,
  Plus,
  Ticket,
  TrainFront,
} from 'lucide-react';
import { Suspense } from 'react';
import { theRules } from '@kippu/domain/rules';
import { useRead } from '../app/query/queries.ts';
import { useSession } from '../app/session/session.ts';
import { formatMoment } from '../i18n/format.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { useLiveNews } from '../reservation/journey/live-news.ts';
import { shownTimes } from '../reservation/journey/live-times.ts';
import { DisruptionBox } from '../ticket/view/disruption-box.tsx';
import { Train } from '../ticket/view/ticket-train.tsx';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { laterPart } from '../ui/states/later-part.ts';

const NextOfTraveller = laterPart(async () => (await import('./next-of-traveller.tsx')).NextOfTraveller);
const PushState = laterPart(async () => (await import('../push/push-state.tsx')).PushState);

/** What only a railway with seats has. */
const OF_SEATS: readonly FaqAction[] = ['openSeats', 'openReservations'];

export function AnswerAction({
  action,
  onLeave,
}: {
  readonly action: FaqAction;
  readonly onLeave: () => void;
}) {
  const { help: words } = useMessages();
  if (OF_SEATS.includes(action) && !pageSettings().hasSeats) return null;
  const text = words.actions[action];
  switch (action) {
    case 'openNext':
      return <NextStepOfOwn text={text} />;
    case 'openTickets':
      return <OwnTicket text={text} />;
    case 'openReservations':
      return <OwnReservation text={text} />;
    case 'addTicket':
      return (
        <ButtonLink to="add" params={{}} kind="outline" icon={Plus}>
          {text}
        </ButtonLink>
      );
    case 'openSeats':
      return (
        <ButtonLink to="seats" params={{}} kind="outline" icon={Armchair}>
          {text}
        </ButtonLink>
      );
    case 'openLateTrains':
      return (
        theRules().lateCertificate && (
          <ButtonLink to="late" params={{}} kind="outline" icon={FileCheck2}>
            {text}
          </ButtonLink>
        )
      );
    case 'openAccount':
      return (
        <ButtonLink to="account" params={{}} kind="outline" icon={CircleUserRound}>
          {text}
        </ButtonLink>
      );
    case 'openPush':
      return <Notifications text={text} />;
    case 'feedback':
      return (
        <div onClickCapture={onLeave}>
          <ButtonLink to="feedback" params={{}} kind="outline" icon={Mail}>
            {text}
          </ButtonLink>
        </div>
      );
  }
}

/** Offers the next act of the traveller's own tickets; to a visitor, and where it cannot be learnt, the list. */
function NextStepOfOwn({ text }: { readonly text: string }) {
  const session = useSession();
  const toList = (
    <ButtonLink to="tickets" params={{}} kind="outline" icon={Ticket}>
      {text}
    </ButtonLink>
  );
  if (!session) return toList;
  return (
    <Suspense>
      <NextOfTraveller otherwise={toList} />
    </Suspense>
  );
}

/** Links to the only ticket, or to the list. */
function OwnTicket({ text }: { readonly text: string }) {
  const { help: words } = useMessages();
  const language = useLanguage();
  const session = useSession();
  const list = useRead(ticketList, { tab: 'active' }, { enabled: session !== null });
  const [only, second] = list.data?.items ?? [];
  if (only && !second)
    return (
      <ButtonLink to="detail" params={{ ticketId: only.ticketId }} kind="outline" icon={Ticket}>
        {words.openTicket(nameIn(only, 'productName', language))}
      </ButtonLink>
    );
  return (
    <ButtonLink to="tickets" params={{}} kind="outline" icon={Ticket}>
      {text}
    </ButtonLink>
  );
}

/** Says how the next reserved train runs and what to do if it does not, and links to the reservation; without one, to the list. */
function OwnReservation({ text }: { readonly text: string }) {
  const { help: words, seat } = useMessages();
  const language = useLanguage();
  const session = useSession();
  const list = useRead(reserveList, { tab: 'upcoming' }, { enabled: session !== null });
  useLiveNews(list.data?.items);
  const next = list.data?.items.find(({ state }) => state === RESERVATION_STATE.reserved);
  if (!next)
    return (
      <ButtonLink to="seats" params={{}} kind="outline" icon={TrainFront}>
        {text}
      </ButtonLink>
    );
  const { reservationId, trainNo } = next;
  const [first, ...others] = next.seats;
  return (
    <>
      {next.disruption ? (
        <DisruptionBox reservation={next} withTrain />
      ) : (
        next.live && (
          <Train
            reservation={next}
            announced={false}
            withPlace
            ticketId={others.length === 0 ? first?.ticketId : undefined}
          />
        )
      )}
      <ButtonLink to="reservation" params={{ reservationId }} kind="outline" icon={TrainFront}>
        {words.openReservation(
          seat.train(nameIn(next, 'trainName', language), trainNo),
          formatMoment(shownTimes(next).departAt, language),
        )}
      </ButtonLink>
    </>
  );
}

/** Says whether this phone gets messages, and links to where that is chosen. */
function Notifications({ text }: { readonly text: string }) {
  const session = useSession();
  return (
    <>
      {session && (
        <Suspense>
          <PushState />
        </Suspense>
      )}
      <ButtonLink to="push" params={{}} kind="outline" icon={BellRing}>
        {text}
      </ButtonLink>
    </>
  );
}

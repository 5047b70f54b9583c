// What the party of a reservation does next: the first button of its screen, or a sentence where nothing is to press.
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { nextAct, type NextAct } from '@kippu/domain/reservation/next-act';
import { MapPin, QrCode, TicketCheck } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useNow } from '../../app/clock/use-now.ts';
import { useMessages } from '../../i18n/messages.ts';
import { rideOf } from '../../ticket/view/party.ts';
import { useParty } from '../../ticket/view/use-party.ts';
import { Button } from '@kippu/ui/button';
import { NoticeBox } from '@kippu/ui/notice-box';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { laterPart } from '../../ui/states/later-part.ts';
import { useTickets } from '../journey/seat-queries.ts';

const UseTickets = laterPart(async () => (await import('../../ticket/view/use-tickets.tsx')).UseTickets);

const MINUTE_MS = 60_000;

/** Returns what the party of a reservation does next; nothing while its tickets are loading. */
export function useNextAct(reservation: Reservation): NextAct {
  const { data } = useTickets();
  const now = useNow(MINUTE_MS);
  const { party, isLoading } = useParty(reservation, data?.items);
  return isLoading ? { act: 'none', ticketIds: [] } : nextAct(rideOf(reservation, party, now), now);
}

/** Renders nothing while nothing is to do. */
export function NextStep({
  next,
  platform,
}: {
  readonly next: NextAct;
  readonly platform?: string | undefined;
}) {
  /** The tickets of the question. They do not change while some of them come into use. */
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  return (
    <>
      <Step next={next} platform={platform} onUse={() => setAsked(next.ticketIds)} />
      {asked && (
        <Suspense>
          <UseTickets ticketIds={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  );
}

interface Props {
  readonly next: NextAct;
  readonly platform: string | undefined;
  readonly onUse: () => void;
}

function Step({ next: { act, ticketIds }, platform, onUse }: Props) {
  const { ticket: words, travel, station } = useMessages();
  const [ticketId = ''] = ticketIds;
  if (act === 'use')
    return (
      <>
        <NoticeBox tone="warn">{travel.notInUse(ticketIds.length)}</NoticeBox>
        <Button icon={TicketCheck} onClick={onUse}>
          {travel.putIntoUse(ticketIds.length)}
        </Button>
      </>
    );
  if (act === 'show')
    return (
      <ButtonLink to="code" params={{ ticketId }} icon={QrCode}>
        {words.showCode}
      </ButtonLink>
    );
  if (act === 'verify')
    return (
      <ButtonLink to="outInSite" params={{ ticketId, direction: 'in' }} icon={MapPin}>
        {station.verifyIn}
      </ButtonLink>
    );
  if (act === 'board')
    return (
      <NoticeBox tone="info">
        {platform === undefined ? travel.inside : travel.goToPlatform(platform)}
      </NoticeBox>
    );
  if (act === 'missed')
    return (
      <NoticeBox tone="warn" title={travel.missed}>
        {travel.missedText}
      </NoticeBox>
    );
  return null;
}

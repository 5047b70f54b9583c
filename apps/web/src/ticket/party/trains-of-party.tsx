// On a party's card: each train of its tickets that does not run as planned, and who travels on it where that is not everybody.
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { useNow } from '../../app/clock/use-now.ts';
import { runsAsPlanned } from '../../reservation/journey/live-line.tsx';
import { needOf } from '../view/party.ts';
import { SeatsLeft, Train, trainOf, useComing } from '../view/ticket-train.tsx';
import { usePeople } from './people.ts';
import css from './party.module.css';

interface TrainOfSome {
  readonly train: Reservation;
  readonly tickets: readonly TicketSummary[];
}

/** Returns the next train of each ticket, once for those that ride it between the same stops, in the order of departure. */
function trainsOf(party: readonly TicketSummary[], coming: readonly Reservation[], now: number) {
  const trains = new Map<string, TrainOfSome>();
  for (const ticket of party) {
    const train = trainOf(coming, ticket.ticketId, now);
    if (!train) continue;
    const { departureId, from, to } = train;
    const key = `${departureId} ${from.stationId} ${to.stationId}`;
    const known = trains.get(key);
    trains.set(key, { train: known?.train ?? train, tickets: [...(known?.tickets ?? []), ticket] });
  }
  return [...trains.values()].toSorted((a, b) => coming.indexOf(a.train) - coming.indexOf(b.train));
}

export function TrainsOfParty({ party }: { readonly party: readonly TicketSummary[] }) {
  const coming = useComing();
  const now = useNow(60_000);
  // The first screen says the news of the next train above: screen readers say it once.
  const above = needOf(coming, [], now)?.ride.reservation;
  return (
    <>
      <SeatsLeft tickets={party} />
      {trainsOf(party, coming, now)
        .filter(({ train }) => !runsAsPlanned(train))
        .map(({ train, tickets }) => (
          <div key={train.reservationId}>
            {tickets.length < party.length && <People of={tickets} />}
            <Train reservation={train} announced={train !== above} />
          </div>
        ))}
    </>
  );
}

function People({ of }: { readonly of: readonly TicketSummary[] }) {
  return <p className={css['riders']}>{usePeople(of)}</p>;
}

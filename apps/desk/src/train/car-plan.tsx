// The seats of one car on one leg. Travellers' names are not shown; a reserved seat links to its ticket.
import type { DataOf } from '@kippu/contract/route-types';
import type { deskDeparture } from '@kippu/contract/routes/desk/occupancy';
import type { SeatUse } from '@kippu/contract/calls/desk/occupancy';
import { deskTicket } from '@kippu/contract/routes/desk/ticket';
import { useMay } from '../app/session/rights.ts';
import { hrefOf } from '../app/router/router.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { groupedNumber } from '../app/text/ticket-words.ts';
import css from './train.module.css';
import { stretchText } from './train-words.ts';

const WORDS = {
  free: text('空席', 'Free'),
  reserved: text('予約済み', 'Reserved'),
  held: text('選択中（5分以内に決まる）', 'Being chosen, for 5 minutes at most'),
  row: text('列', 'Row'),
  ticket: (no: string) => text('きっぷ {no}', 'ticket {no}', { no }),
};

type Departure = DataOf<typeof deskDeparture>;

function Seat({
  of: train,
  row,
  letter,
  car,
  use,
}: {
  readonly of: Departure;
  readonly row: number;
  readonly letter: string;
  readonly car: number;
  readonly use: SeatUse | undefined;
}) {
  const say = useSay();
  const language = useLanguage();
  const mayOpen = useMay()(deskTicket);
  const name = `${car}-${row}${letter}`;
  if (!use)
    return (
      <span className={css['seat']} data-state="free">
        {letter}
        <span className="unseen"> {say(WORDS.free)}</span>
      </span>
    );
  const stretch = stretchText(train, use.firstLeg, use.endLeg, language);
  const { ticketNo } = use;
  const state = ticketNo === undefined ? 'held' : 'reserved';
  const label = [
    name,
    say(WORDS[state]),
    stretch,
    ...(ticketNo === undefined ? [] : [say(WORDS.ticket(groupedNumber(ticketNo)))]),
  ].join(', ');
  if (ticketNo === undefined || !mayOpen)
    return (
      <span className={css['seat']} data-state={state} title={label}>
        {letter}
        <span className="unseen"> {label}</span>
      </span>
    );
  return (
    <a
      className={css['seat']}
      data-state={state}
      href={hrefOf('tickets', [ticketNo])}
      title={label}
      aria-label={label}
    >
      {letter}
    </a>
  );
}

export function CarPlan({
  of: train,
  car,
  leg,
}: {
  readonly of: Departure;
  readonly car: number;
  readonly leg: number;
}) {
  const say = useSay();
  const plan = train.plans.find((each) => each.car === car);
  if (!plan) return null;
  const uses = new Map(
    train.uses
      .filter(({ firstLeg, endLeg }) => firstLeg <= leg && leg < endLeg)
      .map((use) => [use.seat, use] as const),
  );
  const rows = Array.from({ length: plan.rows }, (_, at) => (plan.firstRow ?? 1) + at);
  return (
    <>
      <ul className={css['legend']}>
        {(['free', 'reserved', 'held'] as const).map((state) => (
          <li key={state}>
            <span className={css['seat']} data-state={state} aria-hidden="true">
              A
            </span>
            {say(WORDS[state])}
          </li>
        ))}
      </ul>
      <div className={css['scroll']} tabIndex={0} role="group" aria-label={say(WORDS.row)}>
        <ol className={css['plan']}>
          {rows.map((row) => (
            <li key={row} className={css['planRow']}>
              <span className={css['rowNo']}>
                <span className="unseen">{say(WORDS.row)} </span>
                {row}
              </span>
              {plan.letters.map((letter, at) =>
                letter === '' ? (
                  <span key={`aisle-${at}`} className={css['aisle']} />
                ) : (
                  <Seat
                    key={letter}
                    of={train}
                    car={car}
                    row={row}
                    letter={letter}
                    use={uses.get(`${car}-${row}${letter}`)}
                  />
                ),
              )}
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

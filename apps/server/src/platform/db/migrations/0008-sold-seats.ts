// Counts sold seats of a train without reading each seat, and limits the indexes of seat legs to what is queried.

/** A seat's bit in its car: 99 rows of the letters A to H, as operator-schemas.ts allows. */
const BITS = 800;

const bitOf = (row: string, value: 0 | 1) =>
  `set_bit(SEATS, substring(${row}.seat from '-([0-9]+)')::int * 8 + ascii(right(${row}.seat, 1)) - 65, ${value})`;
const carOf = (row: string) => `split_part(${row}.seat, '-', 1)::int`;
const EMPTY = `0::bit(${BITS})`;

export const soldSeatsMigration = {
  name: '0008-sold-seats',
  statements: [
    // One bit for each seat, so that many legs are combined and counted at once. Bits are updated in place, so rows reserve space.
    `create table seats_sold (
      departure_id text not null,
      car integer not null,
      leg integer not null,
      seats bit(${BITS}) not null,
      primary key (departure_id, car, leg)) with (fillfactor = 50)`,
    `insert into seats_sold (departure_id, car, leg, seats)
      select departure_id, ${carOf('l')}, leg, bit_or(${bitOf('l', 1).replace('SEATS', EMPTY)})
      from seat_leg l where reservation_id is not null group by 1, 2, 3`,
    // A trigger, so that every way of selling or freeing a seat is counted. It locks the row, so that no bit is lost.
    `create function mark_sold() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' and old.reservation_id is not null then
        update seats_sold set seats = ${bitOf('old', 0).replace('SEATS', 'seats')}
        where departure_id = old.departure_id and car = ${carOf('old')} and leg = old.leg;
      end if;
      if tg_op <> 'DELETE' and new.reservation_id is not null then
        insert into seats_sold (departure_id, car, leg, seats)
        values (new.departure_id, ${carOf('new')}, new.leg, ${bitOf('new', 1).replace('SEATS', EMPTY)})
        on conflict (departure_id, car, leg) do update set seats = seats_sold.seats | excluded.seats;
      end if;
      return null;
    end $$`,
    `create trigger seat_leg_sold_insert after insert on seat_leg for each row
      when (new.reservation_id is not null) execute function mark_sold()`,
    `create trigger seat_leg_sold_update after update of reservation_id on seat_leg for each row
      when ((old.reservation_id is null) <> (new.reservation_id is null)) execute function mark_sold()`,
    `create trigger seat_leg_sold_delete after delete on seat_leg for each row
      when (old.reservation_id is not null) execute function mark_sold()`,
    `create index seat_hold_departure on seat_hold (departure_id)`,
    // A leg is either held or sold: half of each index was nulls that no query uses.
    `drop index seat_leg_hold`,
    `drop index seat_leg_reservation`,
    `create index seat_leg_hold on seat_leg (hold_id) where hold_id is not null`,
    `create index seat_leg_reservation on seat_leg (reservation_id) where reservation_id is not null`,
  ],
} as const;

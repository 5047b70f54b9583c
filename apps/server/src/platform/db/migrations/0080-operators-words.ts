// Kinds of products and classes of seats are the operator's: its files name them, and seats have more letters.

/** As 0008, for the letters A to X. Letters after H use the bits of rows 34 to 99: a car that has them ends before row 33. */
const bitOf = (row: string, value: 0 | 1) => {
  const letter = `(ascii(right(${row}.seat, 1)) - 65)`;
  const place = `(substring(${row}.seat from '-([0-9]+)')::int + 33 * (${letter} / 8)) * 8 + ${letter} % 8`;
  return `set_bit(SEATS, ${place}, ${value})`;
};
const carOf = (row: string) => `split_part(${row}.seat, '-', 1)::int`;
const EMPTY = '0::bit(800)';

export const operatorsWordsMigration = {
  name: '0080-operators-words',
  statements: [
    `alter table product drop constraint if exists product_kind_check`,
    `alter table reservation_seat drop constraint if exists reservation_seat_car_class_check`,
    `create or replace function mark_sold() returns trigger language plpgsql as $$ begin
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
  ],
} as const;

// Seats that are refunded because their train was very late.
export const seatRefundsMigration = {
  name: '0104-seat-refunds',
  statements: [
    `create table seat_refund (
      refund_id bigint generated always as identity primary key,
      reservation_id text not null references reservation (reservation_id),
      seat text not null,
      late integer not null,
      found_at timestamptz not null,
      unique (reservation_id, seat))`,
  ],
} as const;

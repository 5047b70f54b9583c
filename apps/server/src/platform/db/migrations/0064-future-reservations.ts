// Finds future reservations by day and train, whatever the number of past ones.
export const futureReservationsMigration = {
  name: '0064-future-reservations',
  indexes: [
    { name: 'reservation_departure', on: 'reservation (service_date, departure_id) where state = 1' },
  ],
} as const;

// How many reservations a ticket has left, as the traveller reads it.

/** From this number on, reservations left count as unlimited, and no number is shown. */
const MANY = 50;

export const isUnlimited = (reservationsLeft: number): boolean => reservationsLeft >= MANY;

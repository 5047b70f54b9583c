// Mails and notices about a disrupted reservation in English.
import type { DisruptionTexts } from '../../mail-words.ts';

export const disruption: DisruptionTexts = {
  texts: {
    cancelled: [
      '{train} is cancelled: choose another train',
      '{train} on {day} no longer runs from {from} to {to}.',
      'Change to another train free of charge until {until}; it does not use up a reservation. Or cancel the reservation.',
    ],
    givenUp: [
      '{train} runs again, without your seat',
      '{train} on {day} from {from} to {to} runs again. You reserved another train with your ticket meanwhile, so your seat on this one was released.',
      'There is nothing you need to do.',
    ],
    stopLeftOut: [
      '{train} leaves out your stop: choose another train',
      '{train} on {day} runs, but does not stop at {stop}, so it does not take you from {from} to {to}.',
      'Change to another train free of charge until {until}; it does not use up a reservation. Or cancel the reservation.',
    ],
    seatGone: [
      'Your seat on {train} is gone: choose another',
      '{train} on {day} runs, but with other cars, and your seat is no longer there.',
      'Choose another seat or another train before it departs. It is free and does not use up a reservation.',
    ],
    someSeatsGone: [
      'Some of your seats on {train} are gone: choose again',
      '{train} on {day} runs, but with other cars, and some of your seats are no longer there.',
      'Choose seats again for all of you before it departs: you may keep those you have, or take another train. It is free and does not use up a reservation.',
    ],
    retimed: [
      '{train} runs at another time',
      'The times of {train} on {day} from {from} to {to} have changed.',
      'Come to the station for the new time; your seat stays the same. If it does not suit you, change to another train free of charge, or cancel the reservation.',
    ],
    restored: [
      '{train} runs as you booked it',
      '{train} on {day} from {from} to {to} runs again at the time and with the seat you booked.',
      'There is nothing you need to do.',
    ],
    restoredLate: [
      '{train} runs after all, but not on time',
      '{train} on {day} from {from} to {to} runs again with the seat you booked, but late.',
      'Look in the app for the expected time before you go to the station.',
    ],
  },
  noTrainLeft: 'No later train leaves before your ticket ends. Please ask the station staff today.',
  noTrainThatDay:
    'No other train leaves on that day. Choose one on another day in the app, free of charge, or ask the station staff.',
  booked: 'Booked: {times}',
  now: 'Now: {times}',
  gone: 'Gone: {seats}',
  kept: 'Still yours: {seats}',
  seats: 'Seat: {seats}',
  open: 'Your reservation: ',
};

// Mails about one's own reservations in English.
import type { ReservationMails, StopPage } from '../../mail-words.ts';

export const reservation: ReservationMails = {
  reserved: ['Reserved: {train}, {day}', 'Your seats are reserved.'],
  changed: ['Changed: {train}, {day}', 'You changed your reservation. It is now as follows.'],
  cancelled: ['Cancelled: {train}, {day}', 'You cancelled your reservation.'],
  cancelledPart: ['Some seats cancelled: {train}, {day}', 'You cancelled some of your reserved seats.'],
  replaced: [
    'Cancelled: {train}, {day}',
    'You reserved another train with your ticket, so this reservation, which had lost its seats, is cancelled.',
  ],
  eve: ['{day}, {time}: {train} from {from}', 'Your train leaves on {day}.'],
  train: 'Train: {train}',
  departs: 'Leaves: {moment}, {station}',
  arrives: 'Arrives: {moment}, {station}',
  expected: 'It is late. Expected to leave at {time}.',
  platform: '{station}, platform {platform}',
  cancelledSeats: 'Cancelled: {seats}',
  changeUntil: 'You can change or cancel it in the app until {until}.',
  notYou: 'If this was not you, change your password.',
  calendar: {
    added: 'Open the attached file to put the journey into your calendar.',
    updated: 'Open the attached file to update the entry in your calendar.',
    removed: 'Open the attached file to remove the entry from your calendar.',
  },
  tickets: 'Your tickets:',
  ticket: {
    waiting:
      '{product} (no. {ticketNo}): not in use yet. On the day, press Use in the app before you enter the station.',
    inUse: '{product} (no. {ticketNo}): in use, valid until {until}.',
    suspended: '{product} (no. {ticketNo}): suspended, it opens no gate. Please ask station staff.',
  },
  stop: 'Stop these reminders: ',
  calendarTitle: '{train} {from} to {to}',
  calendarCancelled: 'Cancelled: {title}',
};

export const stopPage: StopPage = {
  ask: [
    'Stop these reminders?',
    'You will get no more mail on the evening before a trip. Mail about reservations, changes and cancelled trains still comes.',
  ],
  send: 'Stop reminders',
  done: ['No more reminders', 'You can turn them on again under Account in the app.'],
  gone: ['This link no longer works', 'You can turn the reminders off under Account in the app.'],
};

// What is pushed to phones in English: a title of 50 characters at most, and a text of 120.
import type { PushWords } from '../../mail-words.ts';

export const push: PushWords = {
  change: {
    cancelled: [
      '{train} is cancelled',
      'It does not run from {from} to {to}. Open the app to take another train free of charge.',
    ],
    stopLeftOut: [
      '{train} leaves out your stop',
      'It does not take you from {from} to {to}. Open the app to take another train free of charge.',
    ],
    restored: [
      '{train} runs again',
      'It leaves {from} at {time}, and your seat is there. There is nothing you need to do.',
    ],
    seatGone: [
      'Your seat on {train} is gone',
      'It runs with other cars. Open the app to choose another seat free of charge.',
    ],
    retimed: ['{train} runs at another time', 'It leaves {from} at {time}. Your seat stays the same.'],
    platform: [
      '{train}: now platform {platform}',
      'It leaves {from} at {time}. Please go to platform {platform}.',
    ],
    late: [
      '{train} is {minutes} min late',
      'It is expected to leave {from} at {time}. Look at the app again before you go.',
    ],
    onTime: ['{train} is on time again', 'It leaves {from} at {time}. Please be there by then.'],
  },
  departure: [
    '{train} leaves at {time}',
    '{from}, platform {platform}. Your seat: {seats}.',
    '{from}; the platform is on the boards there. Your seat: {seats}.',
  ],
  received: ['You received a ticket', '{product} is among your tickets now. Open the app to see it.'],
  entered: [
    'Somebody in your group went in',
    'They passed the gate at {station} at {time}. There is nothing you need to do.',
  ],
  left: [
    'Somebody in your group went out',
    'They passed the gate at {station} at {time}. There is nothing you need to do.',
  ],
  lateMail: [
    '{train} on {day} is about {minutes} minutes late. It is expected to leave {from} at {time}.',
    'Look at the app before you go: a train may make up time. If the delay does not suit you, choose another train there.',
  ],
};

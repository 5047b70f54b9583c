import type { Messages } from '../../app-words.ts';

export const travel: Messages['travel'] = {
  onBoard: 'On board, arriving',
  missed: 'Your train has left',
  arrived: 'You have arrived',
  arrivesNow: 'Arriving now',
  nextStop: (station, time) => `Next stop: ${station} ${time}`,
  notInUse: (count) =>
    count === 1
      ? 'Your ticket is not in use yet. You can travel only once it is.'
      : `${count} tickets are not in use yet. You can travel only once they are.`,
  putIntoUse: (count) => (count === 1 ? 'Use ticket now' : `Use ${count} tickets now`),
  question: (count) => `Use these ${count} tickets now?`,
  usedUntil: (moment) => `You cannot undo this. They are then valid until ${moment}.`,
  used: (count) => `${count} tickets now in use`,
  inside: 'You are in. Board your train.',
  goToPlatform: (platform) => `You are in. Go to platform ${platform}.`,
  missedText: 'The reserved seats were for this train only. Ask the station staff how you can travel on.',
  reserveLater: 'Reserve another train',
  exitByCode: 'Show the code again when you leave the station.',
  exitByPhone: 'Verify your exit when you leave the station.',
};

import type { Messages } from '../../app-words.ts';

export const code: Messages['code'] = {
  place: (at, of) => `Ticket ${at} of ${of}`,
  previous: 'Previous ticket',
  next: 'Next ticket',
  nextCode: (who) => `Next code: ${who}`,
  passed: { in: 'Entered', out: 'Exited' },
  startFirst: 'Open the ticket and tap “Use now”. Its code is then shown here.',
  toTicket: 'Open the ticket',
  brighter: 'Reader slow? Turn up your screen’s brightness.',
  staffNumber: 'Ticket number for staff',
  askStaff: 'Or show this number to the staff at the gate.',
  usedUp: 'This ticket has been used.',
  saved: {
    show: 'Show my codes',
    title: 'My saved codes',
    none: 'No code that still works is saved on this phone. Log in to show your tickets.',
    remove: 'Delete the codes from this phone',
    removeTitle: 'Delete the codes from this phone?',
    removeText: 'Log in to show them again.',
  },
  states: {
    exitOnly: (time) =>
      `This ticket has ended. If you are inside a station, you can still leave: exit until ${time}.`,
    offline: (moment) => `No network. Hold the code over the reader as usual; it works until ${moment}.`,
    saved: (moment) =>
      `You are logged out, so this is a saved copy. Hold it over the reader as usual; it works until ${moment}.`,
    clockWrong: (minutes) =>
      `This phone’s clock is about ${minutes}\u00a0min off. The code is made with the right time, so hold it over the reader as usual. Later, set the phone’s time to automatic.`,
    unkept:
      'This phone cannot keep the code (it is full, or this is a private window). Leave this page open until you are through the gate.',
    outlived: 'The code on this phone has expired. Connect to a network and try again.',
    notOnPhone: 'This ticket’s code is not on this phone yet. Connect to a network once and try again.',
    noKey:
      'This browser cannot make the code. Open the app in Safari or Chrome, not inside another app such as a chat, and not in a private window.',
    ended: 'This ticket shows no code now.',
  },
};

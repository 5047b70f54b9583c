import type { FirstMessages } from '../../app-words.ts';

export const common: FirstMessages['common'] = {
  back: 'Back',
  close: 'Close',
  retry: 'Try again',
  more: 'Show more',
  loading: 'Loading',
  tabTickets: 'Tickets',
  tabSeats: 'Seats',
  tabHelp: 'Help',
  tabAccount: 'Account',
  noticeBell: (unread) => (unread === 0 ? 'Notices' : `Notices, ${unread} unread`),
  offline: 'No network.',
  offlineCodes: 'No network. Codes opened in the last 24 hours still work.',
  clockOf: (zone, time) => `${time}, ${zone}`,
  failedTitle: 'Could not load this',
  slow: 'This is taking longer than usual',
  brokenTitle: 'This screen could not be shown',
  brokenText:
    'The app has a fault. Reload it; if that does not help, update your browser or your phone’s software. Your tickets are safe.',
  reload: 'Reload',
  serverErrorTitle: 'Something went wrong on our side',
  serverErrorText: 'We are sorry. Please try again in a few minutes.',
  maintenanceTitle: 'Down for maintenance',
  maintenanceText: 'We are sorry. Codes opened in the last 24 hours still work at the gate.',
  toTickets: 'Go to your tickets',
  notJson: 'The server’s answer could not be read. Please try again.',
  waitFor: (seconds) =>
    seconds < 120
      ? `Try again in ${seconds}\u00a0${seconds === 1 ? 'second' : 'seconds'}.`
      : `Try again in ${Math.ceil(seconds / 60)}\u00a0minutes.`,
};

import type { FirstMessages } from '../../app-words.ts';

export const common: FirstMessages['common'] = {
  back: 'Zurück',
  close: 'Schließen',
  retry: 'Noch einmal',
  more: 'Mehr anzeigen',
  loading: 'Wird geladen',
  tabTickets: 'Tickets',
  tabSeats: 'Plätze',
  tabHelp: 'Hilfe',
  tabAccount: 'Konto',
  noticeBell: (unread) => (unread === 0 ? 'Mitteilungen' : `Mitteilungen, ${unread} ungelesen`),
  offline: 'Kein Netz.',
  offlineCodes: 'Kein Netz. Codes der letzten 24 Stunden funktionieren weiter.',
  clockOf: (zone, time) => `${time}, ${zone}`,
  failedTitle: 'Konnte nicht geladen werden',
  slow: 'Das dauert länger als sonst',
  brokenTitle: 'Diese Seite konnte nicht angezeigt werden',
  brokenText:
    'Die App hat einen Fehler. Laden Sie sie neu; wenn das nicht hilft, aktualisieren Sie Browser oder Smartphone. Ihre Tickets sind sicher.',
  reload: 'Neu laden',
  serverErrorTitle: 'Bei uns ist etwas schiefgegangen',
  serverErrorText: 'Es tut uns leid. Bitte versuchen Sie es in einigen Minuten noch einmal.',
  maintenanceTitle: 'Wartungsarbeiten',
  maintenanceText: 'Es tut uns leid. Codes der letzten 24 Stunden funktionieren weiter.',
  toTickets: 'Zu Ihren Tickets',
  notJson: 'Die Antwort des Servers war nicht lesbar. Bitte versuchen Sie es noch einmal.',
  waitFor: (seconds) =>
    seconds < 120
      ? `Versuchen Sie es in ${seconds}\u00a0${seconds === 1 ? 'Sekunde' : 'Sekunden'} noch einmal.`
      : `Versuchen Sie es in ${Math.ceil(seconds / 60)}\u00a0Minuten noch einmal.`,
};

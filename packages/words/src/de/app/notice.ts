import type { Messages } from '../../app-words.ts';

export const notice: Messages['notice'] = {
  title: 'Mitteilungen',
  one: 'Mitteilung',
  important: 'Wichtig',
  /** `name`: the language in which it is shown. */
  notYet: (name: string) => `Noch nicht auf Deutsch, angezeigt auf ${name}`,
  unread: 'Ungelesen',
  markAll: 'Alle als gelesen markieren',
  emptyTitle: 'Keine Mitteilungen',
  emptyText: 'Hier steht Neues zu Zügen und zu diesem Dienst.',
  newer: 'Neuere',
  older: 'Ältere',
  neighbours: 'Andere Mitteilungen',
  goneTitle: 'Diese Mitteilung ist abgelaufen',
  goneText: 'Sie wird nicht mehr angezeigt, oder der Link ist unvollständig.',
  toList: 'Alle Mitteilungen ansehen',
  understood: 'Ich habe es gelesen',
};

// The titles of the desk's places, in German.

export const places = {
  home: 'Start',
  tickets: 'Tickets',
  counter: 'Schalter',
  issue: 'Ausstellen',
  gates: 'Sperren',
  notices: 'Mitteilungen',
  feedback: 'Rückmeldungen',
  trains: 'Züge',
  timetable: 'Fahrplan',
  partners: 'Partner',
  staff: 'Personal',
  mails: 'E-Mails',
  record: 'Protokoll',
};

// The titles of the desk's places, in English.

export const places = {
  home: 'Home',
  tickets: 'Tickets',
  counter: 'Counter',
  issue: 'Issue',
  gates: 'Gates',
  notices: 'Notices',
  feedback: 'Messages',
  trains: 'Trains',
  timetable: 'Timetable',
  partners: 'Partners',
  staff: 'Staff',
  mails: 'Mails',
  record: 'Record',
};

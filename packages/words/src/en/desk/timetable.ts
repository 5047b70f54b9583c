// The timetable, in English.

export const timetable = {
  feed: { version: 'Version', days: 'Service dates', trips: 'Trains', stations: 'Stations' },
};

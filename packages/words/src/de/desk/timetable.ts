// The timetable, in German.

export const timetable = {
  feed: { version: 'Version', days: 'Betriebstage', trips: 'Züge', stations: 'Bahnhöfe' },
};

// The timetable, in Japanese.

export const timetable = { feed: { version: '版', days: '期間', trips: '列車', stations: '駅' } };

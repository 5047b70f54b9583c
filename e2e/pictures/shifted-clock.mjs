// Loaded before a server for pictures: its clock is off by CLOCK_AHEAD_MS, so that things of weeks ago can be made today.
const real = Date.now.bind(Date);
const ahead = Number(process.env['CLOCK_AHEAD_MS'] ?? 0);
Date.now = () => real() + ahead;

// Loaded before a server of a test's own, or of pictures: its clock is off by CLOCK_AHEAD_MS, and goes on by as many
// milliseconds as it is sent.
import { ServerResponse } from 'node:http';

const real = Date.now.bind(Date);
let ahead = Number(process.env['CLOCK_AHEAD_MS'] ?? 0);
Date.now = () => real() + ahead;
// Phones learn the time from the header, which Node writes by a clock of its own.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (...told) {
  if (!this.headersSent) this.setHeader('date', new Date(Date.now()).toUTCString());
  return writeHead.apply(this, told);
};
process.on('message', (milliseconds) => {
  ahead += Number(milliseconds);
  process.send?.(ahead);
});
// A test that has gone takes its server along.
process.on('disconnect', () => process.exit(0));

// Loaded before a server of a test or picture run. Its clock is offset by CLOCK_AHEAD_MS, and advances by the
// milliseconds it is sent.
import { ServerResponse } from 'node:http';

const real = Date.now.bind(Date);
let ahead = Number(process.env['CLOCK_AHEAD_MS'] ?? 0);
Date.now = () => real() + ahead;
// Phones read the time from the Date header, for which Node uses its own clock.
const { writeHead } = ServerResponse.prototype;
/** @param {[any]} args the arguments of writeHead */
ServerResponse.prototype.writeHead = function (...args) {
  if (!this.headersSent) this.setHeader('date', new Date(Date.now()).toUTCString());
  return writeHead.apply(this, args);
};
process.on('message', (milliseconds) => {
  ahead += Number(milliseconds);
  process.send?.(ahead);
});

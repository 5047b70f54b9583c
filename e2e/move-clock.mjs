// Loaded before a test's own server: its clock goes on by as many milliseconds as the test sends.
const real = Date.now.bind(Date);
let ahead = 0;
Date.now = () => real() + ahead;
process.on('message', (milliseconds) => {
  ahead += Number(milliseconds);
  process.send?.(ahead);
});
// A test that has gone takes its server along.
process.on('disconnect', () => process.exit(0));

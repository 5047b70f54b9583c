// Prints the share of common passwords that is accepted and of good ones that is refused, each beside its limit.
import { randomInt } from 'node:crypto';
import { acceptedCommon, GOOD_PASSWORDS, refusedGood } from '../packages/domain/test/password-samples.ts';

const ACCEPTED_LIMIT = 0.02;
/** Two everyday words with two digits are few enough to be guessed; some are refused on purpose. */
const REFUSED_LIMIT = (kind: string) => (kind.startsWith('two random words together') ? 0.02 : 0.001);
const COUNT = 20_000;

const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
let missed = false;
function print(what: string, { share, of }: { share: number; of: number }, limit: number): void {
  missed ||= share > limit;
  console.log(
    `${what}: ${percent(share)} of ${of}, limit ${percent(limit)}${share > limit ? ' MISSED' : ''}`,
  );
}

print('common passwords accepted', acceptedCommon(), ACCEPTED_LIMIT);
for (const kind of Object.keys(GOOD_PASSWORDS))
  print(`refused of ${kind}`, refusedGood(kind, COUNT, randomInt), REFUSED_LIMIT(kind));
process.exitCode = missed ? 1 : 0;

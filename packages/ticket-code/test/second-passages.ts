// For tests: a second check of reported passages, written from docs/code-on-screen.md, that plants one fault on request.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { openCertificate } from '../src/certificate/certificate.ts';
import type { PassageVector } from './passage-vectors.ts';

/** Faults of a server, one of each kind that a vendor might make. */
export const PASSAGE_FAULTS = [
  'takes the other direction',
  'takes a forced act',
  'takes 31 seconds',
  'refuses 30 seconds',
  'takes a later moment only',
  'takes any phone',
  'leaves the certificate out of the moment',
  'leaves the time out of the moment',
  'leaves the direction out of the moment',
] as const;

/** Decides on a passage as the document says, but for the planted fault. */
export function secondPassages(planted: (typeof PASSAGE_FAULTS)[number] | null) {
  const is = (fault: (typeof PASSAGE_FAULTS)[number]): boolean => fault === planted;
  return ({ code, at, certificate: text, moment }: Omit<PassageVector, 'expect'>): 'proved' | 'forged' => {
    const certificate = Buffer.from(text, 'base64url');
    const bytes = Buffer.from(moment, 'base64url');
    const opened = openCertificate(certificate);
    const direction = bytes[4];
    if (!opened || bytes.length !== 69) return 'forged';
    if (direction !== 1 && direction !== 2) return 'forged';
    const wanted = code === 31 ? 1 : code === 32 ? 2 : is('takes a forced act') ? direction : 0;
    if (direction !== wanted && !is('takes the other direction')) return 'forged';
    const late = at - bytes.readUInt32BE(0);
    const limit = is('takes 31 seconds') ? 31 : is('refuses 30 seconds') ? 29 : 30;
    if (late > limit || (late < -limit && !is('takes a later moment only'))) return 'forged';
    const message = Buffer.concat([
      Buffer.from('KQ1 moment'),
      is('leaves the certificate out of the moment')
        ? Buffer.alloc(0)
        : createHash('sha256').update(certificate).digest(),
      is('leaves the time out of the moment') ? Buffer.alloc(0) : bytes.subarray(0, 4),
      is('leaves the direction out of the moment') ? Buffer.alloc(0) : bytes.subarray(4, 5),
    ]);
    if (is('takes any phone')) return 'proved';
    const key = createPublicKey({
      key: Buffer.concat([
        Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex'),
        opened.certificate.phoneKey,
      ]),
      format: 'der',
      type: 'spki',
    });
    const signature = bytes.subarray(5);
    return verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature) ? 'proved' : 'forged';
  };
}

// A gate's beginning: a one-time code from the desk, spent for a key that only the gate keeps.
import { randomInt, randomUUID } from 'node:crypto';
import type { GateDirection } from '@kippu/contract/gate';
import type { Trx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { hashToken, randomToken } from '../http/session.ts';
import * as store from './gate-store.ts';

/** Without the letters that are read as digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_CHARACTERS = 12;
const CODE_LIFE_MS = 24 * 3_600_000;

/** As it was made: dashes, spaces and small letters come from hands, and so do O, I and L. */
const normal = (code: string) =>
  code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');

interface GateCodeMade {
  /** Twelve characters (60 bits) in groups of four. */
  readonly code: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Makes the one-time code that enrols one gate at a station; it lives 24 hours from `now` (epoch milliseconds). */
export async function makeGateCode(
  trx: Trx,
  place: { readonly stationId: string; readonly direction: GateDirection },
  now: number,
): Promise<GateCodeMade> {
  const code = Array.from({ length: CODE_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const expiresAt = now + CODE_LIFE_MS;
  await store.insertGateCode(trx, {
    code_hash: hashToken(code),
    station_id: place.stationId,
    direction: place.direction,
    expires_at: new Date(expiresAt),
    used_at: null,
  });
  return { code: code.replace(/(.{4})(?=.)/g, '$1-'), expiresAt };
}

/**
 * Spends a code for a gate with a key of 256 random bits, of which only the hash is kept. Throws AppError: ACC-0004
 * unknown or already used, ACC-0005 older than 24 hours.
 */
export async function enrolGate(trx: Trx, code: string, now: number) {
  const spent = await store.spendGateCode(trx, hashToken(normal(code)), now);
  if (!spent) throw new AppError('ACC-0004');
  if (spent.expires_at.getTime() <= now) throw new AppError('ACC-0005');
  const gateId = randomUUID();
  const key = randomToken();
  await store.insertGate(trx, {
    gate_id: gateId,
    station_id: spent.station_id,
    direction: spent.direction,
    key_hash: hashToken(key),
    enrolled_at: new Date(now),
    closed_at: null,
  });
  return { gateId, key, stationId: spent.station_id, direction: spent.direction };
}

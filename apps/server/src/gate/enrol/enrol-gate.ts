// Enrols a device as a gate: it spends a one-time code from the desk and sends its public key.
import { randomInt, randomUUID } from 'node:crypto';
import type { GateDirection } from '@kippu/contract/values';
import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { hashToken } from '../../session/session.ts';
import * as codes from '../store/gate-code-store.ts';
import * as store from '../store/gate-store.ts';

/** Without the letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_CHARACTERS = 12;
/** How long a code is valid. */
export const CODE_LIFE_MS = 24 * 3_600_000;

/** Normalises a typed code: dashes, spaces, lower case, O for 0, and I or L for 1. */
const normalise = (code: string) =>
  code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');

interface GateCodeMade {
  /** Twelve characters (60 bits) in groups of four. */
  readonly code: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/**
 * Makes the one-time code that enrols one gate at a station. It is valid for 24 hours from `now` (epoch milliseconds). A
 * demonstration's code (`demo`) is invalid in production. `madeBy` is the actor at the desk.
 */
export async function makeGateCode(
  trx: Trx,
  place: {
    readonly stationId: string;
    readonly direction: GateDirection;
    /** Whether it enrols an inspector's device, which opens no gate. */
    readonly inspects?: boolean;
    readonly demo?: boolean;
    readonly madeBy?: string;
  },
  now: number,
): Promise<GateCodeMade> {
  const code = Array.from({ length: CODE_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const expiresAt = now + CODE_LIFE_MS;
  await codes.insertGateCode(trx, {
    code_hash: hashToken(code),
    station_id: place.stationId,
    direction: place.direction,
    inspects: place.inspects ?? false,
    expires_at: new Date(expiresAt),
    used_at: null,
    demo: place.demo ?? false,
    made_by: place.madeBy ?? null,
  });
  return { code: code.replace(/(.{4})(?=.)/g, '$1-'), expiresAt };
}

/** The public key and answer key that a gate made, base64url. */
export interface GateKeys {
  readonly publicKey: string;
  readonly answerKey: string;
}

/**
 * Enrols a gate with a one-time code. While the code is valid, the same device, identified by its keys, gets the same
 * answer again, since the first answer may have been lost.
 * @throws AppError ACC-0004 the code is unknown, used by another device, or its gate was closed; ACC-0005 older than 24 hours
 */
export async function enrolGate(
  trx: Trx,
  code: string,
  { publicKey, answerKey }: GateKeys,
  now: number,
): Promise<{
  readonly gateId: string;
  readonly stationId: string;
  readonly direction: GateDirection;
  readonly inspects: boolean;
}> {
  const codeHash = hashToken(normalise(code));
  const found = await codes.lockGateCode(trx, codeHash);
  if (!found) throw new AppError('ACC-0004');
  const { direction, inspects } = found;
  const place = { stationId: found.station_id, direction, inspects };
  if (found.used_at !== null) {
    const gate = found.gate_id === null ? undefined : await store.findSigningGate(trx, found.gate_id);
    if (gate?.public_key !== publicKey || gate.answer_key !== answerKey) throw new AppError('ACC-0004');
    if (found.expires_at.getTime() <= now) throw new AppError('ACC-0005');
    return { gateId: gate.gate_id, ...place };
  }
  if (found.expires_at.getTime() <= now) throw new AppError('ACC-0005');
  const gateId = randomUUID();
  await store.insertGate(trx, {
    gate_id: gateId,
    station_id: found.station_id,
    direction,
    inspects,
    key_hash: null,
    public_key: publicKey,
    answer_key: answerKey,
    enrolled_at: new Date(now),
    heard_at: null,
    closed_at: null,
    counts_until: null,
    end_stated_at: null,
    judged_at: null,
  });
  await codes.spendGateCode(trx, codeHash, gateId, now);
  return { gateId, ...place };
}

// Enrols a device with a one-time code.
import { gateEnrol } from '@kippu/contract/routes/gate/gate';
import type { GateDirection } from '@kippu/contract/values';
import { ENROL_KEY_ID } from '@kippu/contract/gate-signature';
import { makeDeviceKeys, type NewKeys } from './device-keys.ts';
import { leftOf, type GateDatabase, type GateSettings } from '../storage/gate-database.ts';
import { GateCallError } from './call-server.ts';
import type { MachinePorts } from '../core/machine-ports.ts';
import { newPin, NO_TRIES } from '../storage/staff-pin.ts';

export interface Enrolment {
  readonly code: string;
  readonly pin: string;
  /** The chosen direction, when the code allows both. */
  readonly direction: GateDirection | null;
}

/** Normalises a code as the server does, except for letters that stand for digits. */
const plainCode = (code: string) => code.toUpperCase().replace(/[^0-9A-Z]/g, '');

/**
 * Returns the keys to enrol with. A retry with the same code reuses the saved keys, also after a restart: the server
 * may have enrolled them although its answer was lost, and it repeats its answer for the same keys.
 */
async function keysFor(database: GateDatabase, code: string): Promise<NewKeys> {
  const pending = await database.pendingEnrolment();
  if (pending?.code === plainCode(code)) return pending.keys;
  const keys = await makeDeviceKeys().catch((cause: unknown) => {
    throw new GateCallError('fault', 'no keys', { cause });
  });
  await database.savePendingEnrolment({ code: plainCode(code), keys });
  return keys;
}

/**
 * Creates the keys, spends the code and saves the settings. Unsent passages of an earlier enrolment stay, with that
 * gate's id. At another station, and on an inspector's device, they are set aside for staff to report, and the other old data is deleted. Rejects with
 * GateCallError, with RangeError for the PIN, or with storage errors.
 */
export async function enrolDevice(
  { call, database }: Pick<MachinePorts, 'call' | 'database'>,
  { code, pin: typed, direction: wanted }: Enrolment,
): Promise<GateSettings> {
  const pin = await newPin(typed);
  // A code works once, so check first that the device can save.
  await database.probe();
  const { publicKey, answerKey, ...key } = await keysFor(database, code);
  const {
    gateId,
    station,
    direction: allowed,
    inspects = false,
  } = await call(gateEnrol, {
    caller: { ...key, keyId: ENROL_KEY_ID },
    body: { code, publicKey, answerKey },
  });
  const direction = allowed === 'both' ? (wanted ?? 'in') : allowed;
  const settings = {
    gateId,
    key,
    station,
    allowed,
    direction,
    camera: 'environment' as const,
    pin,
    inspects,
  };
  const { settings: before, left } = await database.load();
  if (before) await database.retire(leftOf(before));
  const old = before ? leftOf(before) : left;
  // An inspector's device reports no passages, not even those of the gate that it was.
  if (old && (inspects || old.stationId !== station.stationId)) await database.moveAway();
  await database.saveTries(NO_TRIES);
  await database.saveSettings(settings);
  return settings;
}

// Makes a device the gate that its one-time code says.
import { gateEnrol, type GateDirection } from '@kippu/contract/gate';
import type { GateSettings } from './gate-database.ts';
import type { MachinePorts } from './machine-ports.ts';
import { newPin, NO_TRIES } from './staff-pin.ts';

export interface Enrolment {
  readonly code: string;
  readonly pin: string;
  /** Where the code leaves it open. */
  readonly direction: GateDirection | null;
}

/**
 * Spends the code and keeps what it gives. Passages that wait to be sent stay, for a gate that was closed with some; but they
 * happened where it was, so at another station they are put aside for staff to report. Rejects with CallError, RangeError
 * for the PIN, or what the storage throws.
 */
export async function enrolDevice(
  { call, database }: Pick<MachinePorts, 'call' | 'database'>,
  { code, pin: typed, direction: wanted }: Enrolment,
): Promise<GateSettings> {
  const pin = await newPin(typed);
  // A code serves once: a device that keeps nothing must not spend it.
  await database.probe();
  const { gateId, key, station, direction: allowed } = await call(gateEnrol, { body: { code } });
  const direction = allowed === 'both' ? (wanted ?? 'both') : allowed;
  const settings = { gateId, key, station, allowed, direction, camera: 'environment' as const, pin };
  const before = (await database.load()).settings;
  if (before && before.station.stationId !== station.stationId) await database.setAllAside();
  await database.saveTries(NO_TRIES);
  await database.saveSettings(settings);
  return settings;
}

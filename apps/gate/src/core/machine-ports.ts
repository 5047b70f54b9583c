// What the gate needs from its device, and what its screens send to it.
import type { GateCode } from '@kippu/contract/calls/gate/gate';
import type { Certificate } from '@kippu/ticket-code/certificate/payload';
import type { CallServer } from '../sync/call-server.ts';
import type { ClockSources } from './gate-clock.ts';
import type { GateDatabase } from '../storage/gate-database.ts';
import type { Shown } from './gate-view.ts';

export interface MachinePorts extends ClockSources {
  readonly database: GateDatabase;
  readonly call: CallServer;
  /** Plays the tone of a verdict. */
  readonly sound: (kind: Shown['kind']) => void;
  /** Whether the gate syncs by itself. False in tests, which sync by hand. */
  readonly keepSyncing: boolean;
}

/** A staff action. */
export interface StaffAct {
  readonly code: GateCode;
  readonly ticket: { readonly ticketNo: string } | { readonly certificate: Certificate };
  readonly reason: string;
}

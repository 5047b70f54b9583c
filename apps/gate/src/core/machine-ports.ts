// What the gate needs of its device, and what its screens hand it.
import type { GateCode } from '@kippu/contract/gate';
import type { Certificate } from '@kippu/ticket-code/certificate-payload';
import type { CallServer } from './call-server.ts';
import type { ClockSources } from './gate-clock.ts';
import type { GateDatabase } from './gate-database.ts';
import type { Shown } from './gate-view.ts';

export interface MachinePorts extends ClockSources {
  readonly database: GateDatabase;
  readonly call: CallServer;
  /** Makes the tone of a verdict. */
  readonly sound: (kind: Shown['kind']) => void;
  /** False in tests: they sync by hand. */
  readonly keepSyncing: boolean;
}

/** What staff do by hand. */
export interface StaffAct {
  readonly code: GateCode;
  readonly ticket: { readonly ticketNo: string } | { readonly certificate: Certificate };
  readonly reason: string;
}

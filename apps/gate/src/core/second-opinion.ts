// Asks the server about a code that the gate would let pass. The server knows recent passages at other gates and new
// revocations. Offline, nothing is asked. A slow network delays one traveller by a third of a second.
import type { DataOf } from '@kippu/contract/route-types';
import { gateDecide } from '@kippu/contract/routes/gate/gate';
import type { CodeRefusal } from '@kippu/contract/calls/gate/gate';
import { GateCallError, type CallServer } from '../sync/call-server.ts';
import { callerOf, type GateSettings } from '../storage/gate-database.ts';
import { secondsOf } from '../text/railway-time.ts';

/** The longest wait for the server's answer. */
const BUDGET_MS = 300;
/** The reasons on which the server may know more. For clocks, places and validity the gate's own data is sufficient. */
const KNOWN_BETTER: ReadonlySet<CodeRefusal> = new Set([
  'forged',
  'keyExpired',
  'revoked',
  'used',
  'passBack',
]);

export interface Objection {
  readonly kind: 'stop' | 'staff';
  readonly reason: CodeRefusal;
  /** With 'used': when the ticket passed, in epoch seconds. */
  readonly usedAt: number | undefined;
}

function objectionOf(
  { verdict, reason, usedAt }: DataOf<typeof gateDecide>,
  isLate: boolean,
): Objection | null {
  if (verdict === 'go' || reason === undefined) return null;
  // Only the server knows whether an exit after the validity has an entry.
  if (!KNOWN_BETTER.has(reason) && !(isLate && reason === 'expired')) return null;
  return { kind: verdict, reason, usedAt: usedAt === undefined ? undefined : secondsOf(usedAt) };
}

export class SecondOpinion {
  readonly #call: CallServer;
  /** Whether the server answered last time. If not, it is not asked, so that travellers do not wait in vain. */
  #answers = true;
  #asking = false;
  #held: string | null = null;

  constructor(call: CallServer) {
    this.#call = call;
  }

  /** While a question is open, holds the last text read and returns true. */
  holds(text: string): boolean {
    if (this.#asking) this.#held = text;
    return this.#asking;
  }

  /** Returns the held text once. */
  release(): string | null {
    const held = this.#held;
    this.#held = null;
    return held;
  }

  /** Records that the server was reached, so that it is asked again. */
  reached(): void {
    this.#answers = true;
  }

  /**
   * Asks the server about a text. `isLate` marks an exit after the validity. Resolves to the server's objection, to
   * null without an objection or answer, or to 'closed' when the gate is closed.
   */
  async ask(
    text: string,
    gate: Pick<GateSettings, 'gateId' | 'key' | 'direction'>,
    isLate: boolean,
  ): Promise<Objection | 'closed' | null> {
    if (!this.#answers) return null;
    this.#asking = true;
    try {
      const body = { text, direction: gate.direction };
      return objectionOf(
        await this.#call(gateDecide, { caller: callerOf(gate), body, withinMs: BUDGET_MS }),
        isLate,
      );
    } catch (error) {
      if (!(error instanceof GateCallError)) throw error;
      this.#answers = false;
      return error.kind === 'closed' ? 'closed' : null;
    } finally {
      this.#asking = false;
    }
  }
}

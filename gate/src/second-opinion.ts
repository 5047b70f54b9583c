// Asks the server about a code that the gate would let pass: another gate's passage of a moment ago, a ticket just revoked.
// Without a network nothing is asked, and a slow one costs a single traveller a third of a second.
import type { DataOf } from '@kippu/contract/call';
import { gateDecide, type CodeRefusal, type GateDirection } from '@kippu/contract/gate';
import { CallError, type CallServer } from './call-server.ts';
import { secondsOf } from './tokyo-time.ts';

/** No traveller waits longer for it. */
const BUDGET_MS = 300;
/** Where the server may know more. On clocks, places and validity a gate has all it needs, and the code was shown here. */
const KNOWN_BETTER: ReadonlySet<CodeRefusal> = new Set(['forged', 'keyExpired', 'revoked', 'used']);

export interface Objection {
  readonly kind: 'stop' | 'staff';
  readonly reason: CodeRefusal;
  /** With 'used': when it passed, epoch seconds. */
  readonly usedAt: number | undefined;
}

function objectionOf({ verdict, reason, usedAt }: DataOf<typeof gateDecide>): Objection | null {
  if (verdict === 'go' || reason === undefined || !KNOWN_BETTER.has(reason)) return null;
  return { kind: verdict, reason, usedAt: usedAt === undefined ? undefined : secondsOf(usedAt) };
}

export class SecondOpinion {
  readonly #call: CallServer;
  /** Whether the server answered last time: otherwise every traveller would wait for nothing. */
  #answers = true;
  #asking = false;
  #held: string | null = null;

  constructor(call: CallServer) {
    this.#call = call;
  }

  /** While a question is open nobody else is decided: the last text read is held until then. Says whether it is. */
  holds(text: string): boolean {
    if (this.#asking) this.#held = text;
    return this.#asking;
  }

  /** Gives what was held, once. */
  release(): string | null {
    const held = this.#held;
    this.#held = null;
    return held;
  }

  /** The server was reached by other means: it may be asked again. */
  reached(): void {
    this.#answers = true;
  }

  /** Takes what was read, the gate's key and way; gives what the server has against it, null for nothing or no answer, 'closed' when the key counts no more. */
  async ask(
    text: string,
    { key, direction }: { readonly key: string; readonly direction: GateDirection },
  ): Promise<Objection | 'closed' | null> {
    if (!this.#answers) return null;
    this.#asking = true;
    try {
      const body = { text, direction };
      return objectionOf(await this.#call(gateDecide, { key, body, withinMs: BUDGET_MS }));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      this.#answers = false;
      return error.kind === 'closed' ? 'closed' : null;
    } finally {
      this.#asking = false;
    }
  }
}

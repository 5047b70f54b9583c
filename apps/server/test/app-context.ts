// Dependencies for tests: a fresh database, a clock that moves by hand, keys and a dev mailbox of their own.
import { newKeys } from '../account/password-crypto.ts';
import { readConfig } from '../config.ts';
import { openTestDatabase } from '../db/test-database.ts';
import { devMailbox } from '../mail/send-mail.ts';
import { loadOperator, type OperatorData } from '../operator/operator-data.ts';
import { newIssuerKeys } from '../ticket/issuer-keys.ts';
import type { Deps } from './deps.ts';

export interface TestDeps extends Deps {
  /** Moves the clock on. */
  readonly advance: (milliseconds: number) => void;
  readonly close: () => Promise<void>;
}

/** The sales system's key of tests. */
export const TEST_DESK_KEY = 'test-desk-key-0123456789';

let operator: OperatorData | undefined;

/** Opens one; call `close` in afterAll. The clock starts at `start`. */
export async function openTestDeps(start = Date.parse('2026-04-01T09:00:00+09:00')): Promise<TestDeps> {
  const { db, close } = await openTestDatabase();
  let now = start;
  const clock = () => now;
  const config = readConfig({ LOG_LEVEL: 'silent', DESK_API_KEY: TEST_DESK_KEY });
  return {
    db,
    clock,
    config,
    keys: newKeys(now),
    issuerKeys: newIssuerKeys(now),
    mail: devMailbox(clock),
    operator: (operator ??= loadOperator(config.operatorDir)),
    importId: null,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    close,
  };
}

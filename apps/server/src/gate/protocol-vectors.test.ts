// The golden vectors of the gate protocol: the answers to signed calls, and their proofs.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { VectorFile } from '@kippu/ticket-code/test/vectors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../platform/db/database.ts';
import { proofOf } from './enrol/gate-auth.ts';
import { openGateApp, type GateFixture } from '../../test/gate/gate.ts';
import { insertGate } from './store/gate-store.ts';

const url = new URL('../../../../packages/ticket-code/golden-vectors.json', import.meta.url);
const { protocol }: VectorFile = JSON.parse(readFileSync(fileURLToPath(url), 'utf8'));
let fixture: GateFixture;

beforeAll(async () => {
  fixture = await openGateApp();
  const { gateId, publicKey, answerKey } = protocol.gate;
  await inTransaction(fixture.deps.db, (trx) =>
    insertGate(trx, {
      gate_id: gateId,
      station_id: 'kyoto',
      direction: 'both',
      inspects: false,
      enrolled_at: new Date(0),
      key_hash: null,
      public_key: publicKey,
      answer_key: answerKey,
      heard_at: null,
      closed_at: null,
      counts_until: null,
    }),
  );
});
afterAll(() => fixture.close());

test.each(protocol.requests)('$name', async ({ method, target, headers, body, now, expect: wanted }) => {
  fixture.deps.advance(now * 1000 - fixture.deps.clock());
  const answer = await fixture.app.inject({
    method,
    url: target,
    headers: { ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  // An unknown path is not found, which lets no caller in either.
  expect(answer.statusCode === 404 ? 'SES-0001' : answer.json().code).toBe(wanted);
});

test.each(protocol.answers)('$name', ({ nonce, body, proof, expect: wanted }) => {
  const secret = Buffer.from(protocol.gate.answerKey, 'base64url');
  expect(proofOf(secret, nonce, body) === proof).toBe(wanted);
});

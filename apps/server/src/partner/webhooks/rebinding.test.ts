// A partner's name that leads to a public address when it is looked up first, and into the operator's network later: nothing inside is called.
import { expect, test, vi } from 'vitest';
import { newPoster } from '../../platform/http/post-outside.ts';
import { newKeys } from '../../platform/keys/password-keys.ts';
import { newWebhookKey, webhookKeysOf } from '../../platform/keys/webhook-keys.ts';
import { openReceiver } from '../../../test/partner/webhook-receiver.ts';
import { sendWebhook } from './send-webhook.ts';
import { sealSecret, webhookSecretOf } from './sign-webhook.ts';

/** What each look-up of `rebinding.example` returns, the first one first; the last one again and again. */
let answers: { address: string; family: number }[][] = [];
let lookUps = 0;
vi.mock('node:dns', async (load) => {
  const real = await load<typeof import('node:dns')>();
  type Answer = (error: Error | null, found: unknown) => void;
  const lookup = (name: string, options: object, answer: Answer) => {
    if (name !== 'rebinding.example') return real.lookup(name, options, answer as never);
    const found = answers[Math.min(lookUps, answers.length - 1)];
    lookUps += 1;
    return answer(null, found);
  };
  return { ...real, default: { ...real, lookup }, lookup };
});

const NOW = Date.parse('2026-04-01T00:00:00Z');
const inside = (address: string) => [{ address, family: address.includes(':') ? 6 : 4 }];

/** Sends to the name on the port. */
async function sendTo(port: number) {
  const keys = newKeys(NOW);
  const secret = sealSecret(keys, 'endpoint', webhookSecretOf(keys, 'endpoint', 'add 1'));
  const clock = () => NOW;
  const allowed = { allowsLoopback: false };
  const poster = newPoster({ allowed, connections: 1, clock, timeoutMs: 2_000 });
  const endpoint = {
    endpoint_id: 'endpoint',
    url: `https://rebinding.example:${port}/hook`,
    secret,
    former_secret: null,
    former_until: null,
  };
  const webhookKeys = webhookKeysOf([newWebhookKey(NOW)], NOW);
  const deps = { clock, keys, webhookKeys, allowed, poster };
  try {
    return await sendWebhook(deps, endpoint, { id: 'evt_0_1', body: '{}' });
  } finally {
    poster.close();
  }
}

test.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'fd00::1'])(
  'a name that leads to %s is not connected to, whatever it led to before',
  async (address) => {
    const receiver = await openReceiver();
    let connections = 0;
    receiver.onConnection(() => {
      connections += 1;
    });
    answers = [inside(address)];
    lookUps = 0;
    expect(await sendTo(receiver.port)).toEqual({ end: 'failed', reason: 'address not allowed' });
    // One look-up decides: the address that was checked is the one that would be connected to.
    expect([lookUps, connections]).toEqual([1, 0]);
    await receiver.close();
  },
);

test('one address inside beside a public one is enough to refuse the name', async () => {
  const receiver = await openReceiver();
  answers = [[...inside('8.8.8.8'), ...inside('127.0.0.1')]];
  lookUps = 0;
  expect(await sendTo(receiver.port)).toEqual({ end: 'failed', reason: 'address not allowed' });
  expect(receiver.got).toEqual([]);
  await receiver.close();
});

// A gate without a page. It is enrolled by the desk's code and makes signed calls.
import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { BodyOf, Call, DataOf, QueryOf } from '@kippu/contract/call';
import { deskGates, gateEnrol } from '@kippu/contract/calls/gate/gate';
import { ENROL_KEY_ID } from '@kippu/contract/gate-signature';
import { makeDeviceKeys, signRequest, type Signer } from '@kippu/gate/sync/device-keys';
import { staffToken } from '../desk/desk-page.ts';

interface Input<C extends Call> {
  readonly query?: QueryOf<C>;
  readonly body?: BodyOf<C>;
}
interface Answer<C extends Call> {
  readonly code: string;
  readonly data: DataOf<C>;
}
/** Makes a call of the gate. Rejects if it is refused. */
export type GateCall = <C extends Call>(call: C, input: Input<C>) => Promise<DataOf<C>>;

async function ask<C extends Call>(
  request: APIRequestContext,
  call: C,
  { query, body }: Input<C>,
  signer: Signer,
  now: number,
): Promise<Answer<C>> {
  const search = new URLSearchParams((query ?? {}) as Record<string, string>).toString();
  const target = search ? `${call.path}?${search}` : call.path;
  const text = body === undefined ? null : JSON.stringify(body);
  const parts = { method: call.method, target, body: text };
  const headers = await signRequest(parts, signer, randomUUID(), now);
  const answer = await request.fetch(target, {
    method: call.method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(text === null ? {} : { data: text }),
  });
  return (await answer.json()) as Answer<C>;
}

/**
 * Spends a one-time code. Returns the code of the answer, and the gate's calls if it is enrolled. `clock` returns the
 * server's time in epoch milliseconds.
 */
export async function spendGateCode(request: APIRequestContext, code: string, clock = () => Date.now()) {
  const { publicKey, answerKey, ...keys } = await makeDeviceKeys();
  const body = { code, publicKey, answerKey };
  const enrolled = await ask(request, gateEnrol, { body }, { ...keys, keyId: ENROL_KEY_ID }, clock());
  const call: GateCall = async (asked, input) => {
    const signer = { ...keys, keyId: enrolled.data.gateId };
    const { code: said, data } = await ask(request, asked, input, signer, clock());
    if (said !== 'OK') throw new Error(`${asked.name} refused: ${said}`);
    return data;
  };
  return { code: enrolled.code, call };
}

/** Enrols a gate at a station, and resolves to its calls. `clock` as for spendGateCode. */
export async function enrolledDevice(
  request: APIRequestContext,
  stationId: string,
  clock = () => Date.now(),
): Promise<GateCall> {
  const made = await request.fetch(deskGates.path, {
    method: deskGates.method,
    headers: {
      authorization: `Bearer ${await staffToken(request, 'manager')}`,
      'idempotency-key': randomUUID(),
    },
    data: { stationId, direction: 'both' },
  });
  const { data } = (await made.json()) as Answer<typeof deskGates>;
  const { code, call } = await spendGateCode(request, data.code, clock);
  if (code !== 'OK') throw new Error(`the gate is not enrolled: ${code}`);
  return call;
}

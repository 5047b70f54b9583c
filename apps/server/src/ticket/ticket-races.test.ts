// Every pair of calls about one ticket at once, twice each: each call is answered, and the ticket's history is consistent.
// On PostgreSQL the calls run in parallel, and a wrong lock order is found as a deadlock.
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHECKLIST } from '@kippu/contract/values';
import { TEST_DESK_KEY } from '../../test/app-context.ts';
import {
  openTicketApp,
  PASSWORD,
  TRAIN_14,
  type TicketFixture,
  type TestUser,
} from '../../test/ticket/ticket.ts';
import { statusAfterStory } from '../../test/ticket/ticket-story.ts';

const PASS = 'kansai-pass-2day';
const DEVICE_KEY = 'AmsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKW';
const NEW_PASSWORD = 'Hozugawa-58-boat';

interface Scene {
  readonly fixture: TicketFixture;
  readonly owner: TestUser;
  readonly other: TestUser;
  readonly ticketId: string;
}
type Deed = (scene: Scene) => Promise<LightMyRequestResponse>;

const send = ({ fixture, owner }: Scene, method: 'POST' | 'PUT', path: string, payload: object) =>
  fixture.app.inject({
    method,
    url: `/jtr-jwqs-app/guest/${path}`,
    payload,
    headers: { authorization: owner.authorization() },
  });
const desk =
  (action: string): Deed =>
  async ({ fixture, ticketId }) => {
    const { status } = await fixture.deps.db
      .selectFrom('ticket')
      .select('status')
      .where('ticket_id', '=', ticketId)
      .executeTakeFirstOrThrow();
    const payload = { ticketId, action, reason: 'a race', seen: { status } };
    return fixture.app.inject({
      method: 'POST',
      url: '/desk/tickets/change',
      payload,
      headers: { authorization: `ApiKey ${TEST_DESK_KEY}` },
    });
  };
const DEEDS: Readonly<Record<string, Deed>> = {
  use: ({ owner, ticketId }) => owner.post('use', { ticketId }),
  transfer: ({ owner, other, ticketId }) => owner.transfer(ticketId, other.email),
  'give back': ({ owner, other, ticketId }) => other.transfer(ticketId, owner.email),
  enter: ({ owner, ticketId }) =>
    owner.post(`start?ticketId=${ticketId}&stationId=kyoto&direction=in&method=manual`, {
      checked: [...CHECKLIST],
    }),
  show: ({ owner, ticketId }) => owner.get('qrcode', { ticketId, deviceKey: DEVICE_KEY }),
  hold: ({ owner, ticketId }) =>
    owner.seat('seatHold', { ...TRAIN_14, ticketIds: [ticketId], auto: { prefer: 'window' } }),
  feedback: (scene) =>
    send(scene, 'POST', 'feedback/save', { topic: 'gate', text: 'closed', ticketId: scene.ticketId }),
  'new password': (scene) => {
    const [old, next] = [PASSWORD, NEW_PASSWORD].map((text) =>
      scene.fixture.encrypted(text, 'changePassword'),
    );
    return send(scene, 'PUT', 'member/info/changePassword', {
      oldPassword: old,
      password: next,
      passwordRepeat: next,
    });
  },
  'delete the other': ({ other }) => other.logOff(),
  suspend: desk('suspend'),
  refund: desk('refund'),
  reissue: desk('reissue'),
};
const names = Object.keys(DEEDS);
const pairs = names.flatMap((one, at) => names.slice(at).map((two) => [one, two] as const));

describe.runIf(process.env['TEST_DATABASE_URL'])('two calls at once', () => {
  let fixture: TicketFixture;
  beforeAll(async () => {
    fixture = await openTicketApp();
  });
  afterAll(() => fixture.close());

  test.each(pairs)('%s, %s', async (one, two) => {
    const pair = `${one}-${two}`.replaceAll(' ', '-');
    const owner = await fixture.traveller(`a-${pair}`);
    const other = await fixture.traveller(`b-${pair}`);
    for (const inUse of [true, false]) {
      const ticketId = inUse ? await owner.inUse(PASS) : await owner.bound(PASS);
      const scene = { fixture, owner, other, ticketId };
      const answers = await Promise.all([one, two, one, two].map((name) => DEEDS[name]?.(scene)));
      expect(answers.map((answer) => answer?.json().code)).not.toContain('REQ-0007');
      await statusAfterStory(fixture.deps.db, ticketId);
    }
  });
});

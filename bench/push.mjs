// How soon phones know: from the change of a train until the last message has reached a push service on this machine, which answers at once.
// node bench/push.mjs [phones of one train] [trains of a line] [phones of each]; starts and stops everything that it needs.
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { sql } from 'kysely';
import { inTransaction } from '../apps/server/src/platform/db/database.ts';
import { readServerKeys } from '../apps/server/src/platform/keys/server-keys.ts';
import { saveLive } from '../apps/server/src/platform/live/live-store.ts';
import { endpointHash, sealPhone } from '../apps/server/src/platform/push/sealed-phone.ts';
import { cpuOf, postgresCpu, sleep, upcomingRides, withHarness } from './harness.mjs';

const [PHONES = 1_000, TRAINS = 20, PHONES_OF_EACH = 500] = process.argv.slice(2).map(Number);
/** The phones of one train know within this many seconds. */
const LIMIT_SECONDS = 10;
/** Nothing takes longer, or the bench fails. */
const GIVE_UP_MS = 180_000;
const HOUR_MS = 3_600_000;

/** Counts what it gets by phone. */
async function startService() {
  const got = new Map();
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      got.set(request.url, (got.get(request.url) ?? 0) + 1);
      response.writeHead(201).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return { got, host: `127.0.0.1:${address.port}`, stop };
}

/** Writes reservations of the accounts `a<from>`… on a ride, and a phone of each. */
async function seed({ db, keys, service }, ride, { from, count }) {
  const now = Date.now();
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const names = Array.from({ length: count }, (_, i) => `a${from + i}`);
  const reservations = names.map((account_id) => ({
    reservation_id: randomUUID(),
    account_id,
    departure_id: ride.departureId,
    trip_id: ride.trip.tripId,
    service_date: ride.serviceDate,
    from_station: ride.from.stationId,
    to_station: ride.to.stationId,
    first_leg: ride.firstLeg,
    end_leg: ride.endLeg,
    depart_at: new Date(ride.departAt),
    arrive_at: new Date(ride.arriveAt),
    state: 1,
    reserved_at: new Date(now - HOUR_MS),
    changed_at: null,
    cancelled_at: null,
    moved_by: null,
  }));
  const phones = names.map((account_id) => {
    const subscription_id = randomUUID();
    const endpoint = `http://${service.host}/${account_id}`;
    return {
      subscription_id,
      account_id,
      device_id: account_id,
      host: service.host,
      endpoint_hash: endpointHash(keys.keys, endpoint),
      sealed: sealPhone(keys.keys, subscription_id, {
        endpoint,
        p256dh,
        auth: randomBytes(16).toString('base64url'),
      }),
      key_id: keys.pushKeys.current.keyId,
      language: 'en',
      topics: ['change'],
      quiet_from: null,
      quiet_to: null,
      seen_at: new Date(now),
    };
  });
  for (let at = 0; at < count; at += 500) {
    await db
      .insertInto('reservation')
      .values(reservations.slice(at, at + 500))
      .execute();
    await db
      .insertInto('push_subscription')
      .values(phones.slice(at, at + 500))
      .execute();
  }
}

await withHarness(async ({ db, folder, operator, server }) => {
  const service = await startService();
  const config = { dataDir: folder, keyFiles: [], keyEncryptionKeys: [], production: false };
  const keys = await readServerKeys({ db, clock: () => Date.now(), config });
  const postgres = await postgresCpu(db);
  const all = PHONES + TRAINS * PHONES_OF_EACH;
  await sql`insert into account (account_id, email, username, fullname, country, language, password_hash, password_changed_at,
      status, created_at)
    select 'a' || n, 'a' || n || '@example.com', 'a' || n, 'Traveller', 'JP', 'ja', 'none', now(), 'active', now()
    from generate_series(0, ${all - 1}::int) as n`.execute(db);
  const rides = upcomingRides(operator).filter(({ departAt }) => departAt > Date.now() + 3 * HOUR_MS);
  const seeding = { db, keys, service };
  await seed(seeding, rides[0], { from: 0, count: PHONES });
  for (let train = 0; train < TRAINS; train += 1)
    await seed(seeding, rides[1 + train], { from: PHONES + train * PHONES_OF_EACH, count: PHONES_OF_EACH });
  await sql`analyze account, reservation, push_subscription`.execute(db);

  /** Changes trains as the desk does, and waits until `count` phones know. Returns the seconds. */
  const change = async (trains, layer, count) => {
    service.got.clear();
    const cpu = () => ({ server: cpuOf(server().pid), postgres: postgres() });
    const before = cpu();
    const said = trains.map(({ departureId }) => ({
      departureId,
      layer: layer && { asOf: Date.now(), ...layer },
    }));
    await inTransaction(db, (trx) =>
      saveLive(trx, said, { source: 'desk', by: 'desk:bench', at: new Date() }),
    );
    const began = performance.now();
    let first;
    while (service.got.size < count && performance.now() - began < GIVE_UP_MS) {
      if (service.got.size > 0) first ??= performance.now() - began;
      await sleep(5);
    }
    const seconds = (performance.now() - began) / 1000;
    const after = cpu();
    // What else would come has come by then.
    await sleep(2_000);
    const twice = [...service.got.values()].filter((times) => times > 1).length;
    const each = (name) => ((after[name] - before[name]) / count).toFixed(2);
    console.log(
      `  ${service.got.size} of ${count} phones in ${seconds.toFixed(1)} s, the first after ${((first ?? 0) / 1000).toFixed(1)} s; ${twice} notified twice; processor ms a phone: server ${each('server')}, PostgreSQL ${each('postgres')}`,
    );
    if (service.got.size !== count || twice > 0) process.exitCode = 1;
    return seconds;
  };
  const delay = (ride) => ({ delays: { [ride.from.stationId]: { depart: 600 } } });
  console.log(`one train is late, ${PHONES} phones, limit ${LIMIT_SECONDS} s`);
  const late = await change([rides[0]], delay(rides[0]), PHONES);
  console.log(`the same train is cancelled, limit ${LIMIT_SECONDS} s`);
  const cut = await change([rides[0]], { runs: false }, PHONES);
  console.log(`${TRAINS} trains are late at once, ${PHONES_OF_EACH} phones each`);
  const line = TRAINS * PHONES_OF_EACH;
  const seconds = await change(rides.slice(1, 1 + TRAINS), delay(rides[0]), line);
  console.log(`  ${(line / seconds).toFixed(0)} messages a second`);
  if (Math.max(late, cut) > LIMIT_SECONDS) process.exitCode = 1;
  await service.stop();
});

// Do the list and the page of a ticket cost the same for an account with 1,000 tickets as for one with 10, and with
// 1,000,000 tickets in the table? Limit 1.3 each, for lists of ten.
// node bench/large/tickets.mjs [tickets in the table] [requests a round]; starts and stops everything that it needs.
import { Agent, request } from 'node:http';
import { cpus } from 'node:os';
import { sql } from 'kysely';
import { cpuOf, dataOf, median, postgresCpu, seedTravellers, withHarness } from '../harness.mjs';

const [TABLE = 1_000_000, REQUESTS = 300] = process.argv.slice(2).map(Number);
const ROUNDS = 5;
/** Not counted: they warm up the code and the statement plans. */
const WARM_ROUNDS = 3;
const LIMIT = 1.3;
const CALLS = '/jtr-jwqs-app/guest/ticket/info';
const FEW = 10;
const MANY = 1000;
const CROWD = 1000;

/** Creates `each` tickets for the accounts `<prefix><from>` to `<prefix><to>`, ending one second apart, by one statement. */
async function fill(db, { prefix, from, to, each, status }) {
  const until = status === 'used' ? sql`now() - interval '1 day'` : sql`now() + interval '30 days'`;
  await sql`
    insert into ticket (ticket_id, ticket_no, issued_ticket_no, link_token, product_id, account_id, status,
      passenger_category, order_id, order_time, issuer, seller, sales_site, sales_company, sale_price, use_expire_date,
      created_at)
    select id, 'no-' || id, 'issued-' || id, 'link-' || id, 'kansai-pass-2day', ${prefix}::text || a, ${status}, 'adult',
      'order', now(), 'issuer', 'seller', 'web', 'company', 480000, ${until} - n * interval '1 second', now()
    from generate_series(${from}::int, ${to}::int) as a, generate_series(1, ${each}::int) as n,
      lateral (select ${prefix}::text || a || '-' || n) as named(id)`.execute(db);
}

/** Creates a million tickets of other accounts, half of them used. */
async function fillCrowd(db) {
  await sql`
    insert into account (account_id, email, username, fullname, country, language, password_hash, password_changed_at,
      status, created_at)
    select 'c' || n, 'c' || n || '@example.com', 'c' || n, 'Crowd', 'JP', 'ja', 'none', now(), 'active', now()
    from generate_series(0, ${CROWD - 1}::int) as n`.execute(db);
  const each = Math.ceil(TABLE / CROWD);
  const half = CROWD / 2;
  await fill(db, { prefix: 'c', from: 0, to: half - 1, each, status: 'used' });
  await fill(db, { prefix: 'c', from: half, to: CROWD - 1, each, status: 'bound' });
  // As autovacuum does within a minute.
  await sql`vacuum analyze ticket, account`.execute(db);
}

/** Gets a call's data over one kept-alive connection. The client's own cost is not counted. */
function client(port) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = (call, query, authorization) =>
    new Promise((resolve, reject) => {
      const path = `${CALLS}/${call}?${new URLSearchParams(query)}`;
      request({ host: '127.0.0.1', port, path, agent, headers: { authorization } }, (answer) => {
        const parts = [];
        answer.on('data', (part) => parts.push(part)).on('error', reject);
        answer.on('end', () => resolve(dataOf(JSON.parse(Buffer.concat(parts).toString('utf8')))));
      })
        .on('error', reject)
        .end();
    });
  return { get, close: () => agent.destroy() };
}

await withHarness(async ({ db, server }) => {
  // a0 and a1 have 10 tickets, a2 and a3 have 1,000. Those of the first of each pair are active, those of the second
  // past.
  const travellers = await seedTravellers(db, 4, 0);
  const active = { prefix: 'a', status: 'bound' };
  const past = { prefix: 'a', status: 'used' };
  await fill(db, { ...active, from: 0, to: 0, each: FEW });
  await fill(db, { ...past, from: 1, to: 1, each: FEW });
  await fill(db, { ...active, from: 2, to: 2, each: MANY });
  await fill(db, { ...past, from: 3, to: 3, each: MANY });
  await sql`vacuum analyze ticket, account`.execute(db);
  const { port, pid } = server();
  const { get, close } = client(port);
  const postgres = await postgresCpu(db);
  const list = (tab) => async (account) => {
    const { items } = await get('list', { tab, limit: FEW }, travellers[account].authorization);
    if (items.length !== FEW) throw new Error(`a${account} lists ${items.length} ${tab} tickets`);
  };
  const load = async (account, turn) => {
    await get('load', { ticketId: `a${account}-${(turn % FEW) + 1}` }, travellers[account].authorization);
  };
  const asked = {
    'active list': [list('active'), 0, 2],
    'past list': [list('past'), 1, 3],
    load: [load, 0, 2],
  };

  /** CPU milliseconds that a call costs in server and database, without other programs on the machine. */
  const cost = async (call, account) => {
    const before = postgres() + cpuOf(pid);
    for (let i = 0; i < REQUESTS; i += 1) await call(account, i);
    return (postgres() + cpuOf(pid) - before) / REQUESTS;
  };
  const costs = async () => {
    const rounds = [];
    for (let i = 0; i < WARM_ROUNDS + ROUNDS; i += 1) {
      const round = {};
      for (const [name, [call, few, many]] of Object.entries(asked))
        round[name] = [await cost(call, few), await cost(call, many)];
      if (i >= WARM_ROUNDS) rounds.push(round);
    }
    return (name, which) => median(rounds.map((round) => round[name][which]));
  };
  const small = await costs();
  await fillCrowd(db);
  const large = await costs();
  close();
  const lines = Object.keys(asked).map((name) => {
    const base = small(name, 0);
    const [many, crowd, both] = [small(name, 1), large(name, 0), large(name, 1)];
    const worst = Math.max(many, crowd, both) / base;
    if (worst > LIMIT) process.exitCode = 1;
    return `${name}: ${base.toFixed(2)} ms with ${FEW}, ${many.toFixed(2)} ms with ${MANY}; ${crowd.toFixed(2)} and ${both.toFixed(2)} ms with ${TABLE} in the table; worst ratio ${worst.toFixed(2)} (limit ${LIMIT})`;
  });
  console.log(`${cpus().length} CPUs, medians of ${ROUNDS} rounds of ${REQUESTS} calls; CPU a call in server and database
${lines.join('\n')}`);
});

// The text a demo prints when it is ready: its address, accounts, gate codes and tickets to add.
import { findAccountByEmail } from '../account/record/account-store.ts';
import { inTransaction } from '../platform/db/database.ts';
import { makeGateCode } from '../gate/enrol/enrol-gate.ts';
import { hasGate } from '../gate/store/gate-store.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import { linkOf } from '../ticket/issue/ticket-link.ts';
import { listUnboundOfOrders } from '../ticket/record/ticket-store.ts';
import { orderIdOf } from './demo-orders.ts';
import { DEMO_EMAIL, DEMO_PASSWORD, DEMO_STAFF } from '../platform/start/demo-people.ts';

const HOW = { link: 'by link', voucherNo: 'by voucher number', redeemCode: 'by redeem code' } as const;
const inFours = (code: string | null) => (code ?? '').replace(/(.{4})(?=.)/g, '$1-');

/** Lists the demo's tickets that nobody has added yet: product, how to add it, link or code. */
async function leftToTry({ db, timetable, config, clock }: Deps): Promise<string[][]> {
  const account = await findAccountByEmail(db, DEMO_EMAIL);
  if (!account) return [];
  const orders = timetable.current.operator.demo.toTry.map((order) => ({
    ...order,
    orderId: orderIdOf(account.account_id, order),
  }));
  const unbound = await listUnboundOfOrders(
    db,
    orders.map((order) => order.orderId),
    clock(),
  );
  return orders.flatMap(({ orderId, productId, by }) => {
    const tickets = unbound.filter((ticket) => ticket.order_id === orderId);
    const [first] = tickets;
    if (!first) return [];
    const name = timetable.current.operator.products.get(productId)?.productNameEn ?? productId;
    const code = {
      link: linkOf(config.publicOrigin, first.order_token),
      voucherNo: inFours(first.voucher_no),
      redeemCode: inFours(first.redeem_code),
    }[by];
    return [[`${tickets.length} x ${name}`, HOW[by], code]];
  });
}

/** Returns the gate reader's address, with new one-time codes for an entrance and an exit as long as no gate is enrolled. */
async function gateToTry({ db, timetable, config, clock }: Deps): Promise<string> {
  const address = `${config.publicOrigin}/gate/`;
  const { operator } = timetable.current;
  const station =
    operator.stations.get(operator.demo.gateStation ?? '') ?? [...operator.stations.values()][0];
  if (!station || (await hasGate(db))) return address;
  const { stationId, stationNameEn } = station;
  const [entrance, exit] = await inTransaction(db, async (trx) => [
    await makeGateCode(trx, { stationId, direction: 'in', demo: true }, clock()),
    await makeGateCode(trx, { stationId, direction: 'out', demo: true }, clock()),
  ]);
  return `${address}   ${stationNameEn}, enrol code ${entrance?.code} (entry), ${exit?.code} (exit)`;
}

/** The embedded database does not flush to disk. */
const POWER_LOSS =
  'A power cut may lose the last minutes or damage this embedded database; delete DATA_DIR to start again.';

/** Aligns the columns. */
function aligned(rows: readonly string[][]): string[] {
  const widths = [0, 1].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd(),
  );
}

/** Returns the text, which ends with a line feed. */
export async function demoMessage(deps: Deps): Promise<string> {
  const { publicOrigin, smtpUrl, databaseUrl, realtime } = deps.config;
  const { operator } = deps.timetable.current;
  const places = [
    ['App', publicOrigin],
    ['Demo account', `${DEMO_EMAIL}   ${DEMO_PASSWORD}`],
    ...(smtpUrl === undefined ? [['Mailbox', `${publicOrigin}/dev/mail`]] : []),
    ['Gate reader', await gateToTry(deps)],
    ['Desk', `${publicOrigin}/desk/   ${DEMO_STAFF.map(({ email }) => email).join(', ')}   ${DEMO_PASSWORD}`],
    ['API', `${publicOrigin}/docs`],
    ...(realtime?.mayBeAbsent ? [['Late trains', 'npm run demo:day   in another terminal']] : []),
  ];
  const tickets = aligned(await leftToTry(deps));
  const embedded = databaseUrl === undefined;
  const lines = [
    `${operator.settings.appName} is ready, for trying out on this machine only.`,
    ...aligned(places),
    ...(tickets.length === 0 ? [] : ['', 'Tickets to add, each once:', ...tickets]),
    ...(embedded ? ['', POWER_LOSS] : []),
  ];
  return `\n${lines.map((line) => (line ? `  ${line}` : '')).join('\n')}\n\n`;
}

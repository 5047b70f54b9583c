// The block a demo prints when it is ready: where it is, who to sign in as, a gate to try, and tickets to add.
import { findAccountByEmail } from '../account/account-store.ts';
import { inTransaction } from '../db/database.ts';
import { makeGateCode } from '../gate/enrol-gate.ts';
import { hasGate } from '../gate/gate-store.ts';
import type { Deps } from '../http/deps.ts';
import { linkOf } from '../ticket/ticket-link.ts';
import { listUnboundOfOrders } from '../ticket/ticket-store.ts';
import { DEMO_EMAIL, DEMO_PASSWORD, DEMO_STAFF, orderIdOf, TO_TRY } from './demo-orders.ts';

const HOW = { link: 'by link', voucherNo: 'by voucher number', redeemCode: 'by redeem code' } as const;
const inFours = (code: string | null) => (code ?? '').replace(/(.{4})(?=.)/g, '$1-');

/** What is left to add of the demo's orders: what it is, how it is added, the link or code. */
async function leftToTry({ db, operator, config, clock }: Deps): Promise<string[][]> {
  const account = await findAccountByEmail(db, DEMO_EMAIL);
  if (!account) return [];
  const orders = TO_TRY.map((order) => ({ ...order, orderId: orderIdOf(account.account_id, order) }));
  const unbound = await listUnboundOfOrders(
    db,
    orders.map((order) => order.orderId),
    clock(),
  );
  return orders.flatMap(({ orderId, productId, by }) => {
    const tickets = unbound.filter((ticket) => ticket.order_id === orderId);
    const [first] = tickets;
    if (!first) return [];
    const name = operator.products.get(productId)?.productNameEn ?? productId;
    const code = {
      link: linkOf(config.publicOrigin, first.order_token),
      voucherNo: inFours(first.voucher_no),
      redeemCode: inFours(first.redeem_code),
    }[by];
    return [[`${tickets.length} x ${name}`, HOW[by], code]];
  });
}

/** Where the gate reader is, with a fresh one-time code while nobody has enrolled one. */
async function gateToTry({ db, operator, config, clock }: Deps): Promise<string> {
  const address = `${config.publicOrigin}/gate/`;
  const station = operator.stations.get('kyoto') ?? [...operator.stations.values()][0];
  if (!station || (await hasGate(db))) return address;
  const { stationId, stationNameEn } = station;
  const made = await inTransaction(db, (trx) => makeGateCode(trx, { stationId, direction: 'both' }, clock()));
  return `${address}   ${stationNameEn}, enrol code ${made.code}`;
}

/** Puts the columns under each other. */
function aligned(rows: readonly string[][]): string[] {
  const widths = [0, 1].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd(),
  );
}

/** Gives the block as text, with a line end at the end. */
export async function demoNotice(deps: Deps): Promise<string> {
  const { publicOrigin, smtpUrl } = deps.config;
  const places = [
    ['App', publicOrigin],
    ['Demo account', `${DEMO_EMAIL}   ${DEMO_PASSWORD}`],
    ...(smtpUrl === undefined ? [['Mailbox', `${publicOrigin}/dev/mail`]] : []),
    ['Gate reader', await gateToTry(deps)],
    ['Desk', `${publicOrigin}/desk/   ${DEMO_STAFF.map(({ email }) => email).join(', ')}   ${DEMO_PASSWORD}`],
    ['API', `${publicOrigin}/docs`],
  ];
  const tickets = aligned(await leftToTry(deps));
  const lines = [
    'Kippu is ready.',
    ...aligned(places),
    ...(tickets.length === 0 ? [] : ['', 'Tickets to add, each once:', ...tickets]),
  ];
  return `\n${lines.map((line) => (line ? `  ${line}` : '')).join('\n')}\n\n`;
}

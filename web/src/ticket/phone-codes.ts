// The phone's own key and the ticket certificates it has fetched, kept in IndexedDB so that a code needs no network.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { qrcode, type Ticket } from '@kippu/contract/ticket';
import { phonePublicKey } from '@kippu/ticket-code/phone-key';
import { send } from '../app/api.ts';
import { getSession, onSessionChange } from '../app/session.ts';

/** What the code screen shows without a network. */
export interface PhoneCode {
  readonly ticketId: string;
  /** The account's email; another account never sees it. */
  readonly owner: string;
  /** COSE_Sign1, base64url. */
  readonly certificate: string;
  /** Tokyo wall time. */
  readonly expiresAt: string;
  readonly ticket: Ticket;
}

interface Schema extends DBSchema {
  keys: { key: string; value: CryptoKeyPair };
  codes: { key: string; value: PhoneCode };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;
const open = () =>
  openDB<Schema>('kippu', 1, {
    upgrade(db) {
      db.createObjectStore('keys');
      db.createObjectStore('codes', { keyPath: 'ticketId' });
    },
    // Phones take the database from a page in the background; the next use opens it again.
    terminated: forgetOpened,
  });
function forgetOpened(): void {
  opened = undefined;
}
/** Opened once; what did not open is tried again at the next use. */
const database = (): Promise<IDBPDatabase<Schema>> =>
  (opened ??= open().catch((error: unknown) => {
    forgetOpened();
    throw error;
  }));

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Takes base64url text; gives its bytes. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/**
 * The phone's ECDSA P-256 pair, made once; the private half cannot leave the browser. Rejects where the browser has
 * no WebCrypto (no secure context) or no IndexedDB.
 */
export async function phoneKeys(): Promise<CryptoKeyPair> {
  const db = await database();
  const kept = await db.get('keys', 'phone');
  if (kept) return kept;
  const made = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ]);
  // Two tabs may have made one each: the first to be kept is the phone's.
  const transaction = db.transaction('keys', 'readwrite');
  const first = (await transaction.store.get('phone')) ?? made;
  if (first === made) await transaction.store.put(made, 'phone');
  await transaction.done;
  return first;
}

/** Fetches a fresh certificate for the ticket, bound to this phone's key, and keeps it. Throws ApiError. */
export async function fetchCode(ticket: Ticket): Promise<PhoneCode> {
  // Whoever asks owns it, also when another tab signs somebody else in before the answer is here.
  const owner = getSession()?.member.email ?? '';
  const { publicKey } = await phoneKeys();
  const deviceKey = base64url(await phonePublicKey(publicKey));
  const { certificate, expiresAt } = await send(qrcode, { query: { ticketId: ticket.ticketId, deviceKey } });
  const code = { ticketId: ticket.ticketId, owner, certificate, expiresAt, ticket };
  await (await database()).put('codes', code);
  return code;
}

/** The kept certificate of a ticket of the signed-in account, or undefined. It may have expired. */
export async function keptCode(ticketId: string): Promise<PhoneCode | undefined> {
  const code = await (await database()).get('codes', ticketId);
  return code && code.owner === getSession()?.member.email ? code : undefined;
}

/** Drops a kept certificate: its ticket was refused, transferred or used up. */
export const forgetCode = async (ticketId: string): Promise<void> =>
  (await database()).delete('codes', ticketId);

/** Drops every certificate that is not the signed-in account's. */
export async function forgetOthersCodes(): Promise<void> {
  const owner = getSession()?.member.email;
  const db = await database();
  for (const code of await db.getAll('codes')) {
    if (code.owner !== owner) await db.delete('codes', code.ticketId);
  }
}

// Signing out, or in as somebody else, leaves no code of the last traveller on a shared phone.
let owner = getSession()?.member.email;
onSessionChange(() => {
  const now = getSession()?.member.email;
  if (now === owner) return;
  owner = now;
  // Without storage there are no codes.
  void forgetOthersCodes().catch(() => undefined);
});

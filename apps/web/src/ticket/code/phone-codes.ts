// The phone's own key and the ticket certificates it has fetched, kept in IndexedDB so that a code needs no network. A phone
// that keeps nothing (it is full, or its browser forbids it) has them until the page is left.
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
  /** The phone does not keep it: it is gone with the page. */
  readonly unkept?: true;
}

interface Schema extends DBSchema {
  keys: { key: string; value: CryptoKeyPair };
  codes: { key: string; value: PhoneCode };
}

/** Some browsers, now and then, never answer: whoever stands at a gate is not kept waiting for them. */
const OPEN_WITHIN_MS = 4_000;

let opened: Promise<IDBPDatabase<Schema>> | undefined;
const openStorage = () =>
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
function open(): Promise<IDBPDatabase<Schema>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the storage does not answer')), OPEN_WITHIN_MS);
  });
  return Promise.race([openStorage(), late]).finally(() => clearTimeout(timer));
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

const makeKeys = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);

/** The pair that the phone keeps, made if there is none. */
async function keptKeys(): Promise<CryptoKeyPair> {
  const db = await database();
  const kept = await db.get('keys', 'phone');
  if (kept) return kept;
  const made = await makeKeys();
  // Two tabs may have made one each: the first to be kept is the phone's.
  const transaction = db.transaction('keys', 'readwrite');
  const first = (await transaction.store.get('phone')) ?? made;
  if (first === made) await transaction.store.put(made, 'phone');
  await transaction.done;
  return first;
}

/** Whether this page has met the pair that the phone keeps: no other may sign for its certificates then. */
let hasKept = false;
/** The page's own pair; once there is one, all that belongs to it stays in the page. */
let pageKeys: Promise<CryptoKeyPair> | undefined;
/** Certificates that the phone did not keep. */
const pageCodes = new Map<string, PhoneCode>();

/**
 * The phone's ECDSA P-256 pair, made once; the private half cannot leave the browser. The page's own where the phone keeps
 * none. Rejects where the browser has no WebCrypto (no secure context).
 */
export async function phoneKeys(): Promise<CryptoKeyPair> {
  if (pageKeys) return pageKeys;
  try {
    const keys = await keptKeys();
    hasKept = true;
    return keys;
  } catch (error) {
    if (hasKept) throw error;
    console.warn('codes are not kept', error);
    return (pageKeys ??= makeKeys());
  }
}

/** Fetches a fresh certificate for the ticket, bound to this phone's key, and keeps it. Throws ApiError. */
export async function fetchCode(ticket: Ticket): Promise<PhoneCode> {
  // Whoever asks owns it, also when another tab signs somebody else in before the answer is here.
  const owner = getSession()?.member.email ?? '';
  const { publicKey } = await phoneKeys();
  const deviceKey = base64url(await phonePublicKey(publicKey));
  const { ticketId } = ticket;
  const { certificate, expiresAt } = await send(qrcode, { query: { ticketId, deviceKey } });
  const code: PhoneCode = { ticketId, owner, certificate, expiresAt, ticket };
  if (!pageKeys) {
    try {
      await (await database()).put('codes', code);
      pageCodes.delete(ticketId);
      return code;
    } catch (error) {
      console.warn('code not kept', error);
    }
  }
  const unkept: PhoneCode = { ...code, unkept: true };
  pageCodes.set(ticketId, unkept);
  return unkept;
}

/** The certificate of a ticket of the signed-in account that was fetched before, or undefined. It may have expired. */
export async function keptCode(ticketId: string): Promise<PhoneCode | undefined> {
  const code =
    pageCodes.get(ticketId) ?? (pageKeys ? undefined : await (await database()).get('codes', ticketId));
  return code && code.owner === getSession()?.member.email ? code : undefined;
}

/** Drops a certificate: its ticket was refused, transferred or used up. */
export async function forgetCode(ticketId: string): Promise<void> {
  pageCodes.delete(ticketId);
  try {
    await (await database()).delete('codes', ticketId);
  } catch (error) {
    // What cannot be reached is not shown either, and the server has ended it.
    console.warn('code not dropped', error);
  }
}

/** Drops every certificate that is not the signed-in account's. */
export async function forgetOthersCodes(): Promise<void> {
  const owner = getSession()?.member.email;
  for (const code of pageCodes.values()) if (code.owner !== owner) pageCodes.delete(code.ticketId);
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

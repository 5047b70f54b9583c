// The phone's key and its ticket certificates, kept in IndexedDB so that codes work offline. If the phone cannot
// store them (storage full or forbidden), they stay in memory until the page closes.
import { base64urlOf } from '@kippu/client/base64url';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { qrcode } from '@kippu/contract/routes/traveller/ticket';
import type { Ticket } from '@kippu/contract/calls/traveller/ticket';
import { phonePublicKey } from '@kippu/ticket-code/crypto/phone-key';
import { send } from '../../app/call/api.ts';
import { getSession, lapsed, onSessionChange } from '../../app/session/session.ts';

/** A certificate as the code screen uses it offline. */
export interface PhoneCode {
  readonly ticketId: string;
  /** The account's email; no other account can see the certificate. */
  readonly owner: string;
  /** COSE_Sign1, base64url. */
  readonly certificate: string;
  /** Wall time of the railway. */
  readonly expiresAt: string;
  readonly ticket: Ticket;
  /** Not stored on the phone: lost when the page closes. */
  readonly unkept?: true;
}

interface Schema extends DBSchema {
  keys: { key: string; value: CryptoKeyPair };
  codes: { key: string; value: PhoneCode };
}

/** Some browsers occasionally never answer. A traveller at a gate must not wait for them. */
const OPEN_WITHIN_MS = 4_000;

let opened: Promise<IDBPDatabase<Schema>> | undefined;
const openStorage = () =>
  openDB<Schema>('kippu', 1, {
    upgrade(db) {
      db.createObjectStore('keys');
      db.createObjectStore('codes', { keyPath: 'ticketId' });
    },
    // Phones may close the database of a page in the background; the next use opens it again.
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
/** The database, opened once. A failed attempt is repeated at the next use. */
const database = (): Promise<IDBPDatabase<Schema>> =>
  (opened ??= open().catch((error: unknown) => {
    forgetOpened();
    throw error;
  }));

const makeKeys = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);

/** Returns the stored key pair, and creates it if there is none. */
async function keptKeys(): Promise<CryptoKeyPair> {
  const db = await database();
  const stored = await db.get('keys', 'phone');
  if (stored) return stored;
  const made = await makeKeys();
  // Two tabs may each have created a pair. The first one stored wins.
  const transaction = db.transaction('keys', 'readwrite');
  const first = (await transaction.store.get('phone')) ?? made;
  if (first === made) await transaction.store.put(made, 'phone');
  await transaction.done;
  return first;
}

/** Whether this page has read the stored pair. Then no other pair may sign for its certificates. */
let hasKept = false;
/** The page's own pair. Once it exists, its certificates stay in memory. */
let pageKeys: Promise<CryptoKeyPair> | undefined;
/** Certificates that the phone did not store. */
const pageCodes = new Map<string, PhoneCode>();

/**
 * Returns the phone's ECDSA P-256 key pair. It is created once, and its private key cannot be exported. If the phone
 * cannot store it, the page uses its own pair. Rejects if the browser has no WebCrypto (insecure context).
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

/** Fetches a fresh certificate for the ticket, bound to this phone's key, and keeps it. Throws CallError. */
export async function fetchCode(ticket: Ticket): Promise<PhoneCode> {
  // The account that requested the certificate owns it, even if another tab signs in as somebody else meanwhile.
  const owner = getSession()?.member.email ?? '';
  const { publicKey } = await phoneKeys();
  const deviceKey = base64urlOf(await phonePublicKey(publicKey));
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

/** Returns the kept certificate of a ticket of the signed-in account, or undefined. It may have expired. */
export async function keptCode(ticketId: string): Promise<PhoneCode | undefined> {
  const code =
    pageCodes.get(ticketId) ?? (pageKeys ? undefined : await (await database()).get('codes', ticketId));
  return code && code.owner === getSession()?.member.email ? code : undefined;
}

/** Drops the certificate of a ticket that was refused, transferred or used up. */
export async function forgetCode(ticketId: string): Promise<void> {
  pageCodes.delete(ticketId);
  try {
    await (await database()).delete('codes', ticketId);
  } catch (error) {
    // An unreachable certificate is not shown either, and the server has already ended it.
    console.warn('code not dropped', error);
  }
}

/** Deletes the signed-in account's certificates of tickets for which `keep` is false. */
export async function forgetCodesBut(keep: (ticketId: string) => boolean): Promise<void> {
  const owner = getSession()?.member.email;
  for (const { ticketId } of await codesOf(owner)) if (!keep(ticketId)) await forgetCode(ticketId);
}

/** The account whose codes stay on the phone: the one that is signed in, or else the one whose session has lapsed. */
const ownerHere = (): string | undefined => (getSession()?.member.email ?? lapsed.reread()) || undefined;

/** Returns all codes of an account on this phone. */
async function codesOf(owner: string | undefined): Promise<readonly PhoneCode[]> {
  if (owner === undefined) return [];
  const codes = new Map<string, PhoneCode>();
  // A phone that cannot store has the codes of this page only.
  const stored = pageKeys ? [] : await (await database()).getAll('codes');
  for (const code of [...stored, ...pageCodes.values()])
    if (code.owner === owner) codes.set(code.ticketId, code);
  return [...codes.values()];
}

/** Returns the codes of the account whose session has lapsed; none while somebody is signed in. */
export const savedCodes = async (): Promise<readonly PhoneCode[]> =>
  codesOf(getSession() ? undefined : ownerHere());

/** Deletes the codes of the account whose session has lapsed. */
export async function forgetSavedCodes(): Promise<void> {
  lapsed.set('');
  await forgetOthersCodes();
}

/** Drops every certificate of other accounts. */
export async function forgetOthersCodes(): Promise<void> {
  const owner = ownerHere();
  for (const code of pageCodes.values()) if (code.owner !== owner) pageCodes.delete(code.ticketId);
  const db = await database();
  for (const code of await db.getAll('codes')) {
    if (code.owner !== owner) await db.delete('codes', code.ticketId);
  }
}

// After signing out, or in as another account, the phone keeps no code of the previous account.
let owner = ownerHere();
onSessionChange(() => {
  const now = ownerHere();
  if (now === owner) return;
  owner = now;
  // Without storage there are no codes.
  void forgetOthersCodes().catch(() => undefined);
});

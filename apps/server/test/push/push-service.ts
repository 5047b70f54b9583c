// A push service on this machine with phones that decrypt what they get, for tests. It is written from RFC 8291 and RFC 8292 with WebCrypto, apart
// from the server's code.
import { webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

const { subtle } = webcrypto;
const P256 = { name: 'ECDH', namedCurve: 'P-256' };
const text = (value: string) => new TextEncoder().encode(value);
const joined = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

/** HKDF with SHA-256 (RFC 5869). */
async function hkdf(
  key: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  bytes: number,
) {
  const imported = await subtle.importKey('raw', key, 'HKDF', false, ['deriveBits']);
  return new Uint8Array(
    await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, imported, bytes * 8),
  );
}

/** What a phone got. */
export interface GotPush {
  /** The path of the phone's address. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The size of the encrypted body, in bytes. */
  readonly bytes: number;
  readonly message: {
    readonly title: string;
    readonly body: string;
    readonly tag: string;
    readonly path: string;
    readonly at: number;
  };
}

/** A phone with its keys. */
export class PushPhone {
  readonly path: string;
  readonly #pair: webcrypto.CryptoKeyPair;
  readonly #point: Uint8Array<ArrayBuffer>;
  readonly #auth: Uint8Array<ArrayBuffer>;

  private constructor(path: string, pair: webcrypto.CryptoKeyPair, point: Uint8Array<ArrayBuffer>) {
    this.path = path;
    this.#pair = pair;
    this.#point = point;
    this.#auth = webcrypto.getRandomValues(new Uint8Array(16));
  }

  static async make(name: string): Promise<PushPhone> {
    const pair = await subtle.generateKey(P256, true, ['deriveBits']);
    return new PushPhone(
      `/push/${name}`,
      pair,
      new Uint8Array(await subtle.exportKey('raw', pair.publicKey)),
    );
  }

  get keys(): { readonly p256dh: string; readonly auth: string } {
    return {
      p256dh: Buffer.from(this.#point).toString('base64url'),
      auth: Buffer.from(this.#auth).toString('base64url'),
    };
  }

  /** Decrypts a body with the coding aes128gcm (RFC 8188) for this phone. Rejects where it is for another one or was changed. */
  async decrypt(body: Uint8Array): Promise<string> {
    const bytes = new Uint8Array(body);
    const salt = bytes.slice(0, 16);
    const keyLength = bytes[20] ?? 0;
    const serverPoint = bytes.slice(21, 21 + keyLength);
    const record = bytes.slice(21 + keyLength);
    const serverKey = await subtle.importKey('raw', serverPoint, P256, false, []);
    const shared = new Uint8Array(
      await subtle.deriveBits({ name: 'ECDH', public: serverKey }, this.#pair.privateKey, 256),
    );
    const secret = await hkdf(
      shared,
      this.#auth,
      joined(text('WebPush: info\0'), this.#point, serverPoint),
      32,
    );
    const key = await hkdf(secret, salt, text('Content-Encoding: aes128gcm\0'), 16);
    const iv = await hkdf(secret, salt, text('Content-Encoding: nonce\0'), 12);
    const imported = await subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
    const plain = Buffer.from(await subtle.decrypt({ name: 'AES-GCM', iv }, imported, record));
    // The last record ends with 2 and zeros.
    const end = plain.findLastIndex((byte) => byte !== 0);
    if (plain[end] !== 2) throw new Error('the record is not the last one');
    return plain.subarray(0, end).toString();
  }
}

/** Checks who sends (VAPID). Returns the claims; rejects where the signature is not that of the key. */
export async function claimsOf(
  authorization: string,
): Promise<{ aud: string; exp: number; sub: string; key: string }> {
  const [, head = '', body = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const imported = await subtle.importKey('raw', Buffer.from(key, 'base64url'), algorithm, false, ['verify']);
  const isSigned = await subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    imported,
    Buffer.from(signature, 'base64url'),
    text(`${head}.${body}`),
  );
  if (!isSigned) throw new Error('the proof is not signed with its key');
  return { ...JSON.parse(Buffer.from(body, 'base64url').toString()), key };
}

export class PushService {
  readonly #phones = new Map<string, PushPhone>();
  readonly #server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on(
      'end',
      () => void this.#take(request.url ?? '', request.headers, Buffer.concat(parts), response),
    );
  });
  /** What phones got, in order. */
  readonly got: GotPush[] = [];
  /** Why a message could not be decrypted. */
  readonly faults: unknown[] = [];
  /** Requests, also those that were refused. */
  asked = 0;
  /** Answers a request; by default 201. */
  answer: (response: ServerResponse, path: string) => void = (response) => response.writeHead(201).end();

  static async start(): Promise<PushService> {
    const service = new PushService();
    service.#server.listen(0, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  get host(): string {
    const address = this.#server.address();
    return `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  /** Makes a phone. Returns what it sends to subscribe. */
  async phone(name: string) {
    const phone = await PushPhone.make(name);
    this.#phones.set(phone.path, phone);
    return { endpoint: `http://${this.host}${phone.path}`, ...phone.keys };
  }

  async #take(
    path: string,
    headers: IncomingHttpHeaders,
    body: Buffer,
    response: ServerResponse,
  ): Promise<void> {
    this.asked += 1;
    const phone = this.#phones.get(path);
    try {
      const decrypted = await phone?.decrypt(body);
      this.answer(response, path);
      if (decrypted !== undefined && response.statusCode === 201)
        this.got.push({ path, headers, bytes: body.length, message: JSON.parse(decrypted) });
    } catch (error) {
      this.faults.push(error);
      response.writeHead(400).end();
    }
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

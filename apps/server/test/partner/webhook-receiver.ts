// A partner's receiver of webhooks on this machine, for tests. It checks signatures by the specification of Standard Webhooks, apart from the server's code.
import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

export interface GotWebhook {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  /** As it was sent. */
  readonly text: string;
  readonly body: {
    readonly kind: string;
    readonly orderId?: string;
    readonly ticketId?: string;
    readonly data: Record<string, unknown>;
  };
  /** The path of the endpoint. */
  readonly path: string;
}

/** Answers a webhook itself; returns false to leave that to the receiver, which answers 204. */
type Answering = (got: GotWebhook, response: ServerResponse) => boolean;

const tokens = ({ headers }: GotWebhook, version: string) =>
  String(headers['webhook-signature'])
    .split(' ')
    .filter((token) => token.startsWith(`${version},`))
    .map((token) => Buffer.from(token.slice(version.length + 1), 'base64'));

const signedText = ({ headers, text }: GotWebhook) =>
  `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;

/** Whether one of the message's v1 signatures is by the secret. */
export function isSignedBy(secret: string, got: GotWebhook): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(signedText(got)).digest();
  return tokens(got, 'v1').some((sent) => sent.length === expected.length && timingSafeEqual(sent, expected));
}

/** Whether one of the message's v1a signatures is by the published key. */
export function isSignedByKey(publicKey: string, got: GotWebhook): boolean {
  const x = Buffer.from(publicKey.replace(/^whpk_/, ''), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return tokens(got, 'v1a').some((sent) => verify(null, Buffer.from(signedText(got)), key, sent));
}

export async function openReceiver() {
  const got: GotWebhook[] = [];
  let answering: Answering = () => false;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8');
      const { headers, url = '' } = request;
      const webhook = { id: String(headers['webhook-id']), headers, text, body: JSON.parse(text), path: url };
      got.push(webhook);
      if (answering(webhook, response)) return;
      response.statusCode = 204;
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    got,
    port,
    /** Calls `seen` at each connection, also one that sends nothing. */
    onConnection: (seen: () => void) => void server.on('connection', seen),
    url: (path = '/hook') => `http://127.0.0.1:${port}${path}`,
    /** Sets who answers; without, every webhook is accepted. */
    answer: (next: Answering = () => false) => {
      answering = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

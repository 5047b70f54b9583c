// The server's two outbound connections, to the database and the mail relay, use TLS with a trusted certificate.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { TLSSocket } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { openPostgres } from '../db/open-database.ts';
import { relayOptions, smtpMailer, type Mailer } from '../mail/send-mail.ts';
import { aMail, SENDERS, SENT_AS } from '../../../test/mails.ts';
import { CERTIFICATE, CERTIFICATE_KEY } from '../../../test/untrusted-certificate.ts';

const MAIL = aMail('hanako@example.jp');
const [key, cert] = [CERTIFICATE_KEY, CERTIFICATE];

const servers: { close: (done: () => void) => void }[] = [];
const mailers: Mailer[] = [];
afterEach(async () => {
  for (const mailer of mailers.splice(0)) mailer.close();
  await Promise.all(servers.splice(0).map((server) => new Promise<void>((done) => server.close(done))));
});

function mailerTo(url: string): Mailer {
  const mailer = smtpMailer(url, SENDERS);
  mailers.push(mailer);
  return mailer;
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Starts a mail relay; returns its port and the mails it accepted. */
async function relay(options: { readonly secure?: boolean; readonly disabledCommands?: string[] }) {
  const taken: string[] = [];
  const server = new SMTPServer({
    ...options,
    key,
    cert,
    authOptional: true,
    onData: (stream, _session, done) => {
      stream.resume().on('end', () => {
        taken.push('a mail');
        done();
      });
    },
  });
  // The client disconnects during the handshake, as the test expects.
  server.on('error', () => undefined);
  servers.push(server);
  return { port: await portOf(server.server), taken };
}

test('a database with an untrusted certificate gets neither name nor password', async () => {
  let sent = '';
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    // PostgreSQL's protocol: eight bytes request TLS, `S` accepts.
    socket.once('data', () => {
      socket.write('S');
      const secure = new TLSSocket(socket, { isServer: true, key, cert });
      secure.on('error', () => undefined);
      secure.on('data', (bytes) => {
        sent += bytes.toString('latin1');
        socket.destroy();
      });
    });
  });
  servers.push(server);
  const url = `postgres://kippu:secret@127.0.0.1:${await portOf(server)}/kippu?sslmode=verify-full`;
  await expect(openPostgres(url)).rejects.toThrow(/self.signed certificate/);
  expect(sent).toBe('');
});

test('a database without TLS gets nothing', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write('N'));
  });
  servers.push(server);
  const url = `postgres://kippu:secret@127.0.0.1:${await portOf(server)}/kippu?sslmode=verify-full`;
  await expect(openPostgres(url)).rejects.toThrow('does not support SSL');
});

test.each([
  ['smtps', { secure: true }, ''],
  ['smtp', {}, '?requireTLS=true'],
])('a relay whose certificate nobody trusts gets no mail: %s', async (protocol, options, query) => {
  const { port, taken } = await relay(options);
  const { send } = mailerTo(`${protocol}://127.0.0.1:${port}${query}`);
  await expect(send(MAIL, SENT_AS)).rejects.toThrow(/self.signed certificate/);
  expect(taken).toEqual([]);
});

test('a relay on another machine that offers no TLS gets no mail', async () => {
  expect(relayOptions('smtp://relay.example:587').requireTLS).toBe(true);
  expect(relayOptions('smtp://relay.example:587?ignoreTLS=true').requireTLS).toBe(false);
  expect(relayOptions('smtp://127.0.0.1:25').requireTLS).toBe(false);
  const { port, taken } = await relay({ disabledCommands: ['STARTTLS'] });
  const here = mailerTo(`smtp://127.0.0.1:${port}`);
  await here.send(MAIL, SENT_AS);
  expect(taken).toHaveLength(1);
  // The same relay, treated as one on another machine.
  const elsewhere = mailerTo(`smtp://127.0.0.1:${port}?requireTLS=true`);
  await expect(elsewhere.send(MAIL, SENT_AS)).rejects.toThrow(/STARTTLS/);
  expect(taken).toHaveLength(1);
});

// Reads every setting from the environment once; a wrong value stops the start with one clear line.
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isEmail, normaliseEmail } from '@kippu/domain/account/rules';
import { checkPassword } from '@kippu/domain/account/password-rule';
import { ConfigError } from './config-error.ts';
import { readDatabaseUrl } from '../db/connect/database-url.ts';
import { DEMO_PASSWORD } from './demo-people.ts';
import {
  isPlain,
  metricsSettings,
  tracesSettings,
  type MetricsSettings,
  type TracesSettings,
} from './telemetry-settings.ts';
import type { AllowedAddresses } from '../http/public-address.ts';
import { pushSettings, type PushSettings } from './push-settings.ts';
import { webhookSettings } from './webhook-settings.ts';
import { demoRealtimeSettings, realtimeSettings, type RealtimeSettings } from './realtime-settings.ts';
import { withSecretFiles } from './secret-files.ts';
import { isLoopbackHost } from '../http/loopback.ts';
import { wrappingKeyBytes } from '../keys/wrapping-key.ts';

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Without a trailing slash; links in mails, posters and QR codes begin with it. */
  readonly publicOrigin: string;
  readonly dataDir: string;
  /** PostgreSQL; undefined = the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Files with wrapping keys: the first one wraps the server's keys in the database, the others unwrap what they have wrapped before. */
  readonly keyFiles: readonly string[];
  /** As `keyFiles`, from the environment. One of the two is empty. */
  readonly keyEncryptionKeys: readonly Uint8Array[];
  /** The PostgreSQL server behind the pooler, for what needs a session of its own; undefined = `databaseUrl`. */
  readonly databaseDirectUrl: string | undefined;
  /** Whether `databaseUrl` is that of a pooler in transaction mode. */
  readonly isDatabasePooled: boolean;
  readonly smtpUrl: string | undefined;
  /** Who mails are from: an address, with or without a name. */
  readonly mailFrom: string;
  /** Where answers to mails go; undefined = to `mailFrom`. */
  readonly mailReplyTo: string | undefined;
  readonly operatorDir: string;
  /**
   * What a start does with the timetable of the operator's folder. `desk`: it takes effect if its content is new; otherwise the newest
   * timetable in the database stays. `folder`: it takes effect in any case.
   */
  readonly operatorFeed: 'desk' | 'folder';
  readonly deskApiKey: string | undefined;
  /** The first manager of the desk, created at a start if the email is unknown. */
  readonly deskManager: { readonly email: string; readonly password: string } | undefined;
  /** Addresses or networks whose X-Forwarded-For is trusted. */
  readonly trustedProxies: string;
  /** Multiplies every limit of calls by address, account and staff. */
  readonly limitFactor: number;
  /** How many live streams this process keeps open at once. */
  readonly maxStreams: number;
  readonly demo: boolean;
  readonly logLevel: LogLevel;
  /** How long a stopping process still accepts calls, in milliseconds. */
  readonly stopDelayMs: number;
  /** Undefined = no metrics are served. */
  readonly metrics: MetricsSettings | undefined;
  /** Undefined = no traces are sent. */
  readonly traces: TracesSettings | undefined;
  /** Undefined = no live feeds are read. */
  readonly realtime: RealtimeSettings | undefined;
  readonly push: PushSettings;
  /** Where partners' endpoints may be. */
  readonly webhooks: AllowedAddresses;
  /**
   * Whether real travellers may reach it: PUBLIC_ORIGIN or HOST is not loopback, or NODE_ENV is `production`. Settings that are safe only on
   * one's own machine are then refused.
   */
  readonly production: boolean;
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

type Env = Readonly<Record<string, string | undefined>>;

function urlSetting(env: Env, name: string, protocols: readonly string[]): string | undefined {
  const text = env[name]?.trim();
  if (!text) return undefined;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    // The value may contain a password, so it is not repeated.
    throw new ConfigError(
      name,
      `must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    );
  }
  return text;
}

/** Throws a ConfigError for a URL of a database that cannot be read. */
function databaseUrlSetting(env: Env, name: string): string | undefined {
  const text = env[name]?.trim();
  if (!text) return undefined;
  try {
    readDatabaseUrl(text);
  } catch (error) {
    throw new ConfigError(name, error instanceof Error ? error.message : String(error));
  }
  return text;
}

function poolerSetting(env: Env): boolean {
  const text = env['DATABASE_POOLER']?.trim() || 'none';
  if (text !== 'none' && text !== 'transaction')
    throw new ConfigError('DATABASE_POOLER', `must be none or transaction, not "${text}"`);
  return text === 'transaction';
}

function portSetting(env: Env): number {
  const text = env['PORT']?.trim() || '8080';
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new ConfigError('PORT', `must be 0 to 65535, not "${text}"`);
  return port;
}

/** Returns the entries of a list with commas; none where the setting is not there. */
const listSetting = (env: Env, name: string): string[] =>
  (env[name] ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

function wrappingKeySettings(env: Env): Pick<Config, 'keyFiles' | 'keyEncryptionKeys'> {
  const keyFiles = listSetting(env, 'KEY_FILE').map((file) => resolve(file));
  const keyEncryptionKeys = listSetting(env, 'KEY_ENCRYPTION_KEY').map((text) => {
    const bytes = wrappingKeyBytes(text);
    // The value is a key, so it is not repeated.
    if (!bytes)
      throw new ConfigError(
        'KEY_ENCRYPTION_KEY',
        'must be 32 bytes in base64, as `openssl rand -base64 32` makes them',
      );
    return bytes;
  });
  if (keyFiles.length > 0 && keyEncryptionKeys.length > 0)
    throw new ConfigError(
      'KEY_FILE',
      'must not be set beside KEY_ENCRYPTION_KEY; list both keys in one of them',
    );
  return { keyFiles, keyEncryptionKeys };
}

function stopDelaySetting(env: Env, byDefault: number): number {
  const text = env['STOP_DELAY_SECONDS']?.trim() || String(byDefault);
  const seconds = Number(text);
  if (!/^\d{1,3}$/.test(text) || seconds > 120)
    throw new ConfigError('STOP_DELAY_SECONDS', `must be 0 to 120, not "${text}"`);
  return seconds * 1000;
}

function demoSetting(env: Env, byDefault: boolean): boolean {
  const text = env['DEMO']?.trim();
  if (!text) return byDefault;
  if (text !== '0' && text !== '1') throw new ConfigError('DEMO', `must be 0 or 1, not "${text}"`);
  return text === '1';
}

function limitFactorSetting(env: Env): number {
  const text = env['LIMIT_FACTOR']?.trim() || '1';
  const factor = Number(text);
  if (!/^\d{1,4}(\.\d{1,3})?$/.test(text) || factor <= 0 || factor > 1000)
    throw new ConfigError('LIMIT_FACTOR', `must be a number above 0 and up to 1000, not "${text}"`);
  return factor;
}

function maxStreamsSetting(env: Env): number {
  const text = env['MAX_STREAMS']?.trim() || '10000';
  const streams = Number(text);
  if (!/^\d{1,6}$/.test(text) || streams > 100_000)
    throw new ConfigError('MAX_STREAMS', `must be 0 to 100000, not "${text}"`);
  return streams;
}

function logLevelSetting(env: Env): LogLevel {
  const text = env['LOG_LEVEL']?.trim() || 'info';
  const level = LOG_LEVELS.find((known) => known === text);
  if (!level) throw new ConfigError('LOG_LEVEL', `must be one of ${LOG_LEVELS.join(', ')}, not "${text}"`);
  return level;
}

function operatorFeedSetting(env: Env): Config['operatorFeed'] {
  const text = env['OPERATOR_FEED']?.trim() || 'desk';
  if (text !== 'desk' && text !== 'folder')
    throw new ConfigError('OPERATOR_FEED', `must be desk or folder, not "${text}"`);
  return text;
}

function deskManagerSetting(env: Env): Config['deskManager'] {
  const [email, password] = [env['DESK_MANAGER']?.trim(), env['DESK_MANAGER_PASSWORD']];
  if (!email && !password) return undefined;
  if (!email || !isEmail(normaliseEmail(email))) throw new ConfigError('DESK_MANAGER', 'must be an email');
  if (!password || !checkPassword(password, password).ok)
    throw new ConfigError(
      'DESK_MANAGER_PASSWORD',
      'needs 8 to 36 characters, with a digit, an upper and a lower case letter',
    );
  return { email, password };
}

/** Throws a ConfigError where TRUSTED_PROXIES is no list of addresses, networks or named address ranges. */
function trustedProxiesSetting(env: Env): string {
  const text = env['TRUSTED_PROXIES']?.trim() || 'loopback';
  const isProxy = (entry: string) => {
    if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
    const [address = '', bits, ...more] = entry.split('/');
    const version = isIP(address);
    const bitsFit =
      bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
    return version !== 0 && more.length === 0 && bitsFit;
  };
  const wrong = text.split(',').find((entry) => !isProxy(entry.trim()));
  if (wrong !== undefined)
    throw new ConfigError(
      'TRUSTED_PROXIES',
      `"${wrong.trim()}" is neither an address nor a network such as 10.0.0.0/8`,
    );
  return text;
}

/** Reads an address, with or without a name: `no-reply@example.jp`, `Kippu <no-reply@example.jp>`. */
function mailAddressSetting(env: Env, name: string): string | undefined {
  const text = env[name]?.trim();
  if (!text) return undefined;
  const [, named, plain] = /^(?:[^<>"\p{Cc}]*<([^<>]+)>|([^<>]+))$/u.exec(text) ?? [];
  if (!isEmail(normaliseEmail(named ?? plain ?? '')))
    throw new ConfigError(name, 'must be an email, or a name and an email: Kippu <no-reply@example.jp>');
  return text;
}

/** Returns why this is production, for the end of a refusal; undefined where it is not. */
function productionReason(env: Env, { host, publicOrigin }: Pick<Config, 'host' | 'publicOrigin'>) {
  if (!isLoopbackHost(new URL(publicOrigin).hostname)) return `PUBLIC_ORIGIN ${publicOrigin} is not loopback`;
  if (!isLoopbackHost(host)) return `HOST ${host} is not loopback`;
  return env['NODE_ENV'] === 'production' ? 'NODE_ENV is production' : undefined;
}

/**
 * Whether nobody can read the connection to each server of the URL: it is local, it uses TLS with a checked certificate
 * (`sslmode=verify-full`), or the operator states by `sslmode=disable` that the network itself is encrypted. Other modes fall back to plain
 * text or accept any certificate.
 */
function isPrivateDatabase(databaseUrl: string): boolean {
  return readDatabaseUrl(databaseUrl).urls.every(isPrivateServer);
}

/** The same for one server of the URL. */
function isPrivateServer(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  const isHere = host === '' || host.startsWith('/') || isLoopbackHost(host);
  return isHere || ['verify-full', 'disable'].includes(searchParams.get('sslmode') ?? '');
}

/** Throws a ConfigError for the first setting that is not safe in production. */
function refuseUnsafe(config: Config, reason: string): void {
  const refuse = (setting: string, problem: string) => {
    throw new ConfigError(setting, `${problem} (this is production: ${reason})`);
  };
  if (config.demo) refuse('DEMO', 'must be 0, because it makes accounts whose passwords are published');
  if (config.databaseUrl === undefined)
    refuse(
      'DATABASE_URL',
      'must name a PostgreSQL server, because a power cut may damage the embedded database',
    );
  const urls = { DATABASE_URL: config.databaseUrl, DATABASE_DIRECT_URL: config.databaseDirectUrl };
  const open = Object.entries(urls).find(([, url]) => url !== undefined && !isPrivateDatabase(url));
  if (open)
    refuse(
      open[0],
      'must end with ?sslmode=verify-full, because the database is on another machine; ?sslmode=disable where the network between is encrypted',
    );
  if (config.smtpUrl === undefined)
    refuse(
      'SMTP_URL',
      'must name a mail relay, because without it anybody can read mailed codes at /dev/mail',
    );
  if (!config.publicOrigin.startsWith('https:'))
    refuse('PUBLIC_ORIGIN', 'must begin with https://, because passwords and tickets are sent to it');
  if (config.traces && isPlain(config.traces))
    refuse(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'must begin with https://, because the receiver is on another machine',
    );
  if (config.deskManager?.password === DEMO_PASSWORD)
    refuse('DESK_MANAGER_PASSWORD', "must not be the demonstration's password, which is published");
}

/** Returns the origin of a server without PUBLIC_ORIGIN. Throws a ConfigError where HOST cannot be part of a URL. */
function defaultOrigin(host: string, port: number): string {
  const name = host === '127.0.0.1' ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  const text = `http://${name}:${port}`;
  if (!URL.canParse(text)) throw new ConfigError('HOST', `must be a host name or an address, not "${host}"`);
  return new URL(text).origin;
}

/** Reads the settings of an environment. Throws a ConfigError that names the first wrong one. */
export function readConfig(given: Env): Config {
  const env = withSecretFiles(given);
  const port = portSetting(env);
  const host = env['HOST']?.trim() || '127.0.0.1';
  const databaseUrl = databaseUrlSetting(env, 'DATABASE_URL');
  const deskApiKey = env['DESK_API_KEY']?.trim() || undefined;
  if (deskApiKey && deskApiKey.length < 16)
    throw new ConfigError('DESK_API_KEY', 'needs at least 16 characters');
  const origin = urlSetting(env, 'PUBLIC_ORIGIN', ['http:', 'https:']);
  const publicOrigin = origin ? new URL(origin).origin : defaultOrigin(host, port);
  const reason = productionReason(env, { host, publicOrigin });
  const demo = demoSetting(env, databaseUrl === undefined && reason === undefined);
  const mail = {
    from: mailAddressSetting(env, 'MAIL_FROM') ?? `no-reply@${new URL(publicOrigin).hostname}`,
    replyTo: mailAddressSetting(env, 'MAIL_REPLY_TO'),
  };
  const config: Config = {
    port,
    host,
    publicOrigin,
    dataDir: resolve(env['DATA_DIR']?.trim() || './var'),
    databaseUrl,
    databaseDirectUrl: databaseUrlSetting(env, 'DATABASE_DIRECT_URL'),
    isDatabasePooled: poolerSetting(env),
    ...wrappingKeySettings(env),
    smtpUrl: urlSetting(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: mail.from,
    mailReplyTo: mail.replyTo,
    operatorDir: resolve(env['OPERATOR_DIR']?.trim() || './operators/kansai'),
    operatorFeed: operatorFeedSetting(env),
    deskApiKey,
    deskManager: deskManagerSetting(env),
    trustedProxies: trustedProxiesSetting(env),
    limitFactor: limitFactorSetting(env),
    maxStreams: maxStreamsSetting(env),
    demo,
    logLevel: logLevelSetting(env),
    stopDelayMs: stopDelaySetting(env, reason === undefined ? 0 : 5),
    metrics: metricsSettings(env, port),
    traces: tracesSettings(env),
    realtime: realtimeSettings(env) ?? (demo ? demoRealtimeSettings(env) : undefined),
    push: pushSettings(env, publicOrigin, mail),
    webhooks: webhookSettings(env, publicOrigin),
    production: reason !== undefined,
  };
  if (reason !== undefined) refuseUnsafe(config, reason);
  return config;
}

// Reads every setting from the environment once; a wrong value stops the start with one clear line.
import { resolve } from 'node:path';
import { isEmail, normaliseEmail } from '@kippu/domain/account-rules';
import { checkPassword } from '@kippu/domain/password-rule';

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Without a trailing slash; links in mails, posters and QR links begin with it. */
  readonly publicOrigin: string;
  readonly dataDir: string;
  /** PostgreSQL; undefined = the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly operatorDir: string;
  /** Which timetable is read: the newest import of the desk where there is one, or the operator's folder in any case. */
  readonly operatorFeed: 'desk' | 'folder';
  readonly deskApiKey: string | undefined;
  /** The first manager of the desk, made at a start that does not know the email. */
  readonly deskManager: { readonly email: string; readonly password: string } | undefined;
  /** Addresses or networks whose X-Forwarded-For is believed. */
  readonly trustedProxies: string;
  readonly demo: boolean;
  readonly logLevel: LogLevel;
  readonly production: boolean;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A setting that cannot be used; the message is the one line to print. */
export class ConfigError extends Error {
  constructor(setting: string, problem: string) {
    super(`${setting}: ${problem}`);
    this.name = 'ConfigError';
  }
}

type Env = Readonly<Record<string, string | undefined>>;

function urlSetting(env: Env, name: string, protocols: readonly string[]): string | undefined {
  const text = env[name]?.trim();
  if (!text) return undefined;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    // The value itself may hold a password, so it is not repeated.
    throw new ConfigError(
      name,
      `must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    );
  }
  return text;
}

function portSetting(env: Env): number {
  const text = env['PORT']?.trim() || '8080';
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new ConfigError('PORT', `must be 0 to 65535, not "${text}"`);
  return port;
}

function demoSetting(env: Env, embedded: boolean): boolean {
  const text = env['DEMO']?.trim();
  if (!text) return embedded;
  if (text !== '0' && text !== '1') throw new ConfigError('DEMO', `must be 0 or 1, not "${text}"`);
  return text === '1';
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

function refuseUnsafe(config: Config): void {
  if (!config.production) return;
  if (config.demo) throw new ConfigError('DEMO', 'must be 0 in production (it creates a known account)');
  if (!config.smtpUrl) throw new ConfigError('SMTP_URL', 'is needed in production (codes would be readable)');
  if (!config.publicOrigin.startsWith('https:')) {
    throw new ConfigError('PUBLIC_ORIGIN', 'must begin with https:// in production');
  }
}

/** The settings of `env`, or a ConfigError that names the first wrong one. */
export function readConfig(env: Env): Config {
  const port = portSetting(env);
  const host = env['HOST']?.trim() || '127.0.0.1';
  const databaseUrl = urlSetting(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  const deskApiKey = env['DESK_API_KEY']?.trim() || undefined;
  if (deskApiKey && deskApiKey.length < 16)
    throw new ConfigError('DESK_API_KEY', 'needs at least 16 characters');
  const origin = urlSetting(env, 'PUBLIC_ORIGIN', ['http:', 'https:']);
  const config: Config = {
    port,
    host,
    publicOrigin: origin
      ? new URL(origin).origin
      : `http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`,
    dataDir: resolve(env['DATA_DIR']?.trim() || './var'),
    databaseUrl,
    smtpUrl: urlSetting(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    operatorDir: resolve(env['OPERATOR_DIR']?.trim() || './operator'),
    operatorFeed: operatorFeedSetting(env),
    deskApiKey,
    deskManager: deskManagerSetting(env),
    trustedProxies: env['TRUSTED_PROXIES']?.trim() || 'loopback',
    demo: demoSetting(env, databaseUrl === undefined),
    logLevel: logLevelSetting(env),
    production: env['NODE_ENV'] === 'production',
  };
  refuseUnsafe(config);
  return config;
}

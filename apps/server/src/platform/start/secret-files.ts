// Settings that hold a secret may be read from a file instead: the credentials of systemd, the secrets of a container.
import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

type Env = Readonly<Record<string, string | undefined>>;

const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'SMTP_URL',
  'DESK_API_KEY',
  'DESK_MANAGER_PASSWORD',
  'METRICS_TOKEN',
  'OPERATOR_REALTIME_HEADER',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

/** Returns the content of a secret's file without the blanks and line breaks around it. */
function readSecret(setting: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown fault';
    throw new ConfigError(setting, `cannot read ${file} (${code})`);
  }
  if (text === '') throw new ConfigError(setting, `${file} is empty`);
  return text;
}

/**
 * Returns the settings, with the value of each secret whose file is named by `<secret>_FILE`. Throws a ConfigError where the file cannot be
 * read, is empty, or the secret is set as well.
 */
export function withSecretFiles(env: Env): Env {
  const read: [string, string][] = [];
  for (const name of SECRETS) {
    const setting = `${name}_FILE`;
    const file = env[setting]?.trim();
    if (!file) continue;
    if (env[name]?.trim()) throw new ConfigError(setting, `must not be set together with ${name}`);
    read.push([name, readSecret(setting, file)]);
  }
  return read.length === 0 ? env : { ...env, ...Object.fromEntries(read) };
}

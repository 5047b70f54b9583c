// The settings of metrics and traces.
import { isLoopbackHost } from '../http/loopback.ts';
import { ConfigError } from './config-error.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface MetricsSettings {
  /** A port for the metrics alone; 0 chooses a free one. Undefined = only on the server's own port. */
  readonly port: number | undefined;
  readonly host: string;
  /** Needed to read the metrics. If set, they are also served on the server's own port. */
  readonly token: string | undefined;
}

function metricsPort(env: Env, serverPort: number): number | undefined {
  const text = env['METRICS_PORT']?.trim();
  if (!text) return undefined;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new ConfigError('METRICS_PORT', `must be 0 to 65535, not "${text}"`);
  if (port !== 0 && port === serverPort)
    throw new ConfigError(
      'METRICS_PORT',
      'must not be PORT; set METRICS_TOKEN alone to serve metrics on that port',
    );
  return port;
}

/** Returns undefined where no metrics are served. Throws a ConfigError. `serverPort` is PORT. */
export function metricsSettings(env: Env, serverPort: number): MetricsSettings | undefined {
  const port = metricsPort(env, serverPort);
  const host = env['METRICS_HOST']?.trim();
  const token = env['METRICS_TOKEN']?.trim() || undefined;
  // The value is a secret, so it is not repeated.
  if (token !== undefined && !/^[\x21-\x7e]{16,200}$/.test(token))
    throw new ConfigError('METRICS_TOKEN', 'needs 16 to 200 characters, without blanks');
  if (host && port === undefined) throw new ConfigError('METRICS_HOST', 'needs METRICS_PORT');
  if (port === undefined && token === undefined) return undefined;
  return { port, host: host || '127.0.0.1', token };
}

export interface TracesSettings {
  /** The base URL of the OTLP receiver. */
  readonly endpoint: string;
  /** The share of calls that are traced, 0 to 1, of those whose caller did not decide it. */
  readonly share: number;
  /** Sent along, for a receiver that wants a key. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads headers as OpenTelemetry writes them: `name=value` with commas, percent-encoded. Throws a ConfigError, which repeats no value. */
function headersSetting(env: Env): Readonly<Record<string, string>> {
  const text = env['OTEL_EXPORTER_OTLP_HEADERS']?.trim() ?? '';
  const headers: Record<string, string> = {};
  for (const entry of text.split(',').filter((each) => each.trim() !== '')) {
    const [, name = '', encoded = ''] =
      /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7e][\x20-\x7e]*)$/.exec(entry) ?? [];
    const value = decoded(encoded.trim());
    if (name === '' || value === undefined)
      throw new ConfigError(
        'OTEL_EXPORTER_OTLP_HEADERS',
        'must be name=value, several with commas, with percent-encoded values',
      );
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

/** Decodes a percent-encoded value of a header; undefined for one that is none. */
function decoded(text: string): string | undefined {
  try {
    const value = decodeURIComponent(text);
    return /^[\x20-\x7e]+$/.test(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns undefined where no traces are sent. Throws a ConfigError. */
export function tracesSettings(env: Env): TracesSettings | undefined {
  const endpoint = env['OTEL_EXPORTER_OTLP_ENDPOINT']?.trim();
  const text = env['OTEL_TRACES_SAMPLER_ARG']?.trim() || '1';
  if (!/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(text))
    throw new ConfigError('OTEL_TRACES_SAMPLER_ARG', `must be a share from 0 to 1, not "${text}"`);
  const headers = headersSetting(env);
  if (!endpoint) return undefined;
  if (!URL.canParse(endpoint) || !['http:', 'https:'].includes(new URL(endpoint).protocol))
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'must be a URL that begins with http:// or https://',
    );
  return { endpoint, share: Number(text), headers };
}

/** Whether traces leave this machine unencrypted. */
export function isPlain({ endpoint }: TracesSettings): boolean {
  const { protocol, hostname } = new URL(endpoint);
  return protocol === 'http:' && !isLoopbackHost(hostname);
}

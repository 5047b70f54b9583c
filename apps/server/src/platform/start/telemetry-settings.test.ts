// The settings of metrics and traces.
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const TOKEN = 'a-token-of-the-monitor';

test('metrics are off without a setting; a port is on this machine unless METRICS_HOST says otherwise', () => {
  expect(readConfig({}).metrics).toBeUndefined();
  expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({
    port: 9464,
    host: '127.0.0.1',
    token: undefined,
  });
  expect(readConfig({ METRICS_PORT: '0', METRICS_HOST: '::', METRICS_TOKEN: TOKEN }).metrics).toEqual({
    port: 0,
    host: '::',
    token: TOKEN,
  });
  expect(readConfig({ METRICS_TOKEN: TOKEN }).metrics).toMatchObject({ port: undefined, token: TOKEN });
});

test('a wrong setting of the metrics is named, a token without being repeated', () => {
  const refusal = (env: Record<string, string>) => {
    try {
      readConfig(env);
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
    return 'accepted';
  };
  expect(refusal({ METRICS_PORT: '70000' })).toBe('METRICS_PORT: must be 0 to 65535, not "70000"');
  expect(refusal({ METRICS_PORT: '8080' })).toMatch(/^METRICS_PORT: must not be PORT; /);
  expect(refusal({ METRICS_HOST: '0.0.0.0' })).toBe('METRICS_HOST: needs METRICS_PORT');
  for (const token of ['short', 'with a blank within it'])
    expect(refusal({ METRICS_TOKEN: token })).toBe(
      'METRICS_TOKEN: needs 16 to 200 characters, without blanks',
    );
});

test('traces go to a URL, from production to another machine by https alone', () => {
  const good = {
    PUBLIC_ORIGIN: 'https://tickets.example',
    DATABASE_URL: 'postgres://kippu@127.0.0.1/kippu',
    SMTP_URL: 'smtps://relay.example',
  };
  const endpoint = (url: string) => readConfig({ ...good, OTEL_EXPORTER_OTLP_ENDPOINT: url }).traces;
  expect(readConfig(good).traces).toBeUndefined();
  expect(endpoint('http://localhost:4318')).toEqual({
    endpoint: 'http://localhost:4318',
    share: 1,
    headers: {},
  });
  expect(endpoint('https://otel.example')).toMatchObject({ endpoint: 'https://otel.example' });
  for (const share of ['2', '-1', 'all'])
    expect(() => readConfig({ OTEL_TRACES_SAMPLER_ARG: share })).toThrow(/^OTEL_TRACES_SAMPLER_ARG: /);
  expect(() => endpoint('http://otel.example:4318')).toThrow(
    /^OTEL_EXPORTER_OTLP_ENDPOINT: must begin with https:/,
  );
  expect(() => endpoint('otel.example:4318')).toThrow(/^OTEL_EXPORTER_OTLP_ENDPOINT: must be a URL/);
});

test('headers of traces are pairs, whose values are never repeated', () => {
  const headers = (text: string) =>
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', OTEL_EXPORTER_OTLP_HEADERS: text })
      .traces?.headers;
  expect(headers(' ')).toEqual({});
  expect(headers('api-key=s3cret, Authorization=Basic%20YTpi==')).toEqual({
    'api-key': 's3cret',
    authorization: 'Basic YTpi==',
  });
  for (const wrong of [
    's3cret',
    '=s3cret',
    'api key=s3cret',
    'api-key=',
    'api-key=%s3cret',
    'api-key=s3cret%0d%0ax',
  ])
    expect(() => headers(wrong)).toThrow(/^OTEL_EXPORTER_OTLP_HEADERS: must be name=value(?!.*s3cret)/);
});

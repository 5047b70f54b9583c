// The settings of metrics.
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

// The settings of webhooks to partners.
import type { AllowedAddresses } from '../http/public-address.ts';
import { isLoopbackHost } from '../http/loopback.ts';
import { ConfigError } from './config-error.ts';

/**
 * Reads WEBHOOK_LOOPBACK: with 1, endpoints may be on this machine, for tests and demonstrations.
 * @param publicOrigin where travellers reach the server
 * @throws ConfigError for another value, and where others than this machine reach the server
 */
export function webhookSettings(
  env: Readonly<Record<string, string | undefined>>,
  publicOrigin: string,
): AllowedAddresses {
  const text = env['WEBHOOK_LOOPBACK']?.trim() || '0';
  if (text !== '0' && text !== '1')
    throw new ConfigError('WEBHOOK_LOOPBACK', `must be 0 or 1, not "${text}"`);
  const allowsLoopback = text === '1';
  if (allowsLoopback && !isLoopbackHost(new URL(publicOrigin).hostname))
    throw new ConfigError(
      'WEBHOOK_LOOPBACK',
      'must not be 1 where PUBLIC_ORIGIN is not this machine: endpoints could reach services of your own network',
    );
  return { allowsLoopback };
}

// The settings of messages that are pushed to phones.
import { isLoopbackHost } from '../http/loopback.ts';
import { ConfigError } from './config-error.ts';

export interface PushSettings {
  /**
   * The push services that may be called: host names, `*.` in front stands for all names below. `*` allows every public host. Each entry is
   * one service, whose outage holds no other.
   */
  readonly hosts: readonly string[];
  /** Whether a service on this machine may be called, by `http:` too: only where the server itself is reached on this machine alone. */
  readonly allowsLoopback: boolean;
  /** Where push services report problems: `mailto:` and the address for answers to mails, or their sender's. */
  readonly contact: string;
}

/** The services of Chrome, Firefox, Safari and Edge. */
const USUAL_HOSTS = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];
const HOST = /^(\*|(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?)$/;

/**
 * Reads PUSH_HOSTS, host names separated by commas.
 * @param publicOrigin where travellers reach the server
 * @param mail the addresses that mails are from and that answers go to, with or without a name
 * @throws ConfigError for an entry that is no host name
 */
export function pushSettings(
  env: Readonly<Record<string, string | undefined>>,
  publicOrigin: string,
  mail: { readonly from: string; readonly replyTo: string | undefined },
): PushSettings {
  const text = env['PUSH_HOSTS']?.trim().toLowerCase();
  const hosts = text ? text.split(',').map((host) => host.trim()) : USUAL_HOSTS;
  const wrong = hosts.find((host) => !HOST.test(host));
  if (wrong !== undefined)
    throw new ConfigError(
      'PUSH_HOSTS',
      `"${wrong}" is no host name; write names such as updates.push.services.mozilla.com or *.push.apple.com, separated by commas`,
    );
  const address = mail.replyTo ?? mail.from;
  return {
    hosts,
    allowsLoopback: isLoopbackHost(new URL(publicOrigin).hostname),
    contact: `mailto:${/<([^>]+)>/.exec(address)?.[1] ?? address}`,
  };
}

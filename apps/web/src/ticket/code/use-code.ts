// The code on the screen: a certificate (fresh or kept), and a signed text for each 15-second slot.
import { isAdmitted } from '@kippu/domain/rules';
import { bytesOf } from '@kippu/client/base64url';
import { useQuery } from '@tanstack/react-query';
import { ticketLoad } from '@kippu/contract/routes/traveller/ticket';
import type { Ticket } from '@kippu/contract/calls/traveller/ticket';
import { CODE_SKEW_SECONDS } from '@kippu/contract/limits';
import { wallToEpoch } from '@kippu/domain/time/service-day';
import { encodeCode } from '@kippu/ticket-code/code/text';
import { signMoment, type Direction } from '@kippu/ticket-code/code/moment';
import { phoneSigner } from '@kippu/ticket-code/crypto/phone-key';
import { useEffect, useState } from 'react';
import { CallError } from '@kippu/client/call-error';
import { send } from '../../app/call/api.ts';
import { serverNow } from '../../app/clock/server-clock.ts';
import { isCurrent, type CodeSource } from './code-state.ts';
import { queryClient } from '../../app/query/queries.ts';
import { fetchCode, forgetCode, keptCode, phoneKeys, type PhoneCode } from './phone-codes.ts';

/** How often the certificate is refetched while the screen is open. */
const RENEW_MS = 10 * 60_000;

/** Staff admit an e-ticket without a gate, so nothing reports it. Its screen polls at this interval. */
const ADMISSION_MS = 10_000;

/**
 * How often the server is asked again after a request without an answer. A browser reports a new connection only if the
 * phone changes its network, not if a slow one recovers.
 */
const RETRY_MS = 10_000;

/** Delay after the end of the validity before the server is asked, so that it has ended there too. */
const AFTER_END_MS = 500;

/** Prefetched codes are reused for this long. */
const AHEAD_MS = 5 * 60_000;

const keyOf = (ticketId: string) => ['code', ticketId] as const;

/** Finds out what can be shown for the ticket. Does not reject when the network is down. */
async function loadSource(ticketId: string): Promise<CodeSource> {
  let stored: PhoneCode | undefined;
  try {
    await phoneKeys();
    stored = await keptCode(ticketId);
  } catch (cause) {
    return { is: 'noKey', error: new Error('no phone key', { cause }) };
  }
  // The network at a gate is often slow or unusable, so the kept certificate is shown while the request runs.
  const seen: CodeSource | undefined = queryClient.getQueryData(keyOf(ticketId));
  if (stored && isCurrent(stored, serverNow()) && !seen)
    queryClient.setQueryData(keyOf(ticketId), (): CodeSource => ({ is: 'fresh', code: stored }));
  let ticket: Ticket | undefined;
  try {
    ticket = await send(ticketLoad, { query: { ticketId } });
    return { is: 'fresh', code: await fetchCode(ticket) };
  } catch (error) {
    // Another phone shows the ticket now, so gates refuse the certificate kept here.
    if (error instanceof CallError && error.code === 'TKT-0018' && ticket) {
      await forgetCode(ticketId);
      return { is: 'manyPhones', error, ticket };
    }
    // A refusal by the server (refunded, suspended, transferred, used up) drops the kept certificate. After the end
    // of the validity alone it is kept: an offline gate may know an entry that the server does not.
    if (error instanceof CallError && error.code.startsWith('TKT-')) {
      if (error.code !== 'TKT-0005' || !stored || !isCurrent(stored, serverNow())) await forgetCode(ticketId);
      return { is: 'ended', error, ticket };
    }
    if (stored) return { is: isCurrent(stored, serverNow()) ? 'offline' : 'outlived', code: stored };
    return { is: 'notOnPhone', error: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** The query for a ticket's code, also used to prefetch it. */
export const codeQuery = (ticketId: string) => ({
  queryKey: keyOf(ticketId),
  queryFn: () => loadSource(ticketId),
  retry: false,
  staleTime: AHEAD_MS,
});

/** The states after a request that the server did not answer. */
const UNANSWERED: ReadonlySet<CodeSource['is']> = new Set(['offline', 'outlived', 'notOnPhone']);

/**
 * Returns the milliseconds until the next request. `now` is in epoch milliseconds by the server's clock. After the
 * end of the validity the server is asked whether an exit is left, until it reports the ticket as expired. It is
 * asked repeatedly because a screen that renders at that moment restarts its timer.
 */
export function renewIn(source: CodeSource | undefined, now: number): number {
  if (!source) return RENEW_MS;
  const interval = UNANSWERED.has(source.is) ? RETRY_MS : RENEW_MS;
  if (!('code' in source)) return interval;
  const { kind, abtExpireDate: end, expired } = source.code.ticket;
  if (isAdmitted(kind)) return ADMISSION_MS;
  if (end === undefined) return interval;
  const left = wallToEpoch(end) + 1000 - now;
  if (left > 0) return Math.min(interval, left + AFTER_END_MS);
  return source.is === 'fresh' && !expired ? AFTER_END_MS : interval;
}

/** What is known of the ticket's code: fetched if possible, otherwise the kept one. */
export const useCodeSource = (ticketId: string) =>
  useQuery<CodeSource, Error>({
    ...codeQuery(ticketId),
    staleTime: 0,
    refetchInterval: ({ state }) => renewIn(state.data, serverNow()),
    refetchOnReconnect: true,
  });

interface ShownCode {
  readonly text: string;
  /** When it was signed, in epoch milliseconds. */
  readonly signedAt: number;
}

/**
 * Returns the text of the QR code, signed again when `slot` or the direction changes. Null if there is none or the
 * last one is too old for a gate (for example after sleep); 'failed' if the phone's key cannot sign.
 */
export function useCodeText(
  code: PhoneCode | undefined,
  slot: number,
  direction: Direction,
  now: number,
): ShownCode | 'failed' | null {
  const [shown, setShown] = useState<(ShownCode & { readonly direction: Direction }) | null>(null);
  const certificateText = code?.certificate;
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    if (!certificateText) return;
    let wanted = true;
    const work = async () => {
      const { privateKey } = await phoneKeys();
      const certificate = bytesOf(certificateText);
      const at = Math.floor(serverNow() / 1000);
      const moment = await signMoment(certificate, at, direction, phoneSigner(privateKey));
      const text = encodeCode({ certificate, ...moment });
      if (wanted) setShown({ text, signedAt: at * 1000, direction });
    };
    work().catch((error: unknown) => {
      console.warn('the code could not be signed', error);
      if (wanted) setFailed(certificateText);
    });
    return () => {
      wanted = false;
    };
    // A new slot needs a new signature.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [certificateText, slot, direction]);
  if (failed !== undefined && failed === certificateText) return 'failed';
  if (!shown || shown.direction !== direction) return null;
  return Math.abs(now - shown.signedAt) < CODE_SKEW_SECONDS * 1000 ? shown : null;
}

// The code on the screen as a little machine: certificate (fresh or kept), then a signed text for each 15-second slot.
import { useQuery } from '@tanstack/react-query';
import { ticketLoad, type Ticket } from '@kippu/contract/ticket';
import { CODE_SKEW_SECONDS } from '@kippu/contract/limits';
import { encodeCode } from '@kippu/ticket-code/code-text';
import { signMoment, type Direction } from '@kippu/ticket-code/moment';
import { phoneSigner } from '@kippu/ticket-code/phone-key';
import { useEffect, useState } from 'react';
import { ApiError } from '../app/api-error.ts';
import { send } from '../app/api.ts';
import { serverNow } from '../app/server-clock.ts';
import { isCurrent, type CodeSource } from './code-state.ts';
import { queryClient } from '../app/queries.ts';
import { fetchCode, forgetCode, fromBase64url, keptCode, phoneKeys, type PhoneCode } from './phone-codes.ts';

/** A certificate is fetched again this often while the screen is open, so that it is always nearly new. */
const RENEW_MS = 10 * 60_000;

/** Prefetched codes are taken as they are for so long. */
const AHEAD_MS = 5 * 60_000;

const keyOf = (ticketId: string) => ['code', ticketId] as const;

/** Finds out what can be shown for the ticket; never rejects for want of a network. */
async function loadSource(ticketId: string): Promise<CodeSource> {
  let kept: PhoneCode | undefined;
  try {
    await phoneKeys();
    kept = await keptCode(ticketId);
  } catch (cause) {
    return { is: 'noKey', error: new Error('no phone key', { cause }) };
  }
  // At a gate the network is often slow or only seems to be there: what the phone has is shown while it is asked.
  const seen: CodeSource | undefined = queryClient.getQueryData(keyOf(ticketId));
  if (kept && isCurrent(kept, serverNow()) && !seen)
    queryClient.setQueryData(keyOf(ticketId), (): CodeSource => ({ is: 'fresh', code: kept }));
  let ticket: Ticket | undefined;
  try {
    ticket = await send(ticketLoad, { query: { ticketId } });
    return { is: 'fresh', code: await fetchCode(ticket) };
  } catch (error) {
    // The server's own no ends what the phone has kept: refunded, suspended, transferred, used up.
    if (error instanceof ApiError && error.code.startsWith('TKT-')) {
      await forgetCode(ticketId);
      return { is: 'ended', error, ticket };
    }
    if (kept) return { is: isCurrent(kept, serverNow()) ? 'offline' : 'outlived', code: kept };
    return { is: 'notOnPhone', error: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** How the ticket's code is read, also ahead of its being shown. */
export const codeQuery = (ticketId: string) => ({
  queryKey: keyOf(ticketId),
  queryFn: () => loadSource(ticketId),
  retry: false,
  staleTime: AHEAD_MS,
});

/** What is known of the ticket's code: fetched when it can be, kept from before when not. */
export const useCodeSource = (ticketId: string) =>
  useQuery<CodeSource, Error>({
    ...codeQuery(ticketId),
    staleTime: 0,
    refetchInterval: RENEW_MS,
    refetchOnReconnect: true,
  });

interface ShownCode {
  readonly text: string;
  /** Epoch milliseconds of its signature. */
  readonly signedAt: number;
}

/**
 * The text for the QR code, signed anew when `slot` or the direction changes. Null while there is none, and when the
 * last one is too old for a gate (the phone slept), so that a stale code is never held over a reader; 'failed' when the
 * phone's key does not sign.
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
      const certificate = fromBase64url(certificateText);
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
    // A new slot wants a new signature.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [certificateText, slot, direction]);
  if (failed !== undefined && failed === certificateText) return 'failed';
  if (!shown || shown.direction !== direction) return null;
  return Math.abs(now - shown.signedAt) < CODE_SKEW_SECONDS * 1000 ? shown : null;
}

// The code on the screen as a little machine: certificate (fresh or kept), then a signed text for each 15-second slot.
import { useQuery } from '@tanstack/react-query';
import { ticketLoad, type Ticket } from '@kippu/contract/ticket';
import { CODE_SKEW_SECONDS } from '@kippu/contract/limits';
import { wallToEpoch } from '@kippu/domain/service-day';
import { encodeCode } from '@kippu/ticket-code/code-text';
import { signMoment, type Direction } from '@kippu/ticket-code/moment';
import { phoneSigner } from '@kippu/ticket-code/phone-key';
import { useEffect, useState } from 'react';
import { ApiError } from '../app/api-error.ts';
import { send } from '../app/api.ts';
import { serverNow } from '../app/server-clock.ts';
import { fetchCode, forgetCode, fromBase64url, keptCode, phoneKeys, type PhoneCode } from './phone-codes.ts';

/** A certificate is fetched again this often while the screen is open, so that it is always nearly new. */
const RENEW_MS = 10 * 60_000;

export interface CodeSource {
  readonly code: PhoneCode;
  /** Whether it came from the phone because the server was not reached. */
  readonly offline: boolean;
}

/** The browser cannot keep a key: no secure context, or storage is forbidden. */
export class NoPhoneKey extends Error {}

async function loadSource(ticketId: string): Promise<CodeSource> {
  try {
    await phoneKeys();
  } catch (cause) {
    throw new NoPhoneKey('no phone key', { cause });
  }
  try {
    const ticket: Ticket = await send(ticketLoad, { query: { ticketId } });
    return { code: await fetchCode(ticket), offline: false };
  } catch (error) {
    const answered = error instanceof ApiError && !error.unanswered && error.status < 500;
    // The server's own no ends what the phone has kept: refunded, suspended, transferred, used up.
    if (answered) {
      if (error.code.startsWith('TKT-')) await forgetCode(ticketId);
      throw error;
    }
    const code = await keptCode(ticketId);
    if (code && wallToEpoch(code.expiresAt) > serverNow()) return { code, offline: true };
    throw error;
  }
}

/** The ticket's certificate: fetched when it can be, kept from before when not. Errors: ApiError, NoPhoneKey. */
export function useCodeSource(ticketId: string) {
  return useQuery<CodeSource, Error>({
    queryKey: ['code', ticketId],
    queryFn: () => loadSource(ticketId),
    retry: false,
    staleTime: 0,
    refetchInterval: RENEW_MS,
    refetchOnReconnect: true,
  });
}

export interface ShownCode {
  readonly text: string;
  /** Epoch milliseconds of its signature. */
  readonly signedAt: number;
}

/**
 * The text for the QR code, signed anew when `slot` or the direction changes. Null while there is none, and when the
 * last one is too old for a gate (the phone slept), so that a stale code is never held over a reader.
 */
export function useCodeText(
  code: PhoneCode | undefined,
  slot: number,
  direction: Direction,
  now: number,
): ShownCode | null {
  const [shown, setShown] = useState<(ShownCode & { readonly direction: Direction }) | null>(null);
  const certificateText = code?.certificate;
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
    void work();
    return () => {
      wanted = false;
    };
  }, [certificateText, slot, direction]);
  if (!shown || shown.direction !== direction) return null;
  return Math.abs(now - shown.signedAt) < CODE_SKEW_SECONDS * 1000 ? shown : null;
}

// Mails a six-digit code. The answer is the same whether or not the email is registered. Each device has its own code and its own waiting
// time, so nobody can replace, void or delay another device's code.
import { randomBytes, randomInt } from 'node:crypto';
import type { Language } from '@kippu/contract/languages';
import { RESEND_SECONDS, VERIFY_CODE_DIGITS, VERIFY_CODE_SECONDS } from '@kippu/contract/limits';
import type { Trx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import { networksOf } from '../../platform/limits/client-address.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { isBuried } from '../../platform/jobs/job-store.ts';
import { isDown } from '../../platform/jobs/outage-store.ts';
import { MAIL_JOB, queueMail } from '../../platform/mail/mail.ts';
import { alreadyRegisteredMail, codeMail } from '../record/account-mails.ts';
import * as store from '../record/account-store.ts';
import { countAttempt, readAttempts, secondsToWait } from '../login/attempt-limit.ts';
import { levelOf } from '../login/login-attempts.ts';
import { spendCaptchaPass } from '../proofs/one-time-pass.ts';
import type { Keys } from '../../platform/keys/password-keys.ts';

export type CodePurpose = 'registry' | 'resetPassword';

/** Identifies whose code it is. */
export interface CodeOwner {
  /** Normalised. */
  readonly email: string;
  readonly purpose: CodePurpose;
  /** From `deviceHashes`. */
  readonly devices: readonly string[];
}

interface SendVerifyCode extends CodeOwner {
  readonly language: Language;
  readonly publicOrigin: string;
  readonly address: string;
  /** Whether the device has logged in to this email's account before. */
  readonly isKnown: boolean;
  readonly captchaPass: string | undefined;
}

const WINDOW_MS = 3_600_000;
/** Codes an hour before a captcha is required (`free`), and in all (`max`). Strangers' requests do not count against a known device. */
const KNOWN_DEVICE_CODES = { free: 3, max: 10 } as const;
const UNKNOWN_DEVICE_CODES = { free: 3, max: 8 } as const;
/** For all unknown devices together, so that a mailbox is not flooded. */
const EMAIL_CODES = { free: 3, max: 24 } as const;
/** For one address or IPv6 /48, so that one caller cannot use up what all unknown devices of an email share. */
const EMAIL_CODES_OF_ADDRESS = 8;
/** Guests of a station share an address: beyond this it needs a captcha, then harder puzzles, but is never refused. */
const ADDRESS_CODES = 10;

/** Returns the code's key in the store. */
export const codeKey = (keys: Keys, { email, purpose, devices }: CodeOwner): store.CodeKey => ({
  emailHash: keys.mac(`code email\n${email}`),
  purpose,
  deviceHashes: devices,
});

/** The stored form of a code. Keyed, because six digits are quickly guessed from a plain hash; bound to the device that asked. */
export const codeMac = (
  keys: Keys,
  { email, purpose, device, code }: Pick<CodeOwner, 'email' | 'purpose'> & { device: string; code: string },
): string => keys.mac(JSON.stringify([purpose, email, device, code]));

function tooEarly(seconds: number): AppError {
  return new AppError('MFA-0031', { values: { seconds }, retryAfter: seconds, limit: 'mailedCodes' });
}

/** Counts the code, or throws AppError MFA-0031 or imgCodeError. Behaves the same for every email, registered or not. */
async function countCode(trx: Trx, keys: Keys, request: SendVerifyCode, now: number): Promise<void> {
  const { email, address, captchaPass, isKnown, devices } = request;
  const [device = ''] = devices;
  const byEmailSubject = `code:${keys.mac(`code email\n${email}`)}`;
  const own = isKnown ? KNOWN_DEVICE_CODES : UNKNOWN_DEVICE_CODES;
  // Lock order: email, device, network for this email, address, its wider networks. Two requests cannot deadlock.
  const byEmail = await readAttempts(trx, byEmailSubject, WINDOW_MS, now);
  const byDevice = await readAttempts(trx, `${byEmailSubject}:${device}`, WINDOW_MS, now);
  const line = networksOf(address).at(-1)?.network ?? address;
  const byLine = await readAttempts(
    trx,
    `${byEmailSubject}@${keys.mac(`code line\n${line}`)}`,
    WINDOW_MS,
    now,
  );
  const byNetworks: { attempts: Awaited<ReturnType<typeof readAttempts>>; share: number }[] = [];
  for (const { network, share } of networksOf(address))
    byNetworks.push({
      attempts: await readAttempts(trx, `code-address:${keys.mac(network)}`, WINDOW_MS, now),
      share,
    });
  /** The codes asked for from here, as a multiple of what the address or network is allowed. */
  const fromHere = Math.max(...byNetworks.map(({ attempts, share }) => attempts.times.length / share));
  const older = await store.lockVerifyCode(trx, codeKey(keys, request));
  const wait = Math.max(
    older ? Math.ceil((older.created_at.getTime() + RESEND_SECONDS * 1000 - now) / 1000) : 0,
    secondsToWait(byDevice, own.max, now),
    isKnown ? 0 : secondsToWait(byEmail, EMAIL_CODES.max, now),
    isKnown ? 0 : secondsToWait(byLine, EMAIL_CODES_OF_ADDRESS, now),
  );
  if (wait > 0) throw tooEarly(wait);
  const many =
    byDevice.times.length >= own.free ||
    (!isKnown && (byEmail.times.length >= EMAIL_CODES.free || fromHere >= ADDRESS_CODES));
  const level = isKnown ? 0 : levelOf(fromHere);
  if (many && !(await spendCaptchaPass(trx, captchaPass, level, now))) throw new AppError('imgCodeError');
  await countAttempt(trx, byDevice, now);
  if (isKnown) return;
  await countAttempt(trx, byEmail, now);
  await countAttempt(trx, byLine, now);
  for (const { attempts } of byNetworks) await countAttempt(trx, attempts, now);
}

/** For how long a device that asks for another code gets MFA-0032 after the relay refused a mail to its address. */
const REFUSED_FOR_MS = 10 * 60_000;

/** The key of a code's mail: a newer code of the device replaces it. */
const mailKey = ({ emailHash, purpose }: store.CodeKey, device: string) =>
  `code:${purpose}:${emailHash}:${device}`;

/**
 * Throws AppError MFA-0032 while no code can be mailed: the relay does not work, which is the same for every address; or it refused the
 * mail to the address that this device typed to sign up. For a new
 * password it does not throw then: only an address with an account gets a mail, so it would reveal the account.
 */
async function requireMail(trx: Trx, keys: Keys, request: SendVerifyCode, now: number): Promise<void> {
  const key = codeKey(keys, request);
  const mails = request.devices.map((device) => mailKey(key, device));
  const refused = await isBuried(trx, mails, new Date(now - REFUSED_FOR_MS));
  const down = await isDown(trx, MAIL_JOB, now);
  if (down || (refused && request.purpose === 'registry')) throw new AppError('MFA-0032');
}

/**
 * Stores a code and queues its mail; call `queue.wake` after the commit. Throws AppError MFA-0031, MFA-0032 or imgCodeError.
 */
export async function sendVerifyCode(
  trx: Trx,
  { keys, queue }: { readonly keys: Keys; readonly queue: JobQueue },
  request: SendVerifyCode,
  now: number,
): Promise<void> {
  await requireMail(trx, keys, request, now);
  await countCode(trx, keys, request, now);
  const { email, purpose, language, publicOrigin } = request;
  const account = await store.findAccountByEmail(trx, email);
  const usable = purpose === 'registry' ? account === undefined : account?.status === 'active';
  const code = String(randomInt(10 ** VERIFY_CODE_DIGITS)).padStart(VERIFY_CODE_DIGITS, '0');
  const [device = ''] = request.devices;
  const key = codeKey(keys, request);
  await store.putVerifyCode(trx, key, {
    email_hash: key.emailHash,
    purpose,
    device_hash: device,
    account_id: purpose === 'resetPassword' ? (account?.account_id ?? null) : null,
    // An unusable code still leaves a row, so that a second request too early is answered the same way.
    code_hash: usable ? codeMac(keys, { email, purpose, device, code }) : randomBytes(32).toString('hex'),
    created_at: new Date(now),
    expires_at: new Date(now + VERIFY_CODE_SECONDS * 1000),
  });
  const mail =
    usable || purpose === 'resetPassword'
      ? codeMail(email, language, { purpose, code })
      : alreadyRegisteredMail(email, language, publicOrigin);
  const isSent = usable || purpose === 'registry';
  // A mail that is not sent is queued too, already expired, so that the time of the answer reveals nothing.
  const expiresAt = isSent ? now + VERIFY_CODE_SECONDS * 1000 : now;
  const accountId = account?.account_id ?? null;
  await queueMail(trx, queue, mail, { accountId, key: mailKey(key, device), expiresAt }, now);
}

// The calls by which a visitor proves something: captchas, mailed codes, password reset.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/calls/traveller/account';
import { RESEND_SECONDS, VERIFY_CODE_SECONDS } from '@kippu/contract/limits';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { checkSignUpCode } from './sign-up/spend-verify-code.ts';
import { AppError } from '../platform/wire/app-error.ts';
import { bindOpen, type OpenInput } from '../platform/calls/bind-open.ts';
import { type CallInput } from '../platform/calls/call-route.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import { nameCaller } from '../platform/wire/security-log.ts';
import { wireTime } from '../platform/wire/wire-time.ts';
import { languageOf } from './record/account-answer.ts';
import { requireCode, requireEmail, requireNewPassword } from './record/account-input.ts';
import { passwordChangedMail } from './record/account-mails.ts';
import type { AccountRow } from './record/account-store.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { checkCaptcha } from './captcha/check-captcha.ts';
import { checkResetCode } from './password/check-reset-code.ts';
import { deviceHashes } from './login/device-keys.ts';
import { emailInLog } from './record/email-in-log.ts';
import { isKnownDevice, readDevice, rememberDevice } from './login/known-device.ts';
import { makeCaptcha } from './captcha/make-captcha.ts';
import { resetPassword } from './password/reset-password.ts';
import { openSecrets } from './password-crypto/secret-field.ts';
import { sendVerifyCode, type CodePurpose } from './sign-up/send-verify-code.ts';
import { checkWork, makeWork } from './captcha/work-challenge.ts';

type Captchas = typeof calls.genCaptcha | typeof calls.authGenCaptcha;
type Codes = typeof calls.sendVerifyCode | typeof calls.resetPasswordSend;

function newCaptcha(deps: Deps, { query, address, language, now }: CallInput<Captchas>) {
  const asked = { address, language, audio: query.audio === true };
  return makeCaptcha(deps.db, deps.keys, asked, now);
}

async function sendCode(
  deps: Deps,
  { body, language, address, headers, cookies, setCookie, now }: OpenInput<Codes>,
  purpose: CodePurpose,
) {
  const { config, keys } = deps;
  const email = requireEmail(body.email);
  const device = readDevice(keys, config, cookies);
  const request = {
    email,
    purpose,
    language,
    publicOrigin: config.publicOrigin,
    address,
    devices: deviceHashes(keys, device, headers),
    isKnown: isKnownDevice(keys, device, { kind: 'account', email }, now),
    captchaPass: body.captchaPass,
  };
  await inTransaction(deps.db, (trx) => sendVerifyCode(trx, deps, request, now));
  deps.queue.wake();
  // From now on the browser has an id that no other device can claim.
  if (device.id === undefined) rememberDevice({ keys, config, setCookie, now }, device);
  return { resendAfter: RESEND_SECONDS, expiresIn: VERIFY_CODE_SECONDS };
}

/** Returns the email and code that a device typed, as proof that the mailbox is its owner's. Throws AppError REQ-0001, ACC-0003. */
function typedCode(
  { keys, config }: Deps,
  {
    body,
    headers,
    cookies,
    request,
  }: OpenInput<typeof calls.checkVerifyCode | typeof calls.resetPasswordCheck>,
) {
  const email = requireEmail(body.email);
  nameCaller(request, emailInLog(keys, email));
  const devices = deviceHashes(keys, readDevice(keys, config, cookies), headers);
  return { email, devices, code: requireCode(body.verifyCode) };
}

async function resetChecked(
  deps: Deps,
  { body, address, cookies, setCookie, now, request }: OpenInput<typeof calls.resetPassword>,
) {
  const { config, keys, queue } = deps;
  const secrets = { purpose: calls.resetPassword.name, fields: [body.password, body.passwordRepeat] };
  const [typed = '', repeat = ''] = await openSecrets(deps.db, keys, secrets, now);
  const password = requireNewPassword(typed, repeat);
  const notify = async (trx: Trx, changed: AccountRow) => {
    if (changed.email === null) return;
    const mail = passwordChangedMail(changed.email, languageOf(changed), wireTime(now), config.publicOrigin);
    await queueMail(trx, queue, mail, { accountId: changed.account_id }, now);
  };
  const reset = { resetTicket: body.resetTicket, password, address, notify };
  const account = await resetPassword(deps.db, keys, reset, now);
  queue.wake();
  nameCaller(request, `account:${account.account_id}`);
  const { email } = account;
  if (email !== null) {
    // Reading the mail proves ownership, so strangers' failures do not lock this device out.
    rememberDevice({ keys, config, setCookie, now }, readDevice(keys, config, cookies), {
      kind: 'account',
      email,
    });
  }
  return null;
}

/** Binds the calls. */
export function addProofRoutes(app: FastifyInstance, deps: Deps): void {
  bindOpen(app, deps, calls.genCaptcha, (input) => newCaptcha(deps, input));
  bindOpen(app, deps, calls.authGenCaptcha, (input) => newCaptcha(deps, input));
  bindOpen(app, deps, calls.checkCaptcha, async ({ body, now }) => {
    const captchaPass = await inTransaction(deps.db, (trx) => checkCaptcha(trx, deps.keys, body, now));
    return captchaPass instanceof AppError ? captchaPass : { captchaPass };
  });
  bindOpen(app, deps, calls.genWork, async ({ address, now }) => ({
    work: await makeWork(deps.db, deps.keys, address, now),
  }));
  bindOpen(app, deps, calls.checkWork, async ({ body, now }) => ({
    captchaPass: await checkWork(deps.db, deps.keys, body, now),
  }));
  bindOpen(app, deps, calls.sendVerifyCode, (input) => sendCode(deps, input, input.body.purpose));
  bindOpen(app, deps, calls.resetPasswordSend, (input) => sendCode(deps, input, 'resetPassword'));
  bindOpen(app, deps, calls.checkVerifyCode, async (input) => {
    const proof = typedCode(deps, input);
    const left = await inTransaction(deps.db, (trx) => checkSignUpCode(trx, deps.keys, proof, input.now));
    return left instanceof AppError ? left : { expiresIn: left };
  });
  bindOpen(app, deps, calls.resetPasswordCheck, async (input) => {
    const proof = typedCode(deps, input);
    const resetTicket = await inTransaction(deps.db, (trx) =>
      checkResetCode(trx, deps.keys, proof, input.now),
    );
    return resetTicket instanceof AppError ? resetTicket : { resetTicket };
  });
  bindOpen(app, deps, calls.resetPassword, (input) => resetChecked(deps, input));
}

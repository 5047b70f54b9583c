// The calls by which a visitor proves something: captchas, mailed codes, the reset of a forgotten password.
import type { FastifyInstance } from 'fastify';
import * as calls from '@kippu/contract/account';
import { RESEND_SECONDS, VERIFY_CODE_SECONDS } from '@kippu/contract/limits';
import { inTransaction } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { bindOpen, type CallInput } from '../http/bind-call.ts';
import type { Deps } from '../http/deps.ts';
import { wireTime } from '../http/wire-time.ts';
import { languageOf } from './account-answer.ts';
import { deviceOf, requireCode, requireEmail, requireNewPassword } from './account-input.ts';
import { passwordChangedMail } from './account-mails.ts';
import { checkCaptcha } from './check-captcha.ts';
import { checkResetCode } from './check-reset-code.ts';
import { makeCaptcha } from './make-captcha.ts';
import { decryptField } from './password-crypto.ts';
import { insistOnMail, postMail } from './post-mail.ts';
import { resetPassword } from './reset-password.ts';
import { sendVerifyCode, type CodePurpose } from './send-verify-code.ts';

type Captchas = typeof calls.genCaptcha | typeof calls.authGenCaptcha;
type Codes = typeof calls.sendVerifyCode | typeof calls.resetPasswordSend;

function newCaptcha(deps: Deps, { query, address, language, now }: CallInput<Captchas>) {
  const asked = { address, language, audio: query.audio === true };
  return inTransaction(deps.db, (trx) => makeCaptcha(trx, deps.keys, asked, now));
}

async function sendCode(
  deps: Deps,
  { body, language, address, headers, now, log }: CallInput<Codes>,
  purpose: CodePurpose,
) {
  const request = {
    email: requireEmail(body.email),
    purpose,
    language,
    publicOrigin: deps.config.publicOrigin,
    address,
    deviceId: deviceOf(headers),
    captchaPass: body.captchaPass,
  };
  const mail = await inTransaction(deps.db, (trx) => sendVerifyCode(trx, deps.keys, request, now));
  // Once: a code that comes late would be taken for the newer one that was asked for meanwhile.
  if (mail) postMail(deps.mail, mail, log);
  return { resendAfter: RESEND_SECONDS, expiresIn: VERIFY_CODE_SECONDS };
}

async function resetChecked(deps: Deps, { body, now, log }: CallInput<typeof calls.resetPassword>) {
  const password = requireNewPassword(
    decryptField(deps.keys, body.password),
    decryptField(deps.keys, body.passwordRepeat),
  );
  const account = await resetPassword(deps.db, deps.keys, { resetTicket: body.resetTicket, password }, now);
  const { publicOrigin } = deps.config;
  if (account.email !== null) {
    const mail = passwordChangedMail(account.email, languageOf(account), wireTime(now), publicOrigin);
    insistOnMail(deps.mail, mail, log);
  }
  return null;
}

/** Binds them. */
export function addProofRoutes(app: FastifyInstance, deps: Deps): void {
  bindOpen(app, deps, calls.genCaptcha, (input) => newCaptcha(deps, input));
  bindOpen(app, deps, calls.authGenCaptcha, (input) => newCaptcha(deps, input));
  bindOpen(app, deps, calls.checkCaptcha, async ({ body, now }) => {
    const captchaPass = await inTransaction(deps.db, (trx) => checkCaptcha(trx, deps.keys, body, now));
    return captchaPass instanceof AppError ? captchaPass : { captchaPass };
  });
  bindOpen(app, deps, calls.sendVerifyCode, (input) => sendCode(deps, input, input.body.purpose));
  bindOpen(app, deps, calls.resetPasswordSend, (input) => sendCode(deps, input, 'resetPassword'));
  bindOpen(app, deps, calls.resetPasswordCheck, async ({ body, headers, now }) => {
    const proof = {
      email: requireEmail(body.email),
      deviceId: deviceOf(headers),
      code: requireCode(body.verifyCode),
    };
    const resetTicket = await inTransaction(deps.db, (trx) => checkResetCode(trx, deps.keys, proof, now));
    return resetTicket instanceof AppError ? resetTicket : { resetTicket };
  });
  bindOpen(app, deps, calls.resetPassword, (input) => resetChecked(deps, input));
}

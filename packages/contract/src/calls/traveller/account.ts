// Accounts and sessions: sign-up, login, captcha, password reset, member data, deletion.
import { Type, type Static } from 'typebox';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/traveller/account.ts';
import { EmailText, Encrypted, Id, LanguageField, WireTime, text } from '../../fields.ts';
import type { ErrorCode } from '../../errors.ts';
import { LoginAgent, TOKEN_FIELDS } from './session.ts';

const Country = Type.String({ pattern: '^[A-Z]{2}$', maxLength: 2 });
const CaptchaPass = Type.String({ minLength: 1, maxLength: 128 });
const VerifyCode = text(16);
/**
 * Names as they are typed: 1 to 100 characters, a username 1 to 50. A rule counts them in NFC, in which a letter and its marks are one
 * character, and refuses special characters (ACC-0009). A letter of a living language has three marks at most.
 */
const Name = text(400, 1);
const Username = text(200, 1);

export const Member = strict({
  email: Type.String(),
  username: Type.String(),
  fullname: Type.String(),
  country: Type.String(),
  language: LanguageField,
  passwordChangedAt: WireTime,
  createdAt: WireTime,
  /** When the account's one session began with a login. Absent in data that older apps stored. */
  signedInAt: Type.Optional(WireTime),
  /** Whether a trip is mailed on the evening before. Absent if the railway sends no such mails, and in data that older apps stored. */
  eveMails: Type.Optional(Type.Boolean()),
});
export type Member = Static<typeof Member>;

export const LoginInfo = strict({ ...TOKEN_FIELDS, member: Member });
export type LoginInfo = Static<typeof LoginInfo>;
const CodeSent = strict({ resendAfter: Type.Integer(), expiresIn: Type.Integer() });
const Captcha = strict({
  captchaId: Type.String(),
  image: Type.String(),
  audio: Type.Optional(Type.String()),
});
const OssSite = strict({ domain: Type.String() });

export const publicKey = defineCall(routes.publicKey, {
  data: strict({
    kid: Type.String(),
    /** Goes into the encrypted text: see secret.ts. */
    ticket: Type.String(),
    jwk: strict({
      kty: Type.Literal('RSA'),
      n: Type.String(),
      e: Type.String(),
      alg: Type.Optional(Type.String()),
      use: Type.Optional(Type.String()),
      kid: Type.Optional(Type.String()),
    }),
  }),
});

export const getAllCountry = defineCall(routes.getAllCountry, {
  data: Type.Array(strict({ code: Country, name: Type.String() })),
});

const captchaParts = {
  query: strict({ audio: Type.Optional(Type.Boolean()) }),
  data: Captcha,
  refusals: ['MFA-0021', 'MFA-0022'] satisfies ErrorCode[],
};
export const genCaptcha = defineCall(routes.genCaptcha, captchaParts);
export const authGenCaptcha = defineCall(routes.authGenCaptcha, captchaParts);

export const checkCaptcha = defineCall(routes.checkCaptcha, {
  body: strict({ captchaId: Id, answer: text(32) }),
  data: strict({ captchaPass: Type.String() }),
  refusals: ['imgCodeError', 'MFA-0023', 'MFA-0024'],
});

/**
 * A puzzle that the device solves instead of the picture: a challenge of altcha-lib as JSON text. Single use, valid
 * for five minutes.
 */
export const genWork = defineCall(routes.genWork, { data: strict({ work: Type.String() }) });

export const checkWork = defineCall(routes.checkWork, {
  body: strict({
    /** The challenge as `genWork` answered it. */
    work: text(2_000, 1),
    counter: Type.Integer({ minimum: 0, maximum: 4_294_967_295 }),
    derivedKey: Type.String({ pattern: '^[0-9a-f]{2,128}$' }),
  }),
  data: strict({ captchaPass: Type.String() }),
  refusals: ['MFA-0023', 'MFA-0024'],
});

export const sendVerifyCode = defineCall(routes.sendVerifyCode, {
  body: strict({
    email: EmailText,
    purpose: Type.Enum(['registry', 'resetPassword']),
    captchaPass: Type.Optional(CaptchaPass),
  }),
  data: CodeSent,
  refusals: ['MFA-0031', 'MFA-0032', 'imgCodeError'],
});

/**
 * Checks the code of a sign-up as soon as it is typed. A right code stays valid, from then on for as long as the rest of the form takes:
 * `expiresIn` seconds.
 */
export const checkVerifyCode = defineCall(routes.checkVerifyCode, {
  body: strict({ email: EmailText, verifyCode: VerifyCode }),
  data: strict({ expiresIn: Type.Integer() }),
  refusals: ['ACC-0003', 'ACC-0004', 'ACC-0005'],
});

export const registry = defineCall(routes.registry, {
  body: strict({
    email: EmailText,
    emailRepeat: EmailText,
    verifyCode: VerifyCode,
    password: Encrypted,
    passwordRepeat: Encrypted,
    fullname: Name,
    username: Username,
    country: Country,
    /** Both must be true; a rule refuses false (ACC-0010), not the schema. */
    termsAccepted: Type.Boolean(),
    privacyAccepted: Type.Boolean(),
    language: LanguageField,
  }),
  data: LoginInfo,
  refusals: [
    'ACC-0001',
    'ACC-0002',
    'ACC-0003',
    'ACC-0004',
    'ACC-0005',
    'ACC-0006',
    'ACC-0007',
    'ACC-0009',
    'ACC-0010',
    'ACC-0012',
    'REQ-0009',
  ],
});

const loginParts = {
  body: strict({
    /** 'password'; a rule refuses others (AUTH-0001). */
    loginType: text(32),
    /** 'guest'; a rule refuses others (AUTH-0002). */
    loginAgent: text(32),
    saasId: Type.Integer(),
    account: text(320),
    password: Encrypted,
    deviceId: Id,
    captchaPass: Type.Optional(CaptchaPass),
  }),
  data: LoginInfo,
  refusals: [
    'AccountUnavailable',
    'imgCodeError',
    'AccountOrPwdError',
    'MFA-0011',
    'AUTH-0001',
    'AUTH-0002',
    'AUTH-0003',
    'ACC-0012',
    'REQ-0009',
  ] satisfies ErrorCode[],
};
export const login = defineCall(routes.login, loginParts);
export const authLogin = defineCall(routes.authLogin, loginParts);

export const resetPasswordSend = defineCall(routes.resetPasswordSend, {
  body: strict({ email: EmailText, captchaPass: Type.Optional(CaptchaPass) }),
  data: CodeSent,
  refusals: ['MFA-0031', 'MFA-0032', 'imgCodeError'],
});

export const resetPasswordCheck = defineCall(routes.resetPasswordCheck, {
  body: strict({ email: EmailText, verifyCode: VerifyCode }),
  data: strict({ resetTicket: Type.String() }),
  refusals: ['ACC-0003', 'ACC-0004', 'ACC-0005'],
});

export const resetPassword = defineCall(routes.resetPassword, {
  body: strict({
    resetTicket: Type.String({ minLength: 1, maxLength: 128 }),
    password: Encrypted,
    passwordRepeat: Encrypted,
  }),
  refusals: ['ACC-0005', 'ACC-0006', 'ACC-0007', 'ACC-0008', 'ACC-0012', 'AUTH-0021', 'REQ-0009'],
});

/** Needs the session that it ends, so its `auth` is `guest` although the path belongs to the auth centre. */
export const logout = defineCall(routes.logout, { query: strict({ loginAgent: LoginAgent }) });

export const saasOssSite = defineCall(routes.saasOssSite, { data: OssSite });
export const sysOssSite = defineCall(routes.sysOssSite, { data: OssSite });

export const memberLoad = defineCall(routes.memberLoad, { data: Member });

export const updateInfo = defineCall(routes.updateInfo, {
  body: Type.Object(
    {
      username: Type.Optional(Username),
      fullname: Type.Optional(Name),
      country: Type.Optional(Country),
      language: Type.Optional(LanguageField),
      eveMails: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false, minProperties: 1 },
  ),
  data: Member,
  refusals: ['ACC-0009'],
});

export const changePassword = defineCall(routes.changePassword, {
  body: strict({ oldPassword: Encrypted, password: Encrypted, passwordRepeat: Encrypted }),
  refusals: [
    'MFA-0011',
    'AUTH-0020',
    'AUTH-0022',
    'ACC-0006',
    'ACC-0007',
    'ACC-0008',
    'ACC-0012',
    'REQ-0009',
  ],
});

const LOG_OFF_REASONS = ['passwordChangedRecently', 'unusedTickets', 'ticketsInUse'] as const;
export type LogOffReason = (typeof LOG_OFF_REASONS)[number];
export const logOffCheck = defineCall(routes.logOffCheck, {
  data: strict({ allowed: Type.Boolean(), reasons: Type.Array(Type.Enum([...LOG_OFF_REASONS])) }),
});

export const logOff = defineCall(routes.logOff, {
  body: strict({ password: Encrypted }),
  refusals: ['MFA-0011', 'ACC-0011', 'ACC-0012', 'AUTH-0020', 'REQ-0009'],
});

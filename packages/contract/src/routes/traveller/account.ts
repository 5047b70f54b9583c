// The routes of accounts: sign-up, login, captcha, password reset, member data, deletion.
import type { Route } from '../../route.ts';

const OPEN = '/jtr-jwqs-app/open/account/info';
const AUTH = '/uw-auth-center';
const SITE = '/saas-base-app/user/common/info';
const MEMBER = '/jtr-jwqs-app/guest/member/info';

export const publicKey = {
  name: 'publicKey',
  method: 'GET',
  path: `${OPEN}/publicKey`,
  auth: 'open',
} as const satisfies Route;

export const getAllCountry = {
  name: 'getAllCountry',
  method: 'GET',
  path: `${OPEN}/getAllCountry`,
  auth: 'open',
} as const satisfies Route;

export const genCaptcha = {
  name: 'genCaptcha',
  method: 'GET',
  path: `${OPEN}/genCaptcha`,
  auth: 'open',
} as const satisfies Route;

export const authGenCaptcha = {
  name: 'authGenCaptcha',
  method: 'GET',
  path: `${AUTH}/auth/genCaptcha`,
  auth: 'open',
} as const satisfies Route;

export const checkCaptcha = {
  name: 'checkCaptcha',
  method: 'POST',
  path: `${AUTH}/auth/checkCaptcha`,
  auth: 'open',
} as const satisfies Route;

export const genWork = {
  name: 'genWork',
  method: 'GET',
  path: `${AUTH}/auth/genWork`,
  auth: 'open',
} as const satisfies Route;

export const checkWork = {
  name: 'checkWork',
  method: 'POST',
  path: `${AUTH}/auth/checkWork`,
  auth: 'open',
} as const satisfies Route;

export const sendVerifyCode = {
  name: 'sendVerifyCode',
  method: 'POST',
  path: `${OPEN}/sendVerifyCode`,
  auth: 'open',
} as const satisfies Route;

export const checkVerifyCode = {
  name: 'checkVerifyCode',
  method: 'POST',
  path: `${OPEN}/checkVerifyCode`,
  auth: 'open',
} as const satisfies Route;

export const registry = {
  name: 'registry',
  method: 'POST',
  path: `${OPEN}/registry`,
  auth: 'open',
} as const satisfies Route;

export const login = {
  name: 'login',
  method: 'POST',
  path: `${OPEN}/login`,
  auth: 'open',
} as const satisfies Route;

export const authLogin = {
  name: 'authLogin',
  method: 'POST',
  path: `${AUTH}/auth/login`,
  auth: 'open',
} as const satisfies Route;

export const resetPasswordSend = {
  name: 'resetPasswordSend',
  method: 'POST',
  path: `${OPEN}/resetPasswordSend`,
  auth: 'open',
} as const satisfies Route;

export const resetPasswordCheck = {
  name: 'resetPasswordCheck',
  method: 'POST',
  path: `${OPEN}/resetPasswordCheck`,
  auth: 'open',
} as const satisfies Route;

export const resetPassword = {
  name: 'resetPassword',
  method: 'POST',
  path: `${OPEN}/resetPassword`,
  auth: 'open',
} as const satisfies Route;

export const logout = {
  name: 'logout',
  method: 'DELETE',
  path: `${AUTH}/user/logout`,
  auth: 'guest',
} as const satisfies Route;

export const saasOssSite = {
  name: 'saasOssSite',
  method: 'GET',
  path: `${SITE}/saasOssSite`,
  auth: 'open',
} as const satisfies Route;

export const sysOssSite = {
  name: 'sysOssSite',
  method: 'GET',
  path: `${SITE}/sysOssSite`,
  auth: 'open',
} as const satisfies Route;

export const memberLoad = {
  name: 'memberLoad',
  method: 'GET',
  path: `${MEMBER}/load`,
  auth: 'guest',
} as const satisfies Route;

export const updateInfo = {
  name: 'updateInfo',
  method: 'PUT',
  path: `${MEMBER}/updateInfo`,
  auth: 'guest',
} as const satisfies Route;

export const changePassword = {
  name: 'changePassword',
  method: 'PUT',
  path: `${MEMBER}/changePassword`,
  auth: 'guest',
} as const satisfies Route;

export const logOffCheck = {
  name: 'logOffCheck',
  method: 'POST',
  path: `${MEMBER}/logOffCheck`,
  auth: 'guest',
} as const satisfies Route;

export const logOff = {
  name: 'logOff',
  method: 'POST',
  path: `${MEMBER}/logOff`,
  auth: 'guest',
} as const satisfies Route;

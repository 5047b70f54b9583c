// The texts of the error codes: their type, how values are filled in, and the Chinese server messages that stand for
// codes.
import type { ErrorCode, ErrorValues } from '@kippu/contract/errors';

/**
 * One language's text for every code. `{name}` is a placeholder. `[with {name}|without]` shows its second part if the
 * value is missing.
 */
export type ErrorWords = Readonly<Record<ErrorCode, string>>;

const PLACE = /\{(\w+)\}/g;
const CHOICE = /\[([^[\]|]*)\|([^[\]|]*)\]/g;

/** Returns the names of the placeholders in a text, each once, sorted. */
export const placesOf = (text: string): string[] =>
  [...new Set([...text.matchAll(PLACE)].map((match) => match[1] ?? ''))].toSorted();

/** Fills a text's placeholders. A missing or empty value leaves no gap. */
export function fillWords(text: string, values: ErrorValues = {}): string {
  const valueOf = (name: string) => (Object.hasOwn(values, name) ? String(values[name] ?? '') : '');
  return text
    .replaceAll(CHOICE, (_whole, filled: string, bare: string) =>
      placesOf(filled).every((name) => valueOf(name) !== '') ? filled : bare,
    )
    .replaceAll(PLACE, (_whole, name: string) => valueOf(name));
}

/**
 * Four messages that a server may send in Chinese instead of a code. The specification gives only their meaning
 * (account unavailable, wrong captcha, captcha required, wrong username or password); these are the usual texts.
 */
export const SERVER_MESSAGE_CODES: ReadonlyMap<string, ErrorCode> = new Map([
  ['账号不可用', 'AccountUnavailable'],
  ['图形验证码错误', 'imgCodeError'],
  ['请输入图形验证码', 'imgCodeError'],
  ['用户名或密码错误', 'AccountOrPwdError'],
]);

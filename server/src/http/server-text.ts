// The words of `msg`. The web translates the code itself, so most codes may still stand for their own name here.
import type { ErrorCode } from '@kippu/contract/errors';
import type { Language } from '@kippu/contract/limits';

type Words = Readonly<Record<Language, string>>;

const WORDS: Partial<Record<ErrorCode, Words>> = {
  'REQ-0007': {
    ja: 'ただいま処理できません。時間をおいてお試しください。',
    en: 'Something went wrong on our side. Please try again later.',
    ko: '일시적인 오류가 발생했습니다. 잠시 후 다시 시도해 주세요.',
    'zh-CN': '系统暂时出现问题，请稍后再试。',
    'zh-TW': '系統暫時發生問題，請稍後再試。',
  },
};

/** The sentence for a code in the request's language. */
export function serverText(code: ErrorCode, language: Language): string {
  return WORDS[code]?.[language] ?? code;
}

// The words of five languages: none missing, none left in another language or script, values filled without a trace.
import { describe, expect, it } from 'vitest';
import { ERROR_STATUS, type ErrorCode } from '../errors.ts';
import { LANGUAGES, PASSWORD_LENGTH, type Language } from '../limits.ts';
import { CLIENT_MESSAGES, type ClientWords } from './client-messages.ts';
import { SERVER_MESSAGE_CODES, fillWords, placesOf, type ErrorWords } from './error-words.ts';
import * as en from './error-words-en.ts';
import * as ja from './error-words-ja.ts';
import * as ko from './error-words-ko.ts';
import * as zhCn from './error-words-zh-cn.ts';
import * as zhTw from './error-words-zh-tw.ts';

const MODULES: Record<Language, { errorWords: ErrorWords; clientWords: ClientWords }> = {
  ja,
  en,
  ko,
  'zh-CN': zhCn,
  'zh-TW': zhTw,
};
const wordsOf = (language: Language): Record<string, string> => ({
  ...MODULES[language].errorWords,
  ...MODULES[language].clientWords,
});
const KEYS = Object.keys(wordsOf('ja'));
/** Every text of a language, as the traveller reads it with and without values. */
const texts = (language: Language): [key: string, text: string][] =>
  Object.entries(wordsOf(language)).flatMap(([key, text]) => [
    [key, fillWords(text)],
    [key, fillWords(text, Object.fromEntries(placesOf(text).map((place) => [place, 7])))],
  ]);
const failing = (language: Language, wrong: (text: string) => boolean) =>
  texts(language).filter(([, text]) => wrong(text));

/** The values that the rules and the server really give; a text may use no others. */
const GIVEN: Partial<Record<ErrorCode, readonly string[]>> = {
  'MFA-0011': ['minutes'],
  'MFA-0012': ['minutes'],
  'MFA-0031': ['seconds'],
  'SEAT-0003': ['left'],
  'SEAT-0005': ['minutes'],
  'SEAT-0006': ['max'],
  'SEAT-0007': ['seats', 'tickets'],
  'ACC-0003': ['digits'],
};

/** Pairs of a simplified character and its traditional form. */
const PAIRS = `
  这這 个個 来來 时時 车車 账帳 号號 码碼 请請 联聯 输輸 图圖 误誤 对對 错錯 邮郵 网網 络絡 连連 设設 备備 电電 话話 动動 数數 据據 试試 过過 还還 没沒
  发發 验驗 证證 类類 种種 录錄 认認 权權 载載 运運 营營 统統 务務 换換 张張 长長 间間 单單 关關 闭閉 开開 处處 选選 择擇 预預 订訂 余餘 减減 与與 区區
  适適 须須 释釋 紧緊 东東 阅閱 读讀 隐隱 条條 删刪 变變 内內 写寫 给給 让讓 转轉 该該 现現 无無 页頁 览覽 应應 机機 扫掃 头頭 离離 线線 显顯 识識 状狀
  态態 启啟 获獲 当當 报報 为為 从從 会會 实實 经經 结結 级級 约約 纸紙 组組 续續 维維 护護 贴貼 赔賠 费費 质質 边邊 远遠 进進 违違 迟遲 铁鐵 销銷 门門
  问問 闸閘 队隊 际際 随隨 项項 顺順 题題 额額 风風 饭飯 馆館 驾駕 鱼魚 两兩 严嚴 乐樂 买買 产產 亲親 仅僅 价價 众眾 优優 传傳 体體 倾傾 储儲 儿兒 党黨
  兴興 兑兌 农農 决決 准準 几幾 击擊 划劃 则則 刚剛 创創 办辦 劳勞 势勢 协協 卖賣 厂廠 历歷 压壓 县縣 双雙 听聽 响響 员員 团團 围圍 国國 圆圓 场場 坏壞
  块塊 声聲 复復 够夠 学學 宁寧 宝寶 审審 导導 尔爾 尝嘗 层層 岁歲 师師 带帶 并並 广廣 库庫 废廢 异異 归歸 执執 拟擬 拥擁 挂掛 损損 携攜 担擔 于於 后後`
  .trim()
  .split(/\s+/);
const SIMPLIFIED = new Set(PAIRS.map((pair) => pair[0] ?? ''));
const TRADITIONAL = new Set(PAIRS.map((pair) => pair[1] ?? ''));
/** Words of the mainland where Taiwan has its own. */
const NOT_TAIWANESE =
  /網絡|屏幕|登錄|用戶|信息|賬|鏈接|服務器|郵箱|點擊|掃碼|攝像|二維碼|默認|視頻|刷新|加載|設備|應用(?!程式)|提交/;

describe('the words', () => {
  it('are there for every code and message, in each language', () => {
    for (const language of LANGUAGES) {
      const { errorWords, clientWords } = MODULES[language];
      expect(Object.keys(errorWords).toSorted(), language).toEqual(Object.keys(ERROR_STATUS).toSorted());
      expect(Object.keys(clientWords).toSorted(), language).toEqual(CLIENT_MESSAGES.toSorted());
      expect(failing(language, (text) => text.trim().length < 5)).toEqual([]);
    }
    expect(new Set(CLIENT_MESSAGES).size).toBe(CLIENT_MESSAGES.length);
  });

  it('are translated: no two languages say the same', () => {
    for (const key of KEYS)
      expect(new Set(LANGUAGES.map((language) => wordsOf(language)[key])).size, key).toBe(LANGUAGES.length);
  });

  it('are in the script of their language', () => {
    expect(failing('ja', (text) => !/\p{Script=Hiragana}/u.test(text))).toEqual([]);
    expect(failing('ja', (text) => /\p{Script=Hangul}|[们这个请车码]/u.test(text))).toEqual([]);
    expect(failing('ko', (text) => !/\p{Script=Hangul}/u.test(text))).toEqual([]);
    expect(
      failing('ko', (text) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)),
    ).toEqual([]);
    expect(failing('en', (text) => !/^[\x20-\x7e]+$/.test(text))).toEqual([]);
    for (const language of ['zh-CN', 'zh-TW'] as const) {
      expect(failing(language, (text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
      expect(
        failing(language, (text) => /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)),
      ).toEqual([]);
    }
    expect(failing('zh-TW', (text) => [...text].some((sign) => SIMPLIFIED.has(sign)))).toEqual([]);
    expect(failing('zh-CN', (text) => [...text].some((sign) => TRADITIONAL.has(sign)))).toEqual([]);
    expect(failing('zh-TW', (text) => NOT_TAIWANESE.test(text))).toEqual([]);
  });

  it('keep each language to its own punctuation and width', () => {
    for (const language of ['ja', 'zh-CN', 'zh-TW'] as const) {
      const bare = (text: string) => text.replace(/\d:\d\d/g, '').replace(/ < > " ' & ; \\ `$/, '');
      expect(failing(language, (text) => /[,.!?:;()~'" ]|[０-９Ａ-Ｚａ-ｚｦ-ﾟ]/.test(bare(text)))).toEqual([]);
      expect(failing(language, (text) => !/[。`]$/.test(text))).toEqual([]);
    }
    for (const language of ['en', 'ko'] as const) {
      expect(
        failing(language, (text) => /[\u3000-\u303f\uff00-\uffef]| {2}| [.,;:)]/.test(text.slice(0, -16))),
      ).toEqual([]);
      expect(failing(language, (text) => !/[.`]$/.test(text))).toEqual([]);
    }
    expect(failing('ko', (text) => /[가-힣]\([가-힣]\)/.test(text))).toEqual([]);
  });

  it('say what the constants say', () => {
    for (const language of LANGUAGES)
      for (const number of Object.values(PASSWORD_LENGTH))
        expect(MODULES[language].errorWords['ACC-0006']).toContain(String(number));
  });
});

describe('values', () => {
  it('are the same in the five languages, are really given, and can be missing', () => {
    for (const key of KEYS)
      for (const language of LANGUAGES) {
        const text = wordsOf(language)[key] ?? '';
        expect(placesOf(text), `${key} ${language}`).toEqual(GIVEN[key as ErrorCode] ?? []);
        expect(text.replaceAll(/\[[^[\]]*\]/g, ''), `${key} ${language}`).not.toMatch(/[{}[\]|]/);
      }
  });

  it('leave no brace behind, whatever is given', () => {
    for (const language of LANGUAGES) expect(failing(language, (text) => /[{}[\]|]/.test(text))).toEqual([]);
    expect(fillWords(en.errorWords['MFA-0011'], { minutes: 10 })).toContain('in 10 min.');
    expect(fillWords(en.errorWords['MFA-0011'])).toContain('in a few minutes.');
    expect(fillWords(en.errorWords['SEAT-0003'], { left: 0 })).toContain('(0 left)');
    expect(fillWords(en.errorWords['SEAT-0007'], { seats: 2 })).toBe(
      'Please choose one seat for each ticket.',
    );
    expect(fillWords(ja.errorWords['ACC-0003'], { digits: '' })).toBe(
      '認証コードの数字をすべて入力してください。',
    );
    expect(fillWords('{a} and {toString}.', { a: '{b} [x|y]', b: 'no' })).toBe('{b} [x|y] and .');
  });
});

describe('the Chinese server messages', () => {
  it('stand for codes of the catalogue', () => {
    expect(Object.keys(SERVER_MESSAGE_CODES)).toHaveLength(4);
    for (const code of Object.values(SERVER_MESSAGE_CODES)) expect(code in ERROR_STATUS).toBe(true);
  });
});

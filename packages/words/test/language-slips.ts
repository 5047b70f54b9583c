// Finds signs that a text is in another language, script or width. Only for tests of the texts.
import type { Language } from '@kippu/contract/languages';

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
/** Mainland words for which Taiwan has its own. */
const NOT_TAIWANESE =
  /網絡|屏幕|登錄|用戶|信息|賬|鏈接|服務器|郵箱|點擊|掃碼|攝像|二維碼|默認|視頻|刷新|加載|設備|應用(?!程式)|提交/;

/** Correct words for which the app uses another: a thing has one name on every screen and in every mail. */
const OTHER_TERMS: Readonly<Partial<Record<Language, RegExp>>> = {
  ja: /取消|荷物置場|ブラウザ(?!ー)|(?<!発)券番号|引換コード|旅券|実演|座席表|新規登録|ご意見(?:フォーム|への)|販売者|2週間|～|譲渡[しで]|お読みします|サポート|私たち|スマホ|(?<!インター)ネット(?!ワーク)|お二人|画面の写真/,
  de: /Billett?|Fahrschein|Handy|Storno|Buchung|Kundendienst|\b[Dd]u\b|\b[Dd]ein/,
  en: /\breceivers?\b|\bby hand\b|\byour position\b|\bmy position\b|\bis not right\b|\b2 weeks\b|\bno way back\b|\bfor good\b|half-width|\bpass(?:ed)? the gate|contact support|\bactivat|\bGPS\b/i,
  ko: /(?<!1일 )승차권|휴대전화|비공개 모드|사용자명|짐칸|좌석표|의견 보내기|시연|운휴|출장|이용 약관|미사용|판매자|고객 지원|교환 코드|인증 코드|반각|회원가입|좌석 확보|자유 공간/,
  'zh-CN':
    /账号|帐号|帐户|读取器|厕所|启用|车站人员|画面截图|出示.{0,2}画面|票号(?!码)|客服|半角|意见反馈|补光灯|重新发行|兑换号码/,
  'zh-TW':
    /信箱|驗票|清單|預約|QR 碼|廁所|啟用|到達|登錄|無需|App|票號(?!碼)|[^有]效期|客服|半形|意見回饋|重新發行|兌換號碼/,
};
/** Whether a sentence uses another name for a thing than the app does. */
export const saysOtherTerm = (language: Language, text: string): boolean =>
  OTHER_TERMS[language]?.test(text) ?? false;

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
const HAN = /\p{Script=Han}/u;
const has = (signs: ReadonlySet<string>) => (text: string) => [...text].some((sign) => signs.has(sign));
const not = (form: RegExp) => (text: string) => !form.test(text);
const shows = (form: RegExp) => (text: string) => form.test(text);

/** Half-width punctuation, spaces beside Han or kana, full-width digits and letters, half-width kana. */
const cjkWidth = {
  'half-width punctuation': shows(/[,!?;()~'"]|[^\d]:|:[^\d]|(?<![\d])\.|\.(?![\d])/),
  'full-width digit or letter': shows(/[０-９Ａ-Ｚａ-ｚｦ-ﾟ]/),
  'a space': shows(/(?<=[^\x21-\x7e]) | (?=[^\x21-\x7e])/),
};
const westernWidth = {
  'full-width sign': shows(/[\u3000-\u303f\uff00-\uffef]/),
  'a stray space': shows(/ {2}| [.,;:)]|^ | $/),
};
const chinese = { 'no Han': not(HAN), kana: shows(KANA), Hangul: shows(HANGUL), ...cjkWidth };

const SLIPS: Readonly<Record<Language, Readonly<Record<string, (text: string) => boolean>>>> = {
  ja: {
    'a sentence without kana': (text) => text.endsWith('。') && !KANA.test(text),
    Hangul: shows(HANGUL),
    'a Chinese character of no Japanese text': shows(/[们这请车码说时]/),
    'another word than the app says': (text) => saysOtherTerm('ja', text),
    ...cjkWidth,
  },
  de: {
    'not German letters': not(/^[\x20-\x7eÄÖÜäöüß„“–]+$/),
    'another word than the app says': (text) => saysOtherTerm('de', text),
    ...westernWidth,
  },
  en: {
    'not plain English letters': not(/^[\x20-\x7e]+$/),
    'another word than the app says': (text) => saysOtherTerm('en', text),
    ...westernWidth,
  },
  ko: {
    'no Hangul': not(HANGUL),
    'Han or kana': shows(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u),
    'two particles': shows(/[은을이과]\([는를가와]\)|\(으\)로/),
    'another word than the app says': (text) => saysOtherTerm('ko', text),
    ...westernWidth,
  },
  'zh-CN': {
    ...chinese,
    'traditional character': has(TRADITIONAL),
    'another word than the app says': (text) => saysOtherTerm('zh-CN', text),
  },
  'zh-TW': {
    ...chinese,
    'another word than the app says': (text) => saysOtherTerm('zh-TW', text),
    'simplified character': has(SIMPLIFIED),
    'a word of the mainland': shows(NOT_TAIWANESE),
  },
};

/** Returns every sign in a sentence that does not belong to its language, with the sentence. */
export function slipsOf(language: Language, text: string): string[] {
  return Object.entries(SLIPS[language] ?? {}).flatMap(([slip, found]) =>
    found(text) ? [`${slip}: ${text}`] : [],
  );
}

// The texts for refusals by the server or the device, with what staff do next.
import type { ErrorCode } from '@kippu/contract/errors';
import { GateCallError } from '../sync/call-server.ts';
import { span, text, type Text } from './texts.ts';

/**
 * `network`: no answer. `server`: the server has a fault. `busy`: the server asks to wait. `clock`: the device's time
 * differs from the server's. `unproved`: the answer is not from our server. `closed`: the gate's key is no longer
 * valid. `notTaken`: the server will never accept this request. `codeUnknown`, `codeOld`: the one-time code is wrong or
 * expired. `fault`: this page or browser has a fault. `storage`: the device cannot save.
 */
export const TROUBLES = [
  'network',
  'server',
  'busy',
  'clock',
  'unproved',
  'closed',
  'notTaken',
  'codeUnknown',
  'codeOld',
  'fault',
  'storage',
] as const;
export type Trouble = (typeof TROUBLES)[number];

/** Codes whose meaning differs from their kind. */
const BY_CODE: Readonly<Partial<Record<ErrorCode, Trouble>>> = {
  'ACC-0004': 'codeUnknown',
  'ACC-0005': 'codeOld',
  'GATE-0001': 'clock',
};
/** Codes that `call-server.ts` sets itself. */
const BY_FAULT: Readonly<Record<string, Trouble>> = {
  'no answer': 'network',
  'answer not proved': 'unproved',
};

/** Returns the kind of trouble for an error of a call or of the storage. */
export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof GateCallError)) return 'storage';
  const { kind, code } = error;
  const byCode: Readonly<Record<string, Trouble>> = BY_CODE;
  if (Object.hasOwn(byCode, code)) return byCode[code] ?? 'notTaken';
  if (kind === 'offline') return (Object.hasOwn(BY_FAULT, code) && BY_FAULT[code]) || 'server';
  return kind === 'refused' ? 'notTaken' : kind;
}

/**
 * Reports whether staff must check the device itself. In other cases the gate works on and sends its passages later.
 */
export const isOfDevice = (trouble: Trouble | null): boolean => trouble === 'fault' || trouble === 'storage';

interface Words {
  /** What happened. */
  readonly title: Text;
  /** What staff do next. */
  readonly todo: Text;
}

const CLOCK: Words = {
  title: text('端末の時計が合っていません', 'This device’s clock is wrong'),
  todo: text('日付と時刻を自動に設定してください', 'Set its date and time to automatic'),
};
/** Also used when the device cannot save a change by staff. */
export const DEVICE_FULL: Words = {
  title: text('端末に保存できません', 'This device cannot keep it'),
  todo: text(
    '空き容量を増やすか、プライベートモードを終了してください',
    'Free some storage, or leave private mode',
  ),
};
const COMMON: Readonly<Record<Exclude<Trouble, 'busy' | 'closed' | 'notTaken'>, Words>> = {
  network: {
    title: text('サーバーに届きません', 'The server is not reached'),
    todo: text('通信を確認してください', 'Check the network'),
  },
  server: {
    title: text('サーバーで問題が起きています', 'The server has a problem'),
    todo: text('少し待って、もう一度', 'Wait a little and try again'),
  },
  clock: CLOCK,
  unproved: {
    title: text('サーバーの応答を確認できません', 'The answer is not the server’s own'),
    todo: text('ログインが要る通信網でないか確認してください', 'See whether the network wants a login'),
  },
  codeUnknown: {
    title: text('コードが違うか、使用済みです', 'The code is wrong or already used'),
    todo: text(
      'コードを確かめるか、本部に新しいコードを頼んでください',
      'Check it, or ask the desk for a new one',
    ),
  },
  codeOld: {
    title: text('コードの期限（24時間）が切れています', 'The code is older than 24 hours'),
    todo: text('本部に新しいコードを頼んでください', 'Ask the desk for a new one'),
  },
  fault: {
    title: text('この端末のページに問題があります', 'This page has a fault'),
    todo: text('読み込み直すか、ブラウザーを更新してください', 'Load it again, or update the browser'),
  },
  storage: DEVICE_FULL,
};

const waitWords = (error: unknown): Words => {
  const wait = span(Math.ceil((error instanceof GateCallError ? error.waitMs : 0) / 1000) || 60);
  return {
    title: text('回数が多すぎます', 'Too many tries'),
    todo: text(`${wait.ja}後にもう一度`, `Try again in ${wait.en}`),
  };
};

/** Returns the text for a failed enrolment. */
export function enrolWords(error: unknown): Words {
  const trouble = troubleOf(error);
  if (trouble === 'busy') return waitWords(error);
  // The server checks the form of the code first.
  if (trouble === 'notTaken') return COMMON.codeUnknown;
  if (trouble !== 'closed') return COMMON[trouble];
  return {
    title: text('端末の署名が受け付けられません', 'This device’s signature is not taken'),
    todo: text('ページを読み込み直して、もう一度', 'Load the page again and try again'),
  };
}

/** Returns the text for a failed sync. */
export function syncWords(trouble: Trouble): Words {
  switch (trouble) {
    case 'busy':
      return {
        title: text('サーバーが混み合っています', 'The server is busy'),
        todo: text('そのままお待ちください。自動で送ります', 'Wait: it is sent by itself'),
      };
    case 'closed':
      return {
        title: text('この改札機の登録は終わっています', 'This gate is no longer enrolled'),
        todo: text(
          '本部の新しいコードで、「設定」から登録し直してください',
          'Enrol it again under Settings, with a new code of the desk',
        ),
      };
    case 'notTaken':
    case 'codeUnknown':
    case 'codeOld':
      return {
        title: text(
          'サーバーがこの端末の通信を受け付けません',
          'The server does not take what this gate sends',
        ),
        todo: text(
          'ページを読み込み直し、続くなら本部へ連絡',
          'Load the page again; if it goes on, tell the desk',
        ),
      };
    case 'network':
      return {
        ...COMMON.network,
        todo: text(
          '改札は続けられます。通信が戻れば自動で送ります',
          'The gate goes on, and sends by itself once it is back',
        ),
      };
    case 'server':
      return {
        ...COMMON.server,
        todo: text('改札は続けられます。自動で送り直します', 'The gate goes on, and sends again by itself'),
      };
    default:
      return COMMON[trouble];
  }
}

/** Returns a short text for the bar: why nothing is sent. */
export function barWords(trouble: Trouble): Text {
  if (isOfDevice(trouble)) return text('端末の問題', 'Fault here');
  if (trouble === 'clock') return text('時計の問題', 'Clock');
  if (trouble === 'network') return text('オフライン', 'Offline');
  if (trouble === 'closed') return text('登録終了', 'Not enrolled');
  return trouble === 'unproved' ? text('別の通信網', 'Other network') : text('サーバーの問題', 'Server');
}

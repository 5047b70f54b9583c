// The texts of errors for staff: what happened, and what to do next.
import { CallError } from '@kippu/client/call-error';
import { refusalOf } from './refusals.ts';
import { text, type DeskLanguage } from '../text/texts.ts';

const WORDS = {
  lost: text(
    '応答がありませんでした。もう一度押してください。済んでいても、二重にはなりません。',
    'No answer came. Press again: if it was done already, it is not done twice.',
  ),
  offline: text(
    'サーバーにつながりません。ネットワークを確認して、もう一度お試しください。',
    'The server cannot be reached. Check the network and try again.',
  ),
  late: text(
    'サーバーの応答に時間がかかっています。もう一度お試しください。',
    'The server took too long to answer. Please try again.',
  ),
  tooLarge: text(
    '途中のプロキシが、サイズが大きいため受け付けませんでした。小さく分けて送るか、プロキシの上限を上げるようシステム管理者に依頼してください。',
    'A proxy on the way refuses this because of its size. Send less at once, or ask your system administrator to raise the proxy’s limit.',
  ),
  broken: text(
    'サーバーで問題が起きています。少し待ってからもう一度お試しください。',
    'The server has a problem. Wait a little and try again.',
  ),
  ours: text(
    '画面で問題が起きました。読み込み直してください。直らないときは、ブラウザーを更新してください。',
    'This page has a fault. Load it again; if that does not help, update the browser.',
  ),
};

/** Reports whether the result of a call is unknown: no answer came, or a proxy answered. */
export const isLost = (error: CallError): boolean => error.unanswered || error.status >= 502;

/** Returns the text for an error. */
export function errorText(error: unknown, language: DeskLanguage): string {
  if (!(error instanceof CallError)) return WORDS.ours[language];
  if (error.wrote && isLost(error)) return WORDS.lost[language];
  switch (error.kind) {
    case 'network':
      return WORDS.offline[language];
    case 'timeout':
      return WORDS.late[language];
    case 'notJson':
      return (error.status === 413 ? WORDS.tooLarge : WORDS.broken)[language];
    case 'refused':
      return refusalOf(error).words?.[language] ?? (error.msg || WORDS.broken[language]);
  }
}

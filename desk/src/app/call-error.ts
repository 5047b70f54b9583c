// What can go wrong with a call, and how it is told.
import type { ErrorCode, ErrorValues } from '@kippu/contract/errors';
import { text, type DeskLanguage } from './texts.ts';

/** `refused`: the server answered with a code. `network`: no answer. `timeout`: none in time. `notJson`: not ours. */
type Failure = 'refused' | 'network' | 'timeout' | 'notJson';

interface Answered {
  readonly status?: number;
  readonly code?: string;
  /** In the language of the request. */
  readonly msg?: string;
  readonly values?: ErrorValues;
}

export class CallError extends Error {
  readonly kind: Failure;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly code: string;
  readonly msg: string;
  readonly values: ErrorValues;
  /** Whether a call that changes something was meant, which may have been done although no answer came. */
  readonly wrote: boolean;

  constructor(kind: Failure, { status = 0, code = '', msg = '', values = {} }: Answered = {}, wrote = false) {
    super(msg || code || kind);
    this.name = 'CallError';
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.msg = msg;
    this.values = values;
    this.wrote = wrote;
  }

  /** Whether nobody knows what became of it: it may be sent again with the same key, and nothing happens twice. */
  get unanswered(): boolean {
    return this.kind === 'network' || this.kind === 'timeout' || this.status >= 502;
  }
}

/** Whether the error is the server's refusal with one of these codes. */
export const isRefusal = (error: unknown, ...codes: readonly ErrorCode[]): error is CallError =>
  error instanceof CallError && error.kind === 'refused' && codes.some((code) => code === error.code);

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
  broken: text(
    'サーバーで問題が起きています。少し待ってからもう一度お試しください。',
    'The server has a problem. Wait a little and try again.',
  ),
  ours: text(
    '画面で問題が起きました。読み込み直してください。',
    'Something went wrong on this page. Load it again.',
  ),
};

/** Takes any error; gives what to tell staff: what happened and what to do next. */
export function errorText(error: unknown, language: DeskLanguage): string {
  if (!(error instanceof CallError)) return WORDS.ours[language];
  if (error.wrote && error.unanswered) return WORDS.lost[language];
  switch (error.kind) {
    case 'network':
      return WORDS.offline[language];
    case 'timeout':
      return WORDS.late[language];
    case 'notJson':
      return WORDS.broken[language];
    case 'refused':
      return error.msg || WORDS.broken[language];
  }
}

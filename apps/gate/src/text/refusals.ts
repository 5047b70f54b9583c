// The texts for refusals by the server or the device, with what staff do next.
import type { ErrorCode } from '@kippu/contract/errors';
import { GateCallError } from '../sync/call-server.ts';
import { TROUBLE_WORDS, type Text } from './texts.ts';

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

/** Also used when the device cannot save a change by staff. */
export const DEVICE_FULL: Words = TROUBLE_WORDS.storage;
const COMMON: Readonly<Record<Exclude<Trouble, 'busy' | 'closed' | 'notTaken'>, Words>> = TROUBLE_WORDS;

const waitWords = (error: unknown): Words => {
  const { title, todo } = TROUBLE_WORDS.tooManyTries;
  return { title, todo: todo(Math.ceil((error instanceof GateCallError ? error.waitMs : 0) / 1000) || 60) };
};

/** Returns the text for a failed enrolment. */
export function enrolWords(error: unknown): Words {
  const trouble = troubleOf(error);
  if (trouble === 'busy') return waitWords(error);
  // The server checks the form of the code first.
  if (trouble === 'notTaken') return COMMON.codeUnknown;
  return trouble === 'closed' ? TROUBLE_WORDS.signatureRefused : COMMON[trouble];
}

/** Returns the text for a failed sync. */
export function syncWords(trouble: Trouble): Words {
  switch (trouble) {
    case 'busy':
    case 'closed':
      return TROUBLE_WORDS[trouble];
    case 'notTaken':
    case 'codeUnknown':
    case 'codeOld':
      return TROUBLE_WORDS.notTaken;
    case 'network':
    case 'server':
      return { title: TROUBLE_WORDS[trouble].title, todo: TROUBLE_WORDS[trouble].sync };
    default:
      return COMMON[trouble];
  }
}

/** Returns a short text for the bar: why nothing is sent. */
export function barWords(trouble: Trouble): Text {
  const { bar } = TROUBLE_WORDS;
  if (isOfDevice(trouble)) return bar.device;
  return trouble === 'clock' || trouble === 'network' || trouble === 'closed' || trouble === 'unproved'
    ? bar[trouble]
    : bar.server;
}

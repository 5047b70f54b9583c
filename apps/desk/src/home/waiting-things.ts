// The things that wait at the desk's home, in the order in which they are urgent, each with the page that shows them.
import { MAX_COUNTED } from '@kippu/contract/limits';
import type { deskHome } from '@kippu/contract/routes/desk/home';
import type { DataOf } from '@kippu/contract/route-types';
import { hrefOf } from '../app/router/router.ts';
import { text, type Text } from '../app/text/texts.ts';

type Home = DataOf<typeof deskHome>;

export interface Thing {
  readonly part: string;
  readonly title: Text;
  readonly detail?: Text;
  readonly count: number;
  /** Wire time. */
  readonly since?: string | undefined;
  readonly href: string;
  readonly isUrgent?: boolean;
}

const WORDS = {
  signIns: text('デスクへの不審なサインイン（過去24時間）', 'Suspicious sign-ins to the desk in 24 hours'),
  accounts: text('攻撃を受けているアカウント', 'Accounts under attack'),
  codes: text('きっぷのコードの当て推量（過去10分）', 'Guessed ticket codes in ten minutes'),
  cuts: text('配信が運休や通過にしようとしている列車', 'Trains that a feed wants to cancel or shorten'),
  cutsDetail: text('許可するか、運転を続けるかを決めてください', 'Allow it, or keep them running'),
  conflicts: text('改札の不一致', 'Gate conflicts'),
  gates: text('応答のない改札機', 'Gates that do not report'),
  gatesDetail: (minutes: number) =>
    text(
      '{minutes}分以上。電源と通信を確かめてください',
      'For {minutes} minutes or more. Check their power and network',
      { minutes },
    ),
  messages: text('返答を待つお問い合わせ', 'Messages without an answer'),
  mails: text('送れなかったメールと通知', 'Unsent mails and notifications'),
  refusedFeeds: text('読み込めなかった時刻表', 'Refused timetables'),
  webhooks: text('停止中の提携先の通知先', 'Webhook endpoints that are off'),
  webhooksDetail: text('提携先にイベントが届いていません', 'Their partners get no events'),
};

/** Returns '12', or '1,000+' where no more were counted. */
export const countedText = (count: number, numberOf: (count: number) => string): string =>
  count >= MAX_COUNTED ? `${numberOf(MAX_COUNTED)}+` : numberOf(count);

/** Lists what the person may open and the railway has, also what does not wait. */
export function waitingThings(
  { conflicts, messages, mails, cuts, refusedFeeds, gates, silentMinutes, attacks, webhooks }: Home,
  { hasGates, hasSeats }: { readonly hasGates: boolean; readonly hasSeats: boolean },
): readonly Thing[] {
  const record = { href: hrefOf('record'), isUrgent: true };
  return [
    ...(attacks
      ? [
          { part: 'signIns', title: WORDS.signIns, count: attacks.signIns, ...record },
          { part: 'accounts', title: WORDS.accounts, count: attacks.accounts, ...record },
          { part: 'codes', title: WORDS.codes, count: attacks.codes, ...record },
        ]
      : []),
    ...(cuts && hasSeats
      ? [
          {
            ...{ part: 'cuts', title: WORDS.cuts, detail: WORDS.cutsDetail, count: cuts.trains },
            ...{ href: hrefOf('trains'), isUrgent: true },
          },
        ]
      : []),
    ...(conflicts && hasGates
      ? [{ part: 'conflicts', title: WORDS.conflicts, ...conflicts, href: hrefOf('gates') }]
      : []),
    ...(gates && hasGates
      ? [
          {
            ...{ part: 'gates', title: WORDS.gates, detail: WORDS.gatesDetail(silentMinutes), ...gates },
            href: hrefOf('gates', ['list']),
          },
        ]
      : []),
    ...(messages ? [{ part: 'messages', title: WORDS.messages, ...messages, href: hrefOf('feedback') }] : []),
    ...(mails ? [{ part: 'mails', title: WORDS.mails, ...mails, href: hrefOf('mails') }] : []),
    ...(refusedFeeds
      ? [{ part: 'refusedFeeds', title: WORDS.refusedFeeds, ...refusedFeeds, href: hrefOf('timetable') }]
      : []),
    ...(webhooks
      ? [
          {
            ...{ part: 'webhooks', title: WORDS.webhooks, detail: WORDS.webhooksDetail, ...webhooks },
            href: hrefOf('partners'),
          },
        ]
      : []),
  ];
}

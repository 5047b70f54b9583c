// Mails to sales partners in Japanese.
import type { PartnerMails } from '../../mail-words.ts';

export const partner: PartnerMails = {
  disabled: [
    '通知先を停止しました',
    '{url} は、{days}日間、イベントを受け取りませんでした（最後の理由：{reason}）。そのため、{app}はこの通知先への送信を停止しました。\n\n受け取れる状態に直してから、鉄道会社の担当者に再開を依頼してください。停止中のイベントは失われず、再開すると順に届きます。',
  ],
  gone: [
    '通知先を停止しました',
    '{url} が「今後は受け取らない」（410）と応答したため、{app}はこの通知先への送信を停止しました。\n\nまた受け取るには、受け取れる状態に直してから、鉄道会社の担当者に再開を依頼してください。停止中のイベントは失われず、再開すると順に届きます。',
  ],
};

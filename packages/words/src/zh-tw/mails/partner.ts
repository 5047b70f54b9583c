// Mails to sales partners in traditional Chinese.
import type { PartnerMails } from '../../mail-words.ts';

export const partner: PartnerMails = {
  disabled: [
    'Webhook 接收網址已停用',
    '{url} 已連續 {days} 天未接收事件（最後原因：{reason}），因此 {app} 不再向該網址傳送事件。\n\n請修復接收網址，然後聯絡鐵路公司的負責人重新啟用。事件不會遺失，等待中的事件會依序傳送。',
  ],
  gone: [
    'Webhook 接收網址已停用',
    '{url} 回覆不再接收事件（410），因此 {app} 不再向該網址傳送事件。\n\n如需繼續接收，請修復接收網址，然後聯絡鐵路公司的負責人啟用。事件不會遺失，等待中的事件會依序傳送。',
  ],
};

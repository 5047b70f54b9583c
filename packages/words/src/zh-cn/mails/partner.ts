// Mails to sales partners in simplified Chinese.
import type { PartnerMails } from '../../mail-words.ts';

export const partner: PartnerMails = {
  disabled: [
    'Webhook 接收地址已停用',
    '{url} 已连续 {days} 天未接收事件（最后原因：{reason}），因此 {app} 不再向该地址发送事件。\n\n请修复接收地址，然后联系铁路公司的负责人重新启用。事件不会丢失，等待中的事件将按顺序发送。',
  ],
  gone: [
    'Webhook 接收地址已停用',
    '{url} 回复不再接收事件（410），因此 {app} 不再向该地址发送事件。\n\n如需继续接收，请修复接收地址，然后联系铁路公司的负责人启用。事件不会丢失，等待中的事件将按顺序发送。',
  ],
};

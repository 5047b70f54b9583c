// Mails to sales partners in English.
import type { PartnerMails } from '../../mail-words.ts';

export const partner: PartnerMails = {
  disabled: [
    'A webhook endpoint was switched off',
    '{url} has accepted no event for {days} days (last reason: {reason}), so {app} no longer sends events to it.\n\nRepair the endpoint, then ask your contact at the railway to switch it on again. No event is lost: those that wait are sent in order.',
  ],
  gone: [
    'A webhook endpoint was switched off',
    '{url} answered that it wants no more events (410), so {app} no longer sends any to it.\n\nTo get events again, repair the endpoint and ask your contact at the railway to switch it on. No event is lost: those that wait are sent in order.',
  ],
};

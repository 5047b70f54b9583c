// Mails to sales partners in German.
import type { PartnerMails } from '../../mail-words.ts';

export const partner: PartnerMails = {
  disabled: [
    'Ein Webhook-Endpunkt wurde abgeschaltet',
    '{url} hat seit {days} Tagen kein Ereignis angenommen (letzter Grund: {reason}). {app} sendet deshalb keine Ereignisse mehr dorthin.\n\nBringen Sie den Endpunkt in Ordnung und bitten Sie dann Ihre Ansprechperson bei der Bahn, ihn wieder einzuschalten. Kein Ereignis geht verloren: Was wartet, wird der Reihe nach gesendet.',
  ],
  gone: [
    'Ein Webhook-Endpunkt wurde abgeschaltet',
    '{url} hat geantwortet, dass es keine Ereignisse mehr will (410). {app} sendet deshalb keine mehr dorthin.\n\nUm wieder Ereignisse zu erhalten, bringen Sie den Endpunkt in Ordnung und bitten Sie Ihre Ansprechperson bei der Bahn, ihn einzuschalten. Kein Ereignis geht verloren: Was wartet, wird der Reihe nach gesendet.',
  ],
};

// Mails about a change of a ticket by staff, in German.
import type { TicketChangeMails } from '../../mail-words.ts';

export const ticketChange: TicketChangeMails = {
  suspend: [
    'Ihr Ticket ist gesperrt',
    '{product} (Ticket Nr. {ticketNo}) ist gesperrt: {at}. Sein Code öffnet vorerst keine Sperre; Ihre Platzreservierungen bleiben. Um es wieder zu benutzen, fragen Sie bitte das Personal am Bahnhof oder dort, wo Sie es gekauft haben.',
  ],
  resume: [
    'Ihr Ticket funktioniert wieder',
    '{product} (Ticket Nr. {ticketNo}) ist nicht mehr gesperrt: {at}. Frühere Codes funktionieren nicht mehr: Öffnen Sie das Ticket einmal mit Netz in der App, um einen neuen zu erhalten. {origin}',
  ],
  refund: [
    'Ihr Ticket wurde erstattet',
    '{product} (Ticket Nr. {ticketNo}) wurde erstattet: {at}. Es kann nicht mehr benutzt werden. Den Betrag und wann Sie ihn erhalten, erfahren Sie dort, wo Sie das Ticket gekauft haben.',
  ],
  void: [
    'Ihr Ticket ist nicht mehr gültig',
    '{product} (Ticket Nr. {ticketNo}) wurde für ungültig erklärt: {at}. Es kann nicht mehr benutzt werden. Wenn Sie das nicht erwartet haben, fragen Sie bitte das Personal am Bahnhof oder dort, wo Sie es gekauft haben.',
  ],
  reissue: [
    'Ihr Ticket wurde neu ausgestellt',
    '{product} (Ticket Nr. {ticketNo}) wurde neu ausgestellt: {at}. Das neue Ticket (Nr. {newTicketNo}) gilt gleich lange und ist schon bei Ihren Tickets; das alte und seine Codes funktionieren nicht mehr. {origin}',
  ],
  freed: 'Stornierte Platzreservierungen:',
  freedByReissue: 'Stornierte Platzreservierungen (bitte reservieren Sie mit dem neuen Ticket noch einmal):',
};

// Mails about an account in German.
import type { AccountMails } from '../../mail-words.ts';

export const account: AccountMails = {
  registry: [
    'Ihr Code für {app}',
    'Ihr Code für ein neues Konto: {code}\n\nGeben Sie ihn innerhalb von 5 Minuten in der App ein. Geben Sie ihn niemandem weiter.\nWenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail.',
  ],
  resetPassword: [
    'Ihr Code für ein neues Passwort',
    'Ihr Code, um ein neues Passwort zu setzen: {code}\n\nGeben Sie ihn innerhalb von 5 Minuten in der App ein. Geben Sie ihn niemandem weiter: Damit könnte jemand Ihr Konto und Ihre Tickets übernehmen.\nWenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail.',
  ],
  alreadyRegistered: [
    'Sie haben schon ein Konto',
    'Jemand wollte mit dieser E-Mail ein Konto erstellen; sie hat aber schon eines.\nMelden Sie sich an, oder setzen Sie Ihr Passwort zurück:\n{origin}\n\nWenn Sie es nicht waren, müssen Sie nichts tun.',
  ],
  passwordChanged: [
    'Ihr Passwort wurde geändert',
    'Das Passwort Ihres Kontos wurde geändert: {at}.\n\nWenn Sie es nicht waren, setzen Sie Ihr Passwort jetzt zurück:\n{origin}',
  ],
  deleted: [
    'Ihr Konto wurde gelöscht',
    'Ihr Konto wurde gelöscht: {at}. Ihr Name und Ihre E-Mail sind entfernt.\n\nDanke, dass Sie mit uns gereist sind.',
  ],
};

// Tickets and their events, in German.
import { forStaff } from '../app/for-staff.ts';

export const tickets = {
  category: forStaff.category,
  event: {
    issue: 'Ausgestellt',
    bind: 'Einem Konto hinzugefügt',
    use: 'Benutzung begonnen',
    finish: 'Aufgebraucht',
    reopen: 'Nicht mehr aufgebraucht: Die Sperre zählt nicht',
    transfer: 'Übertragen',
    exchange: 'Umgetauscht',
    entry: 'Eingang',
    exit: 'Ausgang',
    cancelEntry: 'Eingang widerrufen',
    forcedExit: 'Von Personal hinausgelassen',
    forcedUse: 'Von Personal durchgelassen',
    carriedExit: 'Fahrt vom vorherigen Ticket übernommen',
    takeIn: 'Am Schalter entgegengenommen',
    admit: 'Eintritt entgegengenommen',
    otherPhone: 'Auf anderem Smartphone gezeigt',
    suspend: 'Gesperrt',
    resume: 'Entsperrt',
    refund: 'Erstattet',
    void: 'Für ungültig erklärt',
    disuse: 'Zurückgezogen',
    reissue: 'Neu ausgestellt',
    reserveSeat: 'Platz vom Personal reserviert',
    moveSeat: 'Platz vom Personal verlegt',
    cancelSeat: 'Platz vom Personal storniert',
    settleConflict: 'Widerspruch der Sperre gelöst',
  },
};

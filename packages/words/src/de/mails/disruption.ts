// Mails and notices about a disrupted reservation in German.
import type { DisruptionTexts } from '../../mail-words.ts';

export const disruption: DisruptionTexts = {
  texts: {
    cancelled: [
      '{train} fällt aus: Wählen Sie einen anderen Zug',
      '{train} am {day} fährt nicht mehr von {from} nach {to}.',
      'Wechseln Sie bis {until} kostenlos zu einem anderen Zug; das verbraucht keine Reservierung. Oder stornieren Sie die Reservierung.',
    ],
    givenUp: [
      '{train} fährt wieder, ohne Ihren Platz',
      '{train} am {day} fährt wieder von {from} nach {to}. Sie haben mit Ihrem Ticket inzwischen einen anderen Zug reserviert. Deshalb wurde Ihr Platz freigegeben.',
      'Sie müssen nichts tun.',
    ],
    stopLeftOut: [
      '{train} hält nicht an Ihrem Bahnhof: Wählen Sie einen anderen Zug',
      '{train} am {day} fährt, hält aber nicht in {stop} und bringt Sie deshalb nicht von {from} nach {to}.',
      'Wechseln Sie bis {until} kostenlos zu einem anderen Zug; das verbraucht keine Reservierung. Oder stornieren Sie die Reservierung.',
    ],
    seatGone: [
      'Ihr Platz in {train} entfällt: Wählen Sie einen anderen',
      '{train} am {day} fährt, aber mit anderen Wagen, und Ihren Platz gibt es nicht mehr.',
      'Wählen Sie vor der Abfahrt einen anderen Platz oder einen anderen Zug. Das ist kostenlos und verbraucht keine Reservierung.',
    ],
    someSeatsGone: [
      'Einige Ihrer Plätze in {train} entfallen: Wählen Sie noch einmal',
      '{train} am {day} fährt, aber mit anderen Wagen, und einige Ihrer Plätze gibt es nicht mehr.',
      'Wählen Sie vor der Abfahrt noch einmal Plätze für alle: Die übrigen können Sie behalten, oder Sie nehmen einen anderen Zug. Das ist kostenlos und verbraucht keine Reservierung.',
    ],
    retimed: [
      '{train} fährt zu einer anderen Zeit',
      'Die Zeiten von {train} am {day} von {from} nach {to} haben sich geändert.',
      'Kommen Sie zur neuen Zeit an den Bahnhof; Ihr Platz bleibt gleich. Wenn es nicht passt, wechseln Sie kostenlos zu einem anderen Zug, oder stornieren Sie die Reservierung.',
    ],
    restored: [
      '{train} fährt wie reserviert',
      '{train} am {day} von {from} nach {to} fährt wieder zur reservierten Zeit und mit Ihrem Platz.',
      'Sie müssen nichts tun.',
    ],
    restoredLate: [
      '{train} fährt doch, aber verspätet',
      '{train} am {day} von {from} nach {to} fährt wieder mit Ihrem Platz, aber verspätet.',
      'Sehen Sie in der App nach der erwarteten Zeit, bevor Sie zum Bahnhof gehen.',
    ],
  },
  noTrainLeft:
    'Bevor Ihr Ticket endet, fährt kein späterer Zug. Bitte wenden Sie sich heute an das Bahnhofspersonal.',
  noTrainThatDay:
    'An dem Tag fährt kein Zug mehr. Wählen Sie in der App kostenlos einen anderen Tag, oder fragen Sie das Personal.',
  booked: 'Reserviert: {times}',
  now: 'Jetzt: {times}',
  gone: 'Entfallen: {seats}',
  kept: 'Weiterhin Ihre: {seats}',
  seats: 'Platz: {seats}',
  open: 'Ihre Reservierung: ',
};

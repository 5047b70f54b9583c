// What is pushed to phones in German: a title of 50 characters at most, and a text of 120.
import type { PushWords } from '../../mail-words.ts';

export const push: PushWords = {
  change: {
    cancelled: [
      '{train} fällt aus',
      'Der Zug fährt nicht von {from} nach {to}. Wählen Sie in der App kostenlos einen anderen Zug.',
    ],
    stopLeftOut: [
      '{train} lässt Ihren Halt aus',
      'Er bringt Sie nicht von {from} nach {to}. Wählen Sie in der App kostenlos einen anderen Zug.',
    ],
    restored: [
      '{train} fährt wieder',
      'Abfahrt in {from} um {time}; Ihr Platz ist da. Sie brauchen nichts zu tun.',
    ],
    seatGone: [
      'Ihr Platz im {train} ist weggefallen',
      'Der Zug fährt mit anderen Wagen. Wählen Sie in der App kostenlos einen anderen Platz.',
    ],
    retimed: ['{train} fährt zu einer anderen Zeit', 'Abfahrt in {from} um {time}. Ihr Platz bleibt gleich.'],
    platform: [
      '{train}: jetzt Gleis {platform}',
      'Abfahrt in {from} um {time}. Bitte gehen Sie zu Gleis {platform}.',
    ],
    late: [
      '{train} ist {minutes} Min. verspätet',
      'Abfahrt in {from} voraussichtlich um {time}. Sehen Sie noch einmal in die App, bevor Sie gehen.',
    ],
    onTime: [
      '{train} ist wieder pünktlich',
      'Abfahrt in {from} um {time}. Seien Sie bitte bis dahin am Bahnhof.',
    ],
  },
  departure: [
    '{train} fährt um {time}',
    '{from}, Gleis {platform}. Ihr Platz: {seats}.',
    '{from}; das Gleis steht dort auf der Anzeige. Ihr Platz: {seats}.',
  ],
  received: [
    'Sie haben ein Ticket erhalten',
    '{product} ist jetzt bei Ihren Tickets. Öffnen Sie die App, um es zu sehen.',
  ],
  entered: [
    'Jemand aus Ihrer Gruppe ist drin',
    'Sperre in {station} um {time} passiert. Sie brauchen nichts zu tun.',
  ],
  left: [
    'Jemand aus Ihrer Gruppe ist draußen',
    'Sperre in {station} um {time} passiert. Sie brauchen nichts zu tun.',
  ],
  lateMail: [
    '{train} am {day} ist etwa {minutes} Minuten verspätet. Die Abfahrt in {from} ist voraussichtlich um {time}.',
    'Sehen Sie in die App, bevor Sie gehen: Ein Zug kann Zeit aufholen. Passt Ihnen die Verspätung nicht, wählen Sie dort einen anderen Zug.',
  ],
};

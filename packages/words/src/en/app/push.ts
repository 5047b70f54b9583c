import type { Messages } from '../../app-words.ts';

export const push: Messages['push'] = {
  title: 'Notifications',
  cardTitle: 'Notifications if your train changes',
  cardText:
    'Your phone shows the platform and car before the train leaves, and says if it is late or cancelled. Also while the app is closed.',
  cardYes: 'Turn on notifications',
  notNow: 'Not now',
  notNowDone: 'You can turn them on at any time in Account.',
  cardOn: 'This phone notifies you if your train changes.',
  toSettings: 'Choose your notifications',
  install: 'On an iPhone or iPad, tap Share, then “Add to Home Screen”, and open the app from there.',
  noneTitle: 'This browser cannot get notifications',
  none: 'Open the app in an up-to-date Chrome, Edge, Firefox or Safari, not in a private window.',
  deniedTitle: 'Notifications are blocked',
  denied:
    'Allow notifications for this app in your browser’s site settings, or in your phone’s settings. Then come back to this screen.',
  notAllowed: 'Notifications are not allowed yet. Tap the button again, then choose “Allow”.',
  ended:
    'Notifications have stopped: the browser or a new login can end them. Turn them on again to receive them.',
  offTitle: 'Notifications are off on this phone',
  onTitle: 'This phone gets notifications',
  turnOn: 'Turn on notifications',
  turnedOn: 'Notifications are on',
  turnOff: 'Turn off notifications',
  turnedOff: 'Notifications are off',
  topics: 'Notify me about',
  topic: {
    departure: { name: 'Before departure', text: 'Your platform and car, shortly before the train leaves.' },
    change: {
      name: 'Your train changes',
      text: 'It is late or cancelled, or has another platform or other cars.',
    },
    received: { name: 'A ticket for you', text: 'Somebody has sent you a ticket.' },
    passage: { name: 'Your party at the gates', text: 'Somebody you travel with has passed a gate.' },
  },
  topicMissing: 'Please choose at least one, or turn notifications off.',
  quiet: 'Quiet hours',
  quietOn: 'Have quiet hours',
  quietText: 'In these hours, nothing that can wait is sent.',
  quietFrom: 'From',
  quietTo: 'To',
  quietMissing: 'Please choose two different times.',
  language: (name) => `Notifications come in the app’s language: ${name}.`,
  noSubscription: 'The browser could not reach its notification service. Check your network and try again.',
  general: 'There is news about your journey. Tap to see it.',
};

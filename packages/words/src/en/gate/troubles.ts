// What failed at a gate, and what staff do, in English.
import { span } from './span.ts';

export const troubles = {
  network: {
    title: 'The server cannot be reached',
    todo: 'Check the network',
    sync: 'The gate continues, and sends when the network is back',
  },
  server: {
    title: 'The server has a problem',
    todo: 'Wait a little and try again',
    sync: 'The gate continues, and sends again automatically',
  },
  clock: { title: 'This device’s clock is wrong', todo: 'Set its date and time to automatic' },
  unproved: {
    title: 'The answer is not from our server',
    todo: 'Check whether the network requires a login',
  },
  codeUnknown: {
    title: 'The code is wrong or already used',
    todo: 'Check it, or ask head office for a new one',
  },
  codeOld: { title: 'The code is older than 24 hours', todo: 'Ask head office for a new one' },
  fault: { title: 'This page has a fault', todo: 'Reload it, or update the browser' },
  storage: { title: 'This device cannot save it', todo: 'Free some storage, or leave private mode' },
  tooManyTries: { title: 'Too many attempts', todo: (seconds: number) => `Try again in ${span(seconds)}` },
  signatureRefused: {
    title: 'This device’s signature is not accepted',
    todo: 'Reload the page and try again',
  },
  /** While sending reports. */
  busy: { title: 'The server is busy', todo: 'Wait: it is sent automatically' },
  closed: {
    title: 'This gate is no longer enrolled',
    todo: 'Enrol it again under Settings, with a new code from head office',
  },
  notTaken: {
    title: 'The server does not accept what this gate sends',
    todo: 'Reload the page; if it continues, contact head office',
  },
  /** In the bar: why nothing is sent. */
  bar: {
    device: 'Device error',
    clock: 'Clock',
    network: 'Offline',
    closed: 'Not enrolled',
    unproved: 'Other network',
    server: 'Server',
  },
};

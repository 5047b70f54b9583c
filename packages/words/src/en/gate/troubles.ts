// What failed at a gate, and what staff do, in English.
import { span } from './span.ts';

export const troubles = {
  network: {
    title: 'The server is not reached',
    todo: 'Check the network',
    sync: 'The gate goes on, and sends by itself once it is back',
  },
  server: {
    title: 'The server has a problem',
    todo: 'Wait a little and try again',
    sync: 'The gate goes on, and sends again by itself',
  },
  clock: { title: 'This device’s clock is wrong', todo: 'Set its date and time to automatic' },
  unproved: { title: 'The answer is not the server’s own', todo: 'See whether the network wants a login' },
  codeUnknown: {
    title: 'The code is wrong or already used',
    todo: 'Check it, or ask the desk for a new one',
  },
  codeOld: { title: 'The code is older than 24 hours', todo: 'Ask the desk for a new one' },
  fault: { title: 'This page has a fault', todo: 'Load it again, or update the browser' },
  storage: { title: 'This device cannot keep it', todo: 'Free some storage, or leave private mode' },
  tooManyTries: { title: 'Too many tries', todo: (seconds: number) => `Try again in ${span(seconds)}` },
  signatureRefused: {
    title: 'This device’s signature is not taken',
    todo: 'Load the page again and try again',
  },
  /** While sending reports. */
  busy: { title: 'The server is busy', todo: 'Wait: it is sent by itself' },
  closed: {
    title: 'This gate is no longer enrolled',
    todo: 'Enrol it again under Settings, with a new code of the desk',
  },
  notTaken: {
    title: 'The server does not take what this gate sends',
    todo: 'Load the page again; if it goes on, tell the desk',
  },
  /** In the bar: why nothing is sent. */
  bar: {
    device: 'Fault here',
    clock: 'Clock',
    network: 'Offline',
    closed: 'Not enrolled',
    unproved: 'Other network',
    server: 'Server',
  },
};

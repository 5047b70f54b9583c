// Why a gate does not run, and what staff do, in English.
import { span } from './span.ts';

export const halts = {
  off: {
    title: (seconds: number) => `This device's clock is ${span(seconds)} ${seconds > 0 ? 'fast' : 'slow'}`,
    todo: 'Set its date and time to automatic',
  },
  setBack: {
    title: (seconds: number) => `This device's clock was set back by ${span(seconds)}`,
    todo: 'Correct the time, or connect it to the network',
  },
  unchecked: {
    title: 'The time has not been checked yet',
    todo: 'Connect it to the network once before it opens',
  },
  keys: { title: 'No issuing key is valid now', todo: 'Connect it to the network' },
  closed: {
    title: 'This gate is no longer enrolled',
    todo: 'Enrol it again with a new code from head office: Staff, then Settings',
  },
  storage: { title: 'Passages cannot be recorded', todo: 'Free some storage: it then continues by itself' },
};

// Errors: what happened, and what to do next, in English.

export const errors = {
  lost: 'No answer arrived. Press again: nothing is done twice.',
  offline: 'The server cannot be reached. Check the network and try again.',
  late: 'The server took too long to answer. Please try again.',
  tooLarge:
    'A proxy refuses this because it is too large. Send less at once, or ask your system administrator to raise the proxy’s limit.',
  broken: 'The server has a problem. Wait a little and try again.',
  ours: 'This page has a fault. Load it again; if that does not help, update the browser.',
};

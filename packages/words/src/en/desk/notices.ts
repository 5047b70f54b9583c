// Notices, in English.

export const notices = {
  state: { coming: 'Coming', shown: 'Shown', past: 'Past', withdrawn: 'Withdrawn' },
  level: { info: 'Normal', important: 'Important' },
};

// Notices, in German.

export const notices = {
  state: { coming: 'Geplant', shown: 'Angezeigt', past: 'Vorbei', withdrawn: 'Zurückgezogen' },
  level: { info: 'Normal', important: 'Wichtig' },
};

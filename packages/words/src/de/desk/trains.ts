// Trains, in German.

export const trains = {
  carClass: { ordinary: '2. Klasse', green: '1. Klasse' },
  direction: { inbound: 'Vom Flughafen', outbound: 'Zum Flughafen' },
};

// Trains, in English.

export const trains = {
  carClass: { ordinary: 'Ordinary', green: 'Green' },
  direction: { inbound: 'From the airport', outbound: 'To the airport' },
};

// Trains, in Japanese.

export const trains = {
  carClass: { ordinary: '普通車', green: 'グリーン車' },
  direction: { inbound: '空港から', outbound: '空港へ' },
};

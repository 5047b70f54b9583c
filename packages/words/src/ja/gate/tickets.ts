// Tickets, directions and acts at a gate, in Japanese.

export const tickets = {
  /** Passenger categories. */
  category: {
    adult: 'おとな',
    child: 'こども',
    specialAdult: 'おとな（割引）',
    specialChild: 'こども（割引）',
    senior: 'シニア',
    saleAdult: 'おとな（特別価格）',
    saleChild: 'こども（特別価格）',
  },
  direction: { in: '入場', out: '出場', both: '入出場' },
  /** Acts of staff. */
  act: { forcedExit: '強制出場', forcedUse: '強制使用' },
  /** Reasons for an act of staff. */
  byHand: {
    phone: 'スマートフォンの電池切れ・故障',
    unreadable: 'コードを読み取れない',
    noEntry: '入場記録がない',
    wrongDirections: '案内の誤り',
  },
};

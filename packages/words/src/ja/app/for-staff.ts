// Words that the app also shows to staff in the railway's own language, in Japanese. They load alone.
export const forStaff = {
  category: {
    adult: 'おとな',
    child: 'こども',
    specialAdult: 'おとな（割引）',
    specialChild: 'こども（割引）',
    senior: 'シニア',
    saleAdult: 'おとな（特別価格）',
    saleChild: 'こども（特別価格）',
  },
  verifiedIn: '入場確認済',
  verifiedOut: '出場確認済',
  ticketRow: 'きっぷ',
  exchangedTitle: '引換番号',
};

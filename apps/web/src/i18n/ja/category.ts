// The passenger categories, apart: in every language a code tells staff in Japanese whose it is.
export const category = {
  adult: 'おとな',
  child: 'こども',
  specialAdult: 'おとな（割引）',
  specialChild: 'こども（割引）',
  senior: 'シニア',
  saleAdult: 'おとな（特別価格）',
  saleChild: 'こども（特別価格）',
};

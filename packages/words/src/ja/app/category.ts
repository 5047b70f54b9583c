// The passenger categories. In a file of their own, because the code screen shows them to staff in Japanese in every
// language.
export const category = {
  adult: 'おとな',
  child: 'こども',
  specialAdult: 'おとな（割引）',
  specialChild: 'こども（割引）',
  senior: 'シニア',
  saleAdult: 'おとな（特別価格）',
  saleChild: 'こども（特別価格）',
};

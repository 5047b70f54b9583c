// Orders in a file, in Japanese.

export const orders = {
  column: {
    order: '注文番号',
    product: '商品ID',
    category: '旅客区分',
    count: '枚数',
    validUntil: '有効期限',
    price: '単価',
  },
  /** How else files write a category, separated by commas. */
  spellings: {
    adult: '大人、おとな、大、一般、成人',
    child: '小児、小人、子供、子ども、こども、小、児童',
    senior: 'シニア、高齢者、敬老',
  },
  fault: {
    shortened:
      '表計算ソフトが番号を短くしています（例：2.02611E+11）。列を「文字列」にして番号を入れ直し、もう一度保存してください',
    noOrder: '注文番号がありません',
    orderId: '注文番号は半角の英数字と記号で64文字までです',
    product: 'この商品IDはありません',
    mixed: '1つの注文に入れられる商品は1種類です',
    category: '旅客区分がわかりません',
    count: '枚数は1から200までです',
    many: '1つの注文は200枚までです',
    date: '日付ではありません（例：2027-03-31）',
    past: '有効期限が過ぎています',
    far: '有効期限が10年より先です',
    price: '単価は1億までの金額で入力してください',
    cells: '列が多すぎます',
  },
};

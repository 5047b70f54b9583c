// The texts of the partner API's problems, in English and Japanese: for the people who write and run an agency's program.
import type { ProblemType } from '@kippu/contract/partner/problem-types';

/** `{name}` is a placeholder; see error-words.ts. */
interface ProblemText {
  readonly title: string;
  readonly detail: string;
  readonly nextStep: string;
}

/** What is wrong at a place of the request, by the keyword of the schema; `other` for all others. */
export interface FaultTexts {
  readonly required: string;
  readonly unknown: string;
  readonly type: string;
  readonly choice: string;
  readonly form: string;
  readonly tooFew: string;
  readonly tooMany: string;
  readonly repeated: string;
  readonly other: string;
}

interface PartnerWords {
  readonly language: 'en' | 'ja';
  readonly problems: Readonly<Record<ProblemType, ProblemText>>;
  readonly faults: FaultTexts;
}

const en: PartnerWords = {
  language: 'en',
  problems: {
    'invalid-request': {
      title: 'The request is not valid',
      detail: 'Some fields are missing, unknown or not of the right form.',
      nextStep: 'Correct the places in `errors` and send it again.',
    },
    'idempotency-key-missing': {
      title: 'The header Idempotency-Key is missing',
      detail: 'Each POST and DELETE needs this header, with 8 to 100 characters.',
      nextStep: 'Make a random key for each act, such as a UUID. Send the same key when you repeat the act.',
    },
    'unknown-key': {
      title: 'The key is not known',
      detail: 'The header Authorization has no key, or one that is unknown or closed.',
      nextStep: 'Send `Authorization: Bearer` and your key. If it was closed, ask the railway for a new one.',
    },
    'scope-missing': {
      title: 'Your key is not allowed to do this',
      detail: 'This call needs the scope `{scope}`.',
      nextStep: 'Use a key with this scope, or ask the railway for one.',
    },
    'test-mode-unavailable': {
      title: 'Test keys cannot be used yet',
      detail: 'The railway has no test trains.',
      nextStep: 'Use a live key.',
    },
    'not-found': {
      title: 'Not found',
      detail: 'There is nothing at this address, or it is not yours.',
      nextStep: 'Check the address and the id.',
    },
    'request-under-way': {
      title: 'The same request is under way',
      detail: 'A request with this Idempotency-Key has not been answered yet.',
      nextStep: 'Wait a second and send it again with the same key.',
    },
    'body-too-large': {
      title: 'The request is too large',
      detail: 'The body has more bytes than this call accepts.',
      nextStep: 'Divide it into several requests.',
    },
    'idempotency-key-reused': {
      title: 'The Idempotency-Key belongs to another request',
      detail: 'You have sent this key with another body or to another address.',
      nextStep: 'Make a new key for a new act.',
    },
    'reference-used': {
      title: 'You have an order with this reference',
      detail: 'Your reference `{reference}` belongs to another order of yours.',
      nextStep: 'Find it by `GET /partner/v1/orders?reference=`, or choose another reference.',
    },
    'order-lapsed': {
      title: 'The order has lapsed',
      detail: 'It was not confirmed by {expiresAt}.',
      nextStep: 'Make a new order.',
    },
    'order-not-open': {
      title: 'The order is not open',
      detail: 'Its state is `{state}`.',
      nextStep: 'Read the order. A confirmed one can be refunded.',
    },
    'order-not-confirmed': {
      title: 'The order is not confirmed',
      detail: 'Its state is `{state}`.',
      nextStep: 'Confirm it first.',
    },
    'product-not-sold': {
      title: 'The product is not on sale',
      detail: 'It does not exist, is not among your products, or is not sold today.',
      nextStep: 'Choose one of `GET /partner/v1/offers`.',
    },
    'category-not-sold': {
      title: 'The product is not sold to this passenger',
      detail: 'It has no price for this category.',
      nextStep: 'Choose one of the categories of the offer.',
    },
    'use-by-not-allowed': {
      title: 'The last day of use is not allowed',
      detail: 'It must be from {from} to {until}.',
      nextStep: 'Choose a day in this time, or leave the field out.',
    },
    'daily-limit': {
      title: 'The limit of the day is reached',
      detail: 'You may sell {limit} tickets of `{productId}` a day; {left} are left today.',
      nextStep: 'Order fewer, wait until tomorrow, or ask the railway for a higher limit.',
    },
    'offer-expired': {
      title: 'The offer has expired',
      detail: 'It is not valid any more, or belongs to another product.',
      nextStep: 'Get a new one from `GET /partner/v1/offers`.',
    },
    'hold-unusable': {
      title: 'The hold cannot be used',
      detail: 'It has lapsed, belongs to another order, or is not yours.',
      nextStep: 'Hold the seats again.',
    },
    'seats-taken': {
      title: 'Somebody else has some of these seats',
      detail: 'Taken: {seats}[. Still free: {free}|].',
      nextStep: 'Choose others, or let the server choose with `any`.',
    },
    'not-enough-seats': {
      title: 'There are not enough free seats',
      detail: '{left} seats of the class are left on this ride.',
      nextStep: 'Choose another class or another train.',
    },
    'seat-limit': {
      title: 'You have too many seats on this train',
      detail: 'You may have {max} seats on one train that no traveller has added; you have {held}.',
      nextStep: 'Release holds that you do not need, or ask the railway for a higher limit.',
    },
    'seats-do-not-fit': {
      title: 'These seats do not fit the tickets',
      detail:
        'The product does not cover the ride or the class, includes fewer seats, or the numbers of seats and passengers differ.',
      nextStep: 'Compare the sections and classes of the product, and hold one seat for each passenger.',
    },
    'train-closed': {
      title: 'The train can no longer be booked',
      detail: 'It has left, or leaves in a few minutes.',
      nextStep: 'Choose a later train.',
    },
    'train-not-found': {
      title: 'There is no such train or station',
      detail: 'No train of this id runs on that day from one station to the other, or it has no such seat.',
      nextStep: 'Choose one of `GET /partner/v1/trains`.',
    },
    'train-changed': {
      title: 'The train has changed',
      detail: 'It does not run that day, does not stop there, or runs at other times than before.',
      nextStep: 'Choose a train again.',
    },
    'booking-not-open': {
      title: 'This day cannot be booked',
      detail: '[Booking opens at {opens}|The day is outside the time in which seats are booked].',
      nextStep: 'Choose another day, or try again when booking has opened.',
    },
    'not-refundable': {
      title: 'Some tickets cannot be refunded',
      detail: 'A ticket is used, was given back before, or its product or its last day does not allow it.',
      nextStep: 'Read the order: passengers with `refundable` can be refunded. For others ask the railway.',
    },
    'not-exchangeable': {
      title: 'Some tickets cannot be exchanged',
      detail: 'A ticket is used, was given back before, or its product or its last day does not allow it.',
      nextStep: 'Read the order: passengers with `exchangeable` can be exchanged.',
    },
    'rule-refused': {
      title: 'A rule of the railway refuses this',
      detail: 'The state has changed, or this is not possible now.',
      nextStep: 'Read the order and try again. If it stays so, ask the railway and name the request id.',
    },
    'too-many-requests': {
      title: 'Too many requests',
      detail: 'You have used up your limit for the moment.',
      nextStep:
        'Wait as many seconds as the header Retry-After says. The header RateLimit shows what is left.',
    },
    'internal-error': {
      title: 'Something failed on our side',
      detail: 'The request was not carried out.',
      nextStep:
        'Send it again with the same Idempotency-Key. If it fails again, name the request id to the railway.',
    },
    unavailable: {
      title: 'The service is unavailable for a moment',
      detail: 'The request may not have been carried out.',
      nextStep: 'Send it again with the same Idempotency-Key after the seconds of the header Retry-After.',
    },
  },
  faults: {
    required: 'is missing',
    unknown: 'is not known here',
    type: 'is of another type than {type}',
    choice: 'is none of: {choices}',
    form: 'does not have the right form',
    tooFew: 'is below the minimum of {limit}',
    tooMany: 'is above the maximum of {limit}',
    repeated: 'has the same value twice',
    other: 'is not valid',
  },
};

const ja: PartnerWords = {
  language: 'ja',
  problems: {
    'invalid-request': {
      title: 'リクエストが正しくありません',
      detail: '足りない項目、不明な項目、または形式の違う項目があります。',
      nextStep: '`errors` の箇所を直して、もう一度送信してください。',
    },
    'idempotency-key-missing': {
      title: 'ヘッダー Idempotency-Key がありません',
      detail: 'POST と DELETE には、8～100文字のこのヘッダーが必要です。',
      nextStep: '操作ごとに UUID などの乱数でキーを作り、同じ操作を送り直すときは同じキーを使ってください。',
    },
    'unknown-key': {
      title: 'キーを確認できません',
      detail: 'ヘッダー Authorization にキーがないか、不明または無効なキーです。',
      nextStep:
        '`Authorization: Bearer` に続けてキーを送信してください。無効になった場合は、鉄道会社に新しいキーを依頼してください。',
    },
    'scope-missing': {
      title: 'このキーではこの操作ができません',
      detail: 'この呼び出しには権限 `{scope}` が必要です。',
      nextStep: 'この権限のあるキーを使うか、鉄道会社に依頼してください。',
    },
    'test-mode-unavailable': {
      title: 'テスト用のキーはまだ使えません',
      detail: 'テスト用の列車がありません。',
      nextStep: '本番用のキーを使ってください。',
    },
    'not-found': {
      title: '見つかりません',
      detail: 'このアドレスには何もないか、別の会社のものです。',
      nextStep: 'アドレスと ID を確認してください。',
    },
    'request-under-way': {
      title: '同じリクエストを処理しています',
      detail: 'この Idempotency-Key のリクエストは、まだ処理中です。',
      nextStep: '1秒ほど待って、同じキーでもう一度送信してください。',
    },
    'body-too-large': {
      title: 'リクエストが大きすぎます',
      detail: '本文がこの呼び出しの上限を超えています。',
      nextStep: '複数のリクエストに分けてください。',
    },
    'idempotency-key-reused': {
      title: 'Idempotency-Key は別のリクエストで使われています',
      detail: 'このキーは、別の本文または別のアドレスで送信済みです。',
      nextStep: '新しい操作には新しいキーを作ってください。',
    },
    'reference-used': {
      title: 'この参照番号の注文があります',
      detail: '参照番号 `{reference}` は、御社の別の注文で使われています。',
      nextStep: '`GET /partner/v1/orders?reference=` で確認するか、別の参照番号を使ってください。',
    },
    'order-lapsed': {
      title: '注文の期限が切れました',
      detail: '{expiresAt} までに確定されませんでした。',
      nextStep: '新しく注文してください。',
    },
    'order-not-open': {
      title: '注文は受付中ではありません',
      detail: '注文の状態は `{state}` です。',
      nextStep: '注文を確認してください。確定済みの注文は払い戻しができます。',
    },
    'order-not-confirmed': {
      title: '注文が確定されていません',
      detail: '注文の状態は `{state}` です。',
      nextStep: '先に注文を確定してください。',
    },
    'product-not-sold': {
      title: 'この商品は発売していません',
      detail: '商品がないか、御社の取扱商品でないか、本日は発売していません。',
      nextStep: '`GET /partner/v1/offers` から選んでください。',
    },
    'category-not-sold': {
      title: 'この旅客区分には発売していません',
      detail: 'この区分の値段がありません。',
      nextStep: 'オファーにある区分から選んでください。',
    },
    'use-by-not-allowed': {
      title: '利用開始の期限が正しくありません',
      detail: '{from} から {until} までの日付にしてください。',
      nextStep: 'この期間から選ぶか、項目を省いてください。',
    },
    'daily-limit': {
      title: '1日の発売枚数の上限に達しました',
      detail: '`{productId}` は1日 {limit} 枚まで発売できます。本日の残りは {left} 枚です。',
      nextStep: '枚数を減らすか、明日まで待つか、鉄道会社に上限の変更を依頼してください。',
    },
    'offer-expired': {
      title: 'オファーの期限が切れました',
      detail: '期限が切れたか、別の商品のオファーです。',
      nextStep: '`GET /partner/v1/offers` で新しいオファーを取得してください。',
    },
    'hold-unusable': {
      title: 'この座席の仮押さえは使えません',
      detail: '期限が切れたか、別の注文で使われているか、御社のものではありません。',
      nextStep: 'もう一度座席を仮押さえしてください。',
    },
    'seats-taken': {
      title: 'ほかの人が先に取った座席があります',
      detail: '取られた座席：{seats}[。空いている座席：{free}|]。',
      nextStep: '別の座席を選ぶか、`any` で自動的に選んでください。',
    },
    'not-enough-seats': {
      title: '空席が足りません',
      detail: 'この区間の残りは {left} 席です。',
      nextStep: '別の設備または別の列車を選んでください。',
    },
    'seat-limit': {
      title: '1列車あたりの座席数の上限を超えます',
      detail: 'お客様がまだ追加していない座席は、1列車 {max} 席までです。現在は {held} 席です。',
      nextStep: '不要な仮押さえを解放するか、鉄道会社に上限の変更を依頼してください。',
    },
    'seats-do-not-fit': {
      title: '座席がきっぷに合いません',
      detail: '商品の区間または設備の対象外か、含まれる座席数を超えるか、座席と旅客の数が違います。',
      nextStep: '商品の区間と設備を確認し、旅客1人に1席ずつ仮押さえしてください。',
    },
    'train-closed': {
      title: 'この列車の予約は締め切りました',
      detail: '発車したか、まもなく発車します。',
      nextStep: '後の列車を選んでください。',
    },
    'train-not-found': {
      title: '列車または駅が見つかりません',
      detail: 'その日にこの区間を走るこの ID の列車がないか、その座席がありません。',
      nextStep: '`GET /partner/v1/trains` から選んでください。',
    },
    'train-changed': {
      title: '列車に変更がありました',
      detail: 'その日は運休するか、その駅に停まらないか、時刻が変わりました。',
      nextStep: '列車を選び直してください。',
    },
    'booking-not-open': {
      title: 'この日は予約できません',
      detail: '[予約は {opens} から始まります|予約できる期間の日付ではありません]。',
      nextStep: '別の日を選ぶか、予約の開始後にもう一度お試しください。',
    },
    'not-refundable': {
      title: '払い戻しできないきっぷがあります',
      detail: '使用済みか、払い戻し済みか、商品または期限の規則で払い戻しできません。',
      nextStep:
        '注文で `refundable` のある旅客は払い戻しできます。それ以外は鉄道会社にお問い合わせください。',
    },
    'not-exchangeable': {
      title: '変更できないきっぷがあります',
      detail: '使用済みか、払い戻し済みか、商品または期限の規則で変更できません。',
      nextStep: '注文で `exchangeable` のある旅客は変更できます。',
    },
    'rule-refused': {
      title: '鉄道会社の規則により、できません',
      detail: '状態が変わったか、今はできない操作です。',
      nextStep:
        '注文を確認してからもう一度お試しください。続く場合は、リクエスト ID を添えて鉄道会社にお問い合わせください。',
    },
    'too-many-requests': {
      title: 'リクエストが多すぎます',
      detail: '現在の上限に達しました。',
      nextStep: 'ヘッダー Retry-After の秒数だけ待ってください。残りはヘッダー RateLimit で確認できます。',
    },
    'internal-error': {
      title: 'サーバーで問題が起きました',
      detail: 'リクエストは実行されませんでした。',
      nextStep:
        '同じ Idempotency-Key でもう一度送信してください。続く場合は、リクエスト ID を鉄道会社にお知らせください。',
    },
    unavailable: {
      title: '一時的に利用できません',
      detail: 'リクエストは実行されていない可能性があります。',
      nextStep: 'ヘッダー Retry-After の秒数の後に、同じ Idempotency-Key でもう一度送信してください。',
    },
  },
  faults: {
    required: '必要な項目です',
    unknown: '不明な項目です',
    type: '型は {type} です',
    choice: '次のどれかにしてください：{choices}',
    form: '形式が正しくありません',
    tooFew: '{limit} 以上にしてください',
    tooMany: '{limit} 以下にしてください',
    repeated: '同じ値が2つあります',
    other: '正しくありません',
  },
};

/** Returns the texts for a reader of these BCP 47 tags, the preferred one first: Japanese or English. */
export function partnerWords(tags: readonly string[]): PartnerWords {
  const first = tags.find((tag) => /^(ja|en)\b/i.test(tag));
  return first !== undefined && /^ja/i.test(first) ? ja : en;
}

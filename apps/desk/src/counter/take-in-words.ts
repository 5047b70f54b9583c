// Why a ticket cannot be taken in, and what to do next.
import type { TakeIn } from '@kippu/contract/calls/desk/counter';
import { nameIn } from '@kippu/contract/names';
import type { Language } from '@kippu/contract/languages';
import type { Text } from '../app/text/texts.ts';
import { text } from '../app/text/texts.ts';

interface Moments {
  readonly language: Language;
  readonly moment: (wire: string) => string;
  readonly date: (wire: string) => string;
  /** Whether this device has a counter. */
  readonly atCounter: boolean;
}

function byStatus({ kind, status, statusWord }: TakeIn): Text {
  if (status === 'unbound')
    return text(
      'まだ誰も登録していません。お客様にアプリで登録していただきます。',
      'Nobody has added it yet. The traveller adds it in the app first.',
    );
  if (status === 'bound' && kind === 'voucher')
    return text(
      'まだ引き換えの手続きがされていません。お客様にアプリでこの窓口を選んでいただきます。',
      'It is not exchanged yet. The traveller chooses this counter in the app first.',
    );
  if (status === 'bound')
    return text(
      'まだ使用開始されていません。お客様にアプリで「使用を開始」を押していただきます。',
      'It is not in use yet. The traveller presses Use now in the app first.',
    );
  return text(
    '状態は「{statusWord}」です。もう使えません。',
    'Its status is: {statusWord}. It is no longer valid.',
    { statusWord },
  );
}

/** Returns why a ticket cannot be taken in, or null when it can. `moment` formats times. */
export function refusalWords(found: TakeIn, { language, moment, date, atCounter }: Moments): Text | null {
  const { refusal, last, exchange } = found;
  if (!refusal) return null;
  switch (refusal) {
    case 'DESK-0002':
      return last
        ? text('{at}に{byName}が受け取り済みです。', 'Taken in already: {at}, by {byName}.', {
            at: moment(last.at),
            byName: last.byName,
          })
        : text('すでに受け取り済みです。', 'Taken in already.');
    case 'DESK-0003': {
      const name = exchange ? nameIn(exchange, 'counterName', language) : '';
      if (!atCounter)
        return text(
          '上で、この端末のある窓口を選んでください。',
          'Choose above which counter this device is at.',
        );
      return name
        ? text(
            '「{name}」で引き換える手続きがされています。その窓口をご案内ください。',
            'It was exchanged for another counter: {name}. Send the traveller there.',
            { name },
          )
        : text('別の窓口で引き換える手続きがされています。', 'It was exchanged for another counter.');
    }
    case 'DESK-0004':
      return text(
        '係員が受け取るきっぷではありません。改札でお使いいただきます。',
        'Staff do not take in this ticket. It opens gates.',
      );
    case 'TKT-0005':
      return text(
        '有効期限が切れています（{useExpireDate}までに使用開始）。',
        'It has expired. Its use had to start by {useExpireDate}.',
        { useExpireDate: date(found.useExpireDate) },
      );
    case 'TKT-0007':
      return text(
        '一時停止中です。きっぷのページで理由を確かめてください。',
        'It is suspended. See why on the ticket’s page.',
      );
    case 'TKT-0006':
      return byStatus(found);
  }
}

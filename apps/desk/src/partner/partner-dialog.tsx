// Adds a partner, or changes or closes one.
import { useState } from 'react';
import { deskProducts } from '@kippu/contract/routes/desk/find';
import {
  deskAddPartner,
  deskChangePartner,
  deskClosePartner,
  deskPartners,
} from '@kippu/contract/routes/desk/partners';
import type { Partner } from '@kippu/contract/calls/desk/partners';
import { nameIn } from '@kippu/contract/names';
import { isRefusal } from '@kippu/client/call-error';
import { isEmail, normaliseEmail } from '@kippu/domain/account/rules';
import { Button } from '@kippu/ui/button';
import { NoticeBox } from '@kippu/ui/notice-box';
import { toast } from '@kippu/ui/toast';
import { errorText } from '../app/call/error-text.ts';
import { isOvertaken, useAct, useRead } from '../app/call/queries.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { Checkbox, NumberField, TextField } from '../ui/controls/field.tsx';
import { FormDialog } from '../ui/layout/form-dialog.tsx';
import { ConfirmDialog, isRefusedForGood } from '../ui/messages/dialog.tsx';
import { OVERTAKEN } from './parts/partner-words.ts';
import css from './parts/partner.module.css';

const WORDS = {
  add: text('提携先を追加', 'Add a partner'),
  change: text('提携先の変更', 'Change a partner'),
  save: text('保存', 'Save'),
  saved: text('保存しました', 'Saved'),
  name: text('提携先名', 'Name'),
  nameMissing: text('提携先名を入力してください。', 'Please type a name.'),
  contact: text('連絡先のメールアドレス', 'Email of the contact'),
  contactWrong: text('メールアドレスを確かめてください。', 'Please check the email.'),
  seats: text('1列車の座席数の上限', 'Seats on one train at most'),
  seatsHint: text(
    '押さえている座席と、まだ受け取られていないきっぷの座席の合計です。空欄は上限なし。',
    'Those that it holds, and those of tickets that no traveller has added yet. Empty for no limit.',
  ),
  products: text('販売できる商品', 'What it sells'),
  all: text('すべての商品（上限なし）', 'All products, without a limit'),
  perDay: (name: string) => text('{name}：1日の上限枚数', '{name}: tickets a day at most', { name }),
  noneChosen: text('商品を1つ以上選んでください。', 'Please choose a product.'),
  close: text('取引を終了', 'Close partner'),
  closeTitle: (name: string) => text('{name}との取引を終了しますか', 'Close {name}?', { name }),
  closeWhat: text(
    'すべてのキーがすぐに使えなくなります。元には戻せません。これまでの注文ときっぷは残ります。',
    'All its keys stop working at once. This cannot be undone. Its orders and tickets stay.',
  ),
  closed: text('取引を終了しました', 'Closed'),
};

/** The typed limits by the chosen products; '' for none. */
type Chosen = Readonly<Record<string, string>>;

const limitOf = (typed: string) => (typed === '' ? undefined : Number(typed));

function CloseDialog({ of, onClose }: { readonly of: Partner; readonly onClose: () => void }) {
  const say = useSay();
  const act = useAct(deskClosePartner, {
    changes: [deskPartners],
    onDone: () => {
      toast(say(WORDS.closed));
      onClose();
    },
  });
  const overtaken = isOvertaken(act.error);
  const { partnerId, version } = of;
  return (
    <ConfirmDialog
      title={say(WORDS.closeTitle(of.name))}
      kind="destroy"
      confirm={say(WORDS.close)}
      busy={act.busy}
      error={overtaken ? null : act.error}
      onConfirm={() => act.run({ body: { partnerId, version } })}
      onClose={onClose}
    >
      <p>{say(WORDS.closeWhat)}</p>
      {overtaken && <NoticeBox tone="warn">{say(OVERTAKEN)}</NoticeBox>}
    </ConfirmDialog>
  );
}

export function PartnerDialog({ of, onClose }: { readonly of?: Partner; readonly onClose: () => void }) {
  const say = useSay();
  const language = useLanguage();
  const sold = useRead(deskProducts, {}).data?.products;
  const [name, setName] = useState(of?.name ?? '');
  const [contact, setContact] = useState(of?.contact ?? '');
  const [seats, setSeats] = useState(of?.seatsATrain === undefined ? '' : String(of.seatsATrain));
  const [sellsAll, setSellsAll] = useState(of?.sellsAll ?? true);
  const [chosen, setChosen] = useState<Chosen>(
    Object.fromEntries((of?.products ?? []).map((each) => [each.productId, String(each.ticketsADay ?? '')])),
  );
  // The server refuses a product that is no longer sold, and the form does not list it.
  const kept = Object.entries(chosen).filter(
    ([id]) => !sold || sold.some(({ productId }) => productId === id),
  );
  const [tried, setTried] = useState(false);
  const [closing, setClosing] = useState(false);
  const done = {
    changes: [deskPartners],
    onDone: () => {
      toast(say(WORDS.saved));
      onClose();
    },
  };
  const adding = useAct(deskAddPartner, done);
  const changing = useAct(deskChangePartner, done);
  const act = of ? changing : adding;
  const overtaken = isOvertaken(act.error);
  const taken = isRefusal(act.error, 'DESK-0013') ? errorText(act.error, language) : undefined;
  const wrong = {
    name: name.trim() === '',
    contact: !isEmail(normaliseEmail(contact)),
    products: !sellsAll && kept.length === 0,
  };
  const submit = () => {
    setTried(true);
    if (wrong.name || wrong.contact || wrong.products) return;
    const seatsATrain = limitOf(seats);
    const products = (sellsAll ? [] : kept).map(([productId, typed]) => {
      const ticketsADay = limitOf(typed);
      return { productId, ...(ticketsADay === undefined ? {} : { ticketsADay }) };
    });
    const terms = {
      name,
      contact,
      sellsAll,
      products,
      ...(seatsATrain === undefined ? {} : { seatsATrain }),
    };
    if (of) changing.run({ body: { partnerId: of.partnerId, version: of.version, ...terms } });
    else adding.run({ body: terms });
  };
  if (of && closing) return <CloseDialog of={of} onClose={onClose} />;
  return (
    <FormDialog
      title={say(of ? WORDS.change : WORDS.add)}
      submit={say(WORDS.save)}
      act={act}
      shown={overtaken || taken !== undefined}
      onSubmit={submit}
      onClose={onClose}
      after={
        of &&
        !isRefusedForGood(act.error) && (
          <Button kind="outline" onClick={() => setClosing(true)}>
            {say(WORDS.close)}
          </Button>
        )
      }
    >
      <TextField
        label={say(WORDS.name)}
        value={name}
        maxLength={100}
        onValue={(typed) => {
          setName(typed);
          if (taken) act.clear();
        }}
        error={taken ?? (tried && wrong.name ? say(WORDS.nameMissing) : undefined)}
        disabled={act.busy}
      />
      <TextField
        label={say(WORDS.contact)}
        type="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        value={contact}
        onValue={setContact}
        error={tried && wrong.contact ? say(WORDS.contactWrong) : undefined}
        disabled={act.busy}
      />
      <NumberField
        label={say(WORDS.seats)}
        hint={say(WORDS.seatsHint)}
        optional
        maxLength={5}
        value={seats}
        onValue={setSeats}
        disabled={act.busy}
      />
      <fieldset className={css['group']}>
        <legend>{say(WORDS.products)}</legend>
        <Checkbox
          checked={sellsAll}
          onChecked={setSellsAll}
          error={tried && wrong.products ? say(WORDS.noneChosen) : undefined}
          disabled={act.busy}
        >
          {say(WORDS.all)}
        </Checkbox>
        {!sellsAll &&
          sold?.map((product) => {
            const { productId } = product;
            const title = nameIn(product, 'productName', language);
            const limit = chosen[productId];
            const { [productId]: _left, ...others } = chosen;
            return (
              <div key={productId} className={css['stack']}>
                <Checkbox
                  checked={limit !== undefined}
                  onChecked={(checked) => setChosen(checked ? { ...chosen, [productId]: '' } : others)}
                  disabled={act.busy}
                >
                  {title}
                </Checkbox>
                {limit !== undefined && (
                  <NumberField
                    label={say(WORDS.perDay(title))}
                    optional
                    maxLength={5}
                    value={limit}
                    onValue={(typed) => setChosen({ ...chosen, [productId]: typed })}
                    disabled={act.busy}
                  />
                )}
              </div>
            );
          })}
      </fieldset>
      {overtaken && <NoticeBox tone="warn">{say(OVERTAKEN)}</NoticeBox>}
    </FormDialog>
  );
}

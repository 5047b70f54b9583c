// Partners: who sells tickets, what, and with which keys.
import { Handshake, Plus, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { deskPartners } from '@kippu/contract/routes/desk/partners';
import type { Partner } from '@kippu/contract/calls/desk/partners';
import { Button } from '@kippu/ui/button';
import { useRead } from '../app/call/queries.ts';
import { hrefOf, type ScreenProps } from '../app/router/router.ts';
import { useFormat } from '../app/text/format.ts';
import { text, useSay } from '../app/text/texts.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { Chip } from '../ui/layout/chip.tsx';
import { DataTable } from '../ui/layout/data-table.tsx';
import { Empty } from '../ui/layout/load-state.tsx';
import { Page } from '../ui/layout/page.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { PartnerDialog } from './partner-dialog.tsx';
import { ReconciliationPage } from './reconciliation-page.tsx';
import css from './parts/partner.module.css';
import { WebhooksDialog } from './webhooks/webhooks-dialog.tsx';

const WORDS = {
  title: text('提携先', 'Partners'),
  lead: text(
    'きっぷを販売する会社と、そのキーです。キーは自社の注文にだけ使えます。',
    'Who sells tickets, and with which keys. A key reaches its partner’s orders only.',
  ),
  add: text('提携先を追加', 'Add a partner'),
  accounts: text('精算', 'Reconciliation'),
  name: text('提携先名', 'Partner'),
  sells: text('販売できる商品', 'Products'),
  all: text('すべて', 'All'),
  count: (count: number) => text('{count}種類', '{count} of them', { count }),
  keys: text('キー', 'Keys'),
  noKey: text('なし', 'None'),
  open: (count: number) => text('{count}個有効', '{count} open', { count }),
  used: (at: string) => text('最終使用 {at}', 'last used {at}', { at }),
  unused: text('未使用', 'never used'),
  closed: text('取引終了', 'Closed'),
  act: text('操作', 'Act'),
  change: text('変更', 'Change'),
  changeOf: (name: string) => text('{name}を変更', 'Change {name}', { name }),
  webhooks: text('通知先', 'Webhooks'),
  webhooksOf: (name: string) => text('{name}の通知先', 'Webhooks of {name}', { name }),
  keysOf: (name: string) => text('{name}のキー', 'Keys of {name}', { name }),
  none: text('提携先はまだありません', 'There are no partners yet'),
};

function Name({ of: { name, contact, closedAt } }: { readonly of: Partner }) {
  const say = useSay();
  return (
    <span className={css['stack']}>
      <span className={css['row']}>
        <b>{name}</b>
        {closedAt !== undefined && <Chip tone="plain">{say(WORDS.closed)}</Chip>}
      </span>
      <span className={css['quiet']}>{contact}</span>
    </span>
  );
}

function Keys({ of: { keys } }: { readonly of: Partner }) {
  const say = useSay();
  const { shortMoment } = useFormat();
  const open = keys.filter(({ closedAt }) => closedAt === undefined);
  if (open.length === 0) return <>{say(WORDS.noKey)}</>;
  const last = open
    .flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
    .toSorted()
    .at(-1);
  return (
    <span className={css['stack']}>
      <span>{say(WORDS.open(open.length))}</span>
      <span className={css['quiet']}>
        {say(last === undefined ? WORDS.unused : WORDS.used(shortMoment(last)))}
      </span>
    </span>
  );
}

type Opened = { readonly dialog: 'terms' | 'keys' | 'webhooks'; readonly partnerId: string };

function Acts({ of, onOpen }: { readonly of: Partner; readonly onOpen: (opened: Opened) => void }) {
  const say = useSay();
  const { name, partnerId } = of;
  return (
    <span className={css['acts']}>
      {of.closedAt === undefined && (
        <Button
          kind="outline"
          onClick={() => onOpen({ dialog: 'terms', partnerId })}
          aria-label={say(WORDS.changeOf(name))}
        >
          {say(WORDS.change)}
        </Button>
      )}
      <Button
        kind="outline"
        onClick={() => onOpen({ dialog: 'keys', partnerId })}
        aria-label={say(WORDS.keysOf(name))}
      >
        {say(WORDS.keys)}
      </Button>
      <Button
        kind="outline"
        onClick={() => onOpen({ dialog: 'webhooks', partnerId })}
        aria-label={say(WORDS.webhooksOf(name))}
      >
        {say(WORDS.webhooks)}
      </Button>
    </span>
  );
}

const nameCell = (partner: Partner) => <Name of={partner} />;
const keysCell = (partner: Partner) => <Keys of={partner} />;
const actsCell = (partner: Partner, onOpen: (opened: Opened) => void) => (
  <Acts of={partner} onOpen={onOpen} />
);

export function PartnerScreen({ rest, query }: ScreenProps) {
  return rest[0] === 'accounts' ? <ReconciliationPage query={query} /> : <PartnerList />;
}

function PartnerList() {
  const say = useSay();
  const read = useRead(deskPartners, {});
  const [adding, setAdding] = useState(false);
  const [opened, setOpened] = useState<Opened>();
  const rows = read.data?.items;
  const partner = rows?.find(({ partnerId }) => partnerId === opened?.partnerId);
  const close = () => setOpened(undefined);
  return (
    <Page
      title={say(WORDS.title)}
      lead={say(WORDS.lead)}
      actions={
        <>
          <ButtonLink kind="outline" icon={ReceiptText} href={hrefOf('partners', ['accounts'])}>
            {say(WORDS.accounts)}
          </ButtonLink>
          <Button icon={Plus} onClick={() => setAdding(true)}>
            {say(WORDS.add)}
          </Button>
        </>
      }
    >
      <DataTable<Partner>
        label={say(WORDS.title)}
        source={{ rows, error: read.error, again: () => void read.refetch() }}
        keyOf={({ partnerId }) => partnerId}
        columns={[
          { title: say(WORDS.name), cell: nameCell },
          {
            title: say(WORDS.sells),
            cell: ({ sellsAll, products }) => say(sellsAll ? WORDS.all : WORDS.count(products.length)),
          },
          { title: say(WORDS.keys), cell: keysCell },
          { title: say(WORDS.act), cell: (row) => actsCell(row, setOpened) },
        ]}
        empty={<Empty icon={Handshake} title={say(WORDS.none)} />}
      />
      {adding && <PartnerDialog onClose={() => setAdding(false)} />}
      {partner && opened?.dialog === 'terms' && <PartnerDialog of={partner} onClose={close} />}
      {partner && opened?.dialog === 'webhooks' && <WebhooksDialog of={partner} onClose={close} />}
      {partner && opened?.dialog === 'keys' && <KeysDialog of={partner} onClose={close} />}
    </Page>
  );
}

// A partner's keys: what each may do, when it was last used, making a new one and closing an old one.
import { useState } from 'react';
import { deskClosePartnerKey, deskMakePartnerKey, deskPartners } from '@kippu/contract/routes/desk/partners';
import { PARTNER_SCOPES, type PartnerScope } from '@kippu/contract/partner/partner-values';
import type { Partner, PartnerKey } from '@kippu/contract/calls/desk/partners';
import { Button } from '@kippu/ui/button';
import { NoticeBox } from '@kippu/ui/notice-box';
import { toast } from '@kippu/ui/toast';
import { isOvertaken, useAct } from '../app/call/queries.ts';
import { useFormat } from '../app/text/format.ts';
import { text, useSay } from '../app/text/texts.ts';
import { Checkbox } from '../ui/controls/field.tsx';
import { ConfirmDialog, Dialog, isRefusedForGood, WayOut } from '../ui/messages/dialog.tsx';
import { ErrorBox } from '../ui/messages/error-box.tsx';
import { OVERTAKEN, SCOPE_WORDS } from './parts/partner-words.ts';
import css from './parts/partner.module.css';
import { SecretDialog } from './parts/secret-dialog.tsx';

const WORDS = {
  title: (name: string) => text('{name}のキー', 'Keys of {name}', { name }),
  none: text('キーはまだありません。', 'There is no key yet.'),
  ends: (hint: string) => text('末尾 {hint}', 'ends in {hint}', { hint }),
  created: (at: string) => text('発行 {at}', 'made {at}', { at }),
  used: (at: string) => text('最終使用 {at}', 'last used {at}', { at }),
  unused: text('未使用', 'never used'),
  closedAt: (at: string) => text('無効 {at}', 'closed {at}', { at }),
  close: text('無効にする', 'Close key'),
  closeOf: (hint: string) =>
    text('末尾{hint}のキーを無効にする', 'Close the key that ends in {hint}', { hint }),
  closeTitle: (hint: string) =>
    text('末尾{hint}のキーを無効にしますか', 'Close the key that ends in {hint}?', { hint }),
  closeWhat: text(
    'このキーでの呼び出しは、すぐに拒否されます。元には戻せません。',
    'Calls with it are refused at once. This cannot be undone.',
  ),
  closed: text('キーを無効にしました', 'The key is closed'),
  may: text('新しいキーでできること', 'What a new key may do'),
  make: text('新しいキーを発行', 'Make a key'),
  noScope: text('1つ以上選んでください。', 'Please choose at least one.'),
  rotate: text(
    '入れ替えは、新しいキーを発行して渡し、古いキーが使われなくなってから無効にします。',
    'To replace a key, make a new one, hand it over, and close the old one when it is no longer used.',
  ),
  done: text('閉じる', 'Done'),
  shown: text('新しいキー', 'The new key'),
  copy: text('キーをコピー', 'Copy key'),
};

function CloseKey({
  of,
  partnerId,
  onClose,
  onLeave,
}: {
  readonly of: PartnerKey;
  readonly partnerId: string;
  /** Goes back to the partner's keys. */
  readonly onClose: () => void;
  /** Called instead where the key or its partner is gone. */
  readonly onLeave: () => void;
}) {
  const say = useSay();
  const act = useAct(deskClosePartnerKey, {
    changes: [deskPartners],
    onDone: () => {
      toast(say(WORDS.closed));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={say(WORDS.closeTitle(of.hint))}
      kind="destroy"
      confirm={say(WORDS.close)}
      busy={act.busy}
      error={act.error}
      onConfirm={() => act.run({ body: { partnerId, keyId: of.keyId } })}
      onClose={isRefusedForGood(act.error) ? onLeave : onClose}
    >
      <p>{say(WORDS.closeWhat)}</p>
    </ConfirmDialog>
  );
}

function KeyLine({ of, onClose }: { readonly of: PartnerKey; readonly onClose: () => void }) {
  const say = useSay();
  const { shortMoment } = useFormat();
  const { hint, scopes, createdAt, lastUsedAt, closedAt } = of;
  const times = [
    WORDS.created(shortMoment(createdAt)),
    lastUsedAt === undefined ? WORDS.unused : WORDS.used(shortMoment(lastUsedAt)),
    ...(closedAt === undefined ? [] : [WORDS.closedAt(shortMoment(closedAt))]),
  ];
  return (
    <li className={css['key']} data-closed={closedAt !== undefined || undefined}>
      <span className={css['stack']}>
        <b>{say(WORDS.ends(hint))}</b>
        <span>{scopes.map((scope) => say(SCOPE_WORDS[scope])).join(' · ')}</span>
        <span className={css['quiet']}>{times.map((each) => say(each)).join(' · ')}</span>
      </span>
      {closedAt === undefined && (
        <Button kind="outline" onClick={onClose} aria-label={say(WORDS.closeOf(hint))}>
          {say(WORDS.close)}
        </Button>
      )}
    </li>
  );
}

export function KeysDialog({ of, onClose }: { readonly of: Partner; readonly onClose: () => void }) {
  const say = useSay();
  const { partnerId, keys } = of;
  const [scopes, setScopes] = useState<readonly PartnerScope[]>(PARTNER_SCOPES);
  const [secret, setSecret] = useState<string>();
  const [closing, setClosing] = useState<PartnerKey>();
  const act = useAct(deskMakePartnerKey, { changes: [deskPartners], onDone: ({ key }) => setSecret(key) });
  const overtaken = isOvertaken(act.error);
  if (secret !== undefined)
    return (
      <SecretDialog
        title={WORDS.shown}
        copy={WORDS.copy}
        secret={secret}
        onClose={() => setSecret(undefined)}
      />
    );
  if (closing)
    return (
      <CloseKey of={closing} partnerId={partnerId} onClose={() => setClosing(undefined)} onLeave={onClose} />
    );
  return (
    <Dialog
      title={say(WORDS.title(of.name))}
      onClose={() => {
        if (!act.busy) onClose();
      }}
      actions={
        isRefusedForGood(act.error) ? (
          <WayOut onClose={onClose} />
        ) : (
          <Button kind="outline" onClick={onClose} disabled={act.busy}>
            {say(WORDS.done)}
          </Button>
        )
      }
    >
      {keys.length === 0 && <p>{say(WORDS.none)}</p>}
      {!isRefusedForGood(act.error) && (
        <ul className={css['keys']}>
          {keys.map((key) => (
            <KeyLine key={key.keyId} of={key} onClose={() => setClosing(key)} />
          ))}
        </ul>
      )}
      {of.closedAt === undefined && !isRefusedForGood(act.error) && (
        <fieldset className={css['group']}>
          <legend>{say(WORDS.may)}</legend>
          {PARTNER_SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              checked={scopes.includes(scope)}
              onChecked={(checked) =>
                setScopes(PARTNER_SCOPES.filter((each) => (each === scope ? checked : scopes.includes(each))))
              }
              disabled={act.busy}
            >
              {say(SCOPE_WORDS[scope])}
            </Checkbox>
          ))}
          <p className={css['quiet']}>{say(scopes.length === 0 ? WORDS.noScope : WORDS.rotate)}</p>
          <Button
            busy={act.busy}
            disabled={scopes.length === 0}
            onClick={() => act.run({ body: { partnerId, scopes: [...scopes] } })}
          >
            {say(WORDS.make)}
          </Button>
        </fieldset>
      )}
      {overtaken ? <NoticeBox tone="warn">{say(OVERTAKEN)}</NoticeBox> : <ErrorBox error={act.error} />}
    </Dialog>
  );
}

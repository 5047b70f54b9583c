// The codes that would still enrol a gate. Staff withdraw one that they do not need.
import { useState } from 'react';
import { deskGateCodes, deskWithdrawGateCode } from '@kippu/contract/routes/desk/gates';
import type { DeskGateCode } from '@kippu/contract/calls/desk/gates';
import { nameIn } from '@kippu/contract/names';
import { Button } from '@kippu/ui/button';
import { toast } from '@kippu/ui/toast';
import { useAct, usePages } from '../app/call/queries.ts';
import { useFormat } from '../app/text/format.ts';
import { DIRECTION_WORDS } from '../app/text/gate-words.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { Card } from '../ui/layout/page.tsx';
import { ConfirmDialog } from '../ui/messages/dialog.tsx';
import { ErrorBox } from '../ui/messages/error-box.tsx';
import css from './gate.module.css';

const WORDS = {
  title: text('未使用の登録コード', 'Unused codes'),
  what: text(
    'まだ改札機の登録に使われていないコードです。要らないものは取り消してください。',
    'Each can still enrol a gate. Withdraw those that are not needed.',
  ),
  made: (when: string, who: string) =>
    who === ''
      ? text('{when} 発行', 'Made {when}', { when })
      : text('{when} {who}が発行', 'Made {when} by {who}', { when, who }),
  until: (when: string) => text('{when}まで有効', 'Valid until {when}', { when }),
  withdraw: text('取り消す', 'Withdraw'),
  ask: text('このコードを取り消しますか', 'Withdraw this code?'),
  askWhat: text(
    'このコードでは改札機を登録できなくなります。すでに登録した改札機には影響しません。',
    'It enrols no gate any more. Enrolled gates are not affected.',
  ),
  button: text('コードを取り消す', 'Withdraw code'),
  done: text('コードを取り消しました', 'The code is withdrawn'),
  more: text('続きを表示', 'Show more'),
  inspector: text('車内改札', 'On board'),
};

/** Where the code enrols a gate, when it was made and by whom, and how long it is valid. */
function Facts({ of: code }: { readonly of: DeskGateCode }) {
  const say = useSay();
  const language = useLanguage();
  const { shortMoment } = useFormat();
  return (
    <span className={css['name']}>
      <b>
        {nameIn(code, 'stationName', language)}{' '}
        {say(code.inspects ? WORDS.inspector : DIRECTION_WORDS[code.direction])}
      </b>
      <span className={css['quiet']}>{say(WORDS.made(shortMoment(code.madeAt), code.byName ?? ''))}</span>
      <span className={css['quiet']}>{say(WORDS.until(shortMoment(code.expiresAt)))}</span>
    </span>
  );
}

function WithdrawDialog({ code, onClose }: { readonly code: DeskGateCode; readonly onClose: () => void }) {
  const say = useSay();
  const act = useAct(deskWithdrawGateCode, {
    changes: [deskGateCodes],
    onDone: () => {
      toast(say(WORDS.done));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={say(WORDS.ask)}
      confirm={say(WORDS.button)}
      busy={act.busy}
      error={act.error}
      onConfirm={() => act.run({ body: { codeId: code.codeId } })}
      onClose={onClose}
    >
      <Facts of={code} />
      <p>{say(WORDS.askWhat)}</p>
    </ConfirmDialog>
  );
}

/** Lists the valid, unused codes; shows nothing while there are none. */
export function CodeList() {
  const say = useSay();
  const [withdrawing, setWithdrawing] = useState<DeskGateCode>();
  const { rows, error, again, hasMore, more, moreBusy } = usePages(deskGateCodes, {});
  const dialog = withdrawing && (
    <WithdrawDialog code={withdrawing} onClose={() => setWithdrawing(undefined)} />
  );
  if (!error && !rows?.length) return dialog ?? null;
  return (
    <Card title={say(WORDS.title)}>
      <p className={css['quiet']}>{say(WORDS.what)}</p>
      <ul className={css['codes']}>
        {rows?.map((code) => (
          <li key={code.codeId}>
            <Facts of={code} />
            <Button kind="outline" onClick={() => setWithdrawing(code)}>
              {say(WORDS.withdraw)}
            </Button>
          </li>
        ))}
      </ul>
      <ErrorBox error={error} again={again} />
      {hasMore && (
        <Button kind="outline" busy={moreBusy} onClick={more}>
          {say(WORDS.more)}
        </Button>
      )}
      {dialog}
    </Card>
  );
}

// Shown when somebody else has changed the train since it was read: nothing was saved, and what was typed is still there.
import { CallError } from '@kippu/client/call-error';
import { NoticeBox } from '@kippu/ui/notice-box';
import { isOvertaken } from '../../app/call/queries.ts';
import { useFormat } from '../../app/text/format.ts';
import { text, useSay } from '../../app/text/texts.ts';

const WORDS = {
  changed: (by: string, at: string) =>
    text('{by}さんが{at}にこの列車を変更しました', '{by} changed this train at {at}', { by, at }),
  somebody: text('ほかの係員がこの列車を変更しました', 'Somebody else changed this train'),
  kept: text(
    '何も保存していません。入力した内容は残っています。今の状態を確かめて、もう一度保存してください。',
    'Nothing was saved, and your entry is still here. Check the train as it is now, and save again.',
  ),
};

/** Returns the error to show in its usual place: none if Overtaken shows it. */
export const otherError = (error: Error | null): Error | null => (isOvertaken(error) ? null : error);

export function Overtaken({ error }: { readonly error: Error | null }) {
  const say = useSay();
  const { time } = useFormat();
  if (!(error instanceof CallError) || !isOvertaken(error)) return null;
  const { by, at } = error.values;
  const title = by && at ? WORDS.changed(String(by), time(String(at))) : WORDS.somebody;
  return (
    <NoticeBox tone="warn" title={say(title)}>
      {say(WORDS.kept)}
    </NoticeBox>
  );
}

// The fields for a person's name and role, with their checks.
import type { StaffRole } from '@kippu/contract/values';
import { isRefusal } from '@kippu/client/call-error';
import { checkName } from '@kippu/domain/account/rules';
import { errorText } from '../app/call/error-text.ts';
import { ROLES, ROLE_WORDS } from '../app/session/rights.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { SelectField, TextField } from '../ui/controls/field.tsx';

const WORDS = {
  name: text('氏名', 'Name'),
  nameHint: text('ほかの係員と記録に表示されます。', 'Shown to other staff and in the record.'),
  nameWrong: text('氏名を100文字以内で入力してください。', 'Please type a name of 100 characters at most.'),
  special: text('次の文字は使えません： < > " ; \\ `', 'Please leave out these characters: < > " ; \\ `'),
  role: text('役割', 'Role'),
  does: {
    counter: text(
      'きっぷをさがす・発行する・変更する、改札の不一致を解決する、混み具合を見る。',
      'Finds, issues and changes tickets, resolves gate conflicts, sees how full trains are.',
    ),
    editor: text(
      'お知らせを書く、意見を読む、混み具合を見る。',
      'Writes notices, reads feedback, sees how full trains are.',
    ),
    manager: text(
      'すべての操作。改札機、時刻表、係員、操作の記録も扱う。',
      'Everything, including gates, the timetable, staff and the record.',
    ),
  } satisfies Record<StaffRole, unknown>,
  own: text('自分の役割は変えられません。', 'Your own role can be changed by another manager only.'),
};

export interface Person {
  readonly name: string;
  readonly role: StaffRole;
}

/** Reports whether the server accepts the name. */
export const isName = (name: string): boolean => checkName('name', name).ok;
/** Reports whether the server refused the name. The field then shows the reason. */
export const isNameRefused = (error: unknown): boolean => isRefusal(error, 'ACC-0009', 'REQ-0001');

export function PersonFields({
  value,
  onValue,
  tried,
  act,
  own = false,
}: {
  readonly value: Person;
  readonly onValue: (value: Person) => void;
  /** Whether faults are shown. */
  readonly tried: boolean;
  /** The act that saves the person. A change of a field clears its refusal of the name. */
  readonly act: { readonly busy: boolean; readonly error: unknown; readonly clear: () => void };
  readonly own?: boolean;
}) {
  const say = useSay();
  const language = useLanguage();
  const refused = isNameRefused(act.error) ? errorText(act.error, language) : undefined;
  const change = (next: Person) => {
    onValue(next);
    if (refused) act.clear();
  };
  const checked = checkName('name', value.name);
  const wrong = checked.ok ? undefined : checked.code === 'ACC-0009' ? WORDS.special : WORDS.nameWrong;
  return (
    <>
      <TextField
        label={say(WORDS.name)}
        hint={say(WORDS.nameHint)}
        value={value.name}
        onValue={(name) => change({ ...value, name })}
        error={tried && wrong ? say(wrong) : refused}
        disabled={act.busy}
      />
      <SelectField
        label={say(WORDS.role)}
        hint={say(own ? WORDS.own : WORDS.does[value.role])}
        value={value.role}
        onValue={(role) => change({ ...value, role: ROLES.find((known) => known === role) ?? value.role })}
        disabled={act.busy || own}
        choices={ROLES.map((role) => ({ value: role, label: say(ROLE_WORDS[role]) }))}
      />
    </>
  );
}

// Chooses the app's language by its own name, and saves it in the account.
import { updateInfo } from '@kippu/contract/routes/traveller/account';
import { offeredLanguages, type Language } from '@kippu/contract/languages';
import { ChevronDown, Languages } from 'lucide-react';
import { send } from '../../app/call/api.ts';
import { getSession } from '../../app/session/session.ts';
import { changeSettings, useSettings } from '../../app/storage/settings.ts';
import { languageName } from '@kippu/words/languages';
import { useMessages } from '../../i18n/messages.ts';
import { Icon } from '@kippu/ui/icon';
import { toast } from '@kippu/ui/toast';
import css from './language-picker.module.css';
import { keepMember } from '../member/use-member.ts';

/** Changes the language at once. Also saves it in the account, if any, for mails. */
export function useChangeLanguage(): (language: Language) => void {
  const { account: words } = useMessages();
  return (language) => {
    changeSettings({ language });
    if (!getSession()) return;
    send(updateInfo, { body: { language } }).then(keepMember, () => toast(words.languageNotSaved));
  };
}

/** The options of a native select, each named in its own language. */
export function LanguageOptions() {
  return offeredLanguages().map((language) => (
    <option key={language} value={language} lang={language}>
      {languageName(language)}
    </option>
  ));
}

/** The small language picker in the corner of a screen. */
export function LanguagePicker() {
  const { common } = useMessages();
  const { language } = useSettings();
  const change = useChangeLanguage();
  return (
    <label className={css['picker']}>
      <span className="unseen">{common.language}</span>
      <Icon of={Languages} />
      <select className={css['select']} value={language} onChange={(event) => change(event.target.value)}>
        <LanguageOptions />
      </select>
      <Icon of={ChevronDown} size={18} />
    </label>
  );
}

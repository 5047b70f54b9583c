// The language of the app, chosen by its own name, and kept in the account too.
import { updateInfo } from '@kippu/contract/account';
import { LANGUAGES, type Language } from '@kippu/contract/limits';
import { ChevronDown, Languages } from 'lucide-react';
import { send } from '../app/api.ts';
import { getSession } from '../app/session.ts';
import { changeSettings, useSettings } from '../app/settings.ts';
import { LANGUAGE_NAMES, useMessages } from '../i18n/messages.ts';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.tsx';
import css from './language-picker.module.css';
import { keepMember } from './use-member.ts';

/** Changes the language at once; the account learns it when there is one, for mails. */
export function useChangeLanguage(): (language: Language) => void {
  const { account: words } = useMessages();
  return (language) => {
    changeSettings({ language });
    if (!getSession()) return;
    send(updateInfo, { body: { language } }).then(keepMember, () => toast(words.languageNotSaved));
  };
}

/** The options of a native select, each in its own language. */
export function LanguageOptions() {
  return LANGUAGES.map((language) => (
    <option key={language} value={language} lang={language}>
      {LANGUAGE_NAMES[language]}
    </option>
  ));
}

export const languageOf = (value: string): Language =>
  LANGUAGES.find((language) => language === value) ?? 'ja';

/** The quiet picker in a screen's corner. */
export function LanguagePicker() {
  const { common } = useMessages();
  const { language } = useSettings();
  const change = useChangeLanguage();
  return (
    <label className={css['picker']}>
      <span className="unseen">{common.language}</span>
      <Icon of={Languages} />
      <select
        className={css['select']}
        value={language}
        onChange={(event) => change(languageOf(event.target.value))}
      >
        <LanguageOptions />
      </select>
      <Icon of={ChevronDown} size={18} />
    </label>
  );
}

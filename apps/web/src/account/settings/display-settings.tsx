// Language, text size and appearance. Kept on this phone and applied at once.
import { APPEARANCES, changeSettings, FONT_SIZES, useSettings } from '../../app/storage/settings.ts';
import { useMessages } from '../../i18n/messages.ts';
import { SelectField } from '@kippu/ui/field';
import { Segmented } from '../../ui/controls/segmented.tsx';
import css from './display-settings.module.css';
import { LanguageOptions, useChangeLanguage } from './language-picker.tsx';

export function DisplaySettings() {
  const { account: words } = useMessages();
  const { language, fontSize, appearance } = useSettings();
  const changeLanguage = useChangeLanguage();
  return (
    <div className={css['card']}>
      <SelectField
        label={words.language}
        value={language}
        onChange={(event) => changeLanguage(event.target.value)}
      >
        <LanguageOptions />
      </SelectField>
      <div className={css['choice']}>
        <p className={css['label']} aria-hidden="true">
          {words.fontSize}
        </p>
        <Segmented
          label={words.fontSize}
          value={fontSize}
          options={FONT_SIZES.map((value) => ({ value, label: words.fontSizes[value] }))}
          onChange={(size) => changeSettings({ fontSize: size })}
        />
      </div>
      <div className={css['choice']}>
        <p className={css['label']} aria-hidden="true">
          {words.appearance}
        </p>
        <Segmented
          label={words.appearance}
          value={appearance}
          options={APPEARANCES.map((value) => ({ value, label: words.appearances[value] }))}
          onChange={(shown) => changeSettings({ appearance: shown })}
        />
      </div>
    </div>
  );
}

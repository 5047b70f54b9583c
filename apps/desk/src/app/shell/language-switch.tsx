// Switches to the next language, which is shown by its own name.
import { Languages } from 'lucide-react';
import { Button } from '@kippu/ui/button';
import { languageName } from '@kippu/words/languages';
import { deskLanguages, setLanguage, useLanguage } from '../text/texts.ts';

export function LanguageSwitch() {
  const languages = deskLanguages();
  const other = languages[(languages.indexOf(useLanguage()) + 1) % languages.length];
  if (other === undefined || languages.length < 2) return null;
  return (
    <Button kind="text" icon={Languages} onClick={() => setLanguage(other)}>
      <span lang={other}>{languageName(other)}</span>
    </Button>
  );
}

// The settings that need no account. Visitors can use them.
import { useMessages } from '../../i18n/messages.ts';
import { Screen } from '../../ui/layout/screen.tsx';
import { DisplaySettings } from './display-settings.tsx';

export function SettingsScreen() {
  const { account: words } = useMessages();
  return (
    <Screen title={words.settingsTitle} leave="back">
      <DisplaySettings />
    </Screen>
  );
}

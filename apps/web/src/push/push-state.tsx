// Whether this phone gets messages, in one box: why none come, or when and about what they do. Loaded by answers of Help.
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { formatList } from '../i18n/format.ts';
import { NoticeBox } from '@kippu/ui/notice-box';
import { usePushState } from './use-push.ts';

/** Renders nothing until it is known. */
export function PushState() {
  const { push: words } = useMessages();
  const language = useLanguage();
  const { status, choice } = usePushState();
  switch (status) {
    case 'asking':
      return null;
    case 'none':
    case 'install':
      return (
        <NoticeBox tone="warn" title={words.noneTitle}>
          {words[status]}
        </NoticeBox>
      );
    case 'denied':
      return (
        <NoticeBox tone="warn" title={words.deniedTitle}>
          {words.denied}
        </NoticeBox>
      );
    case 'ended':
      return <NoticeBox tone="warn">{words.ended}</NoticeBox>;
    case 'off':
      return <NoticeBox tone="info" title={words.offTitle} />;
    case 'on':
      return (
        <NoticeBox tone="ok" title={words.onTitle}>
          {choice && (
            <p>
              {words.topics}:{' '}
              {formatList(
                choice.topics.map((topic) => words.topic[topic].name),
                language,
              )}
            </p>
          )}
          {choice?.quiet && (
            <p>
              {words.quiet}: {choice.quiet.from}–{choice.quiet.to}
            </p>
          )}
        </NoticeBox>
      );
  }
}

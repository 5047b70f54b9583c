// The choice of what a message is about.
import { pageSettings } from '@kippu/client/page-settings';
import { FEEDBACK_TOPICS, type FeedbackTopic } from '@kippu/contract/values';
import { SelectField } from '@kippu/ui/field';
import { useMessages } from '../i18n/messages.ts';

/** Returns the topics of what the railway has. */
function topicsOfRailway(): readonly FeedbackTopic[] {
  const { hasSeats, hasGates } = pageSettings();
  return FEEDBACK_TOPICS.filter((topic) => (topic !== 'seat' || hasSeats) && (topic !== 'gate' || hasGates));
}

interface Props {
  /** '' before a choice. */
  readonly topic: string;
  readonly error: string | undefined;
  readonly onChange: (topic: string) => void;
}

export function TopicField({ topic, error, onChange }: Props) {
  const { help: words } = useMessages();
  return (
    <SelectField
      label={words.topic}
      value={topic}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{words.topicChoose}</option>
      {topicsOfRailway().map((each) => (
        <option key={each} value={each}>
          {words.topics[each]}
        </option>
      ))}
    </SelectField>
  );
}

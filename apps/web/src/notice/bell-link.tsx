// The way to the notices, in the corner of the first screen.
import { Bell } from 'lucide-react';
import { Link } from '../app/router/link.tsx';
import { useFirstMessages } from '../i18n/messages.ts';
import { Icon } from '@kippu/ui/icon';
import css from './bell-link.module.css';

/** Has a dot if a notice is unread. */
export function BellLink({ unread }: { readonly unread: number }) {
  const { common } = useFirstMessages();
  return (
    <Link to="notices" params={{}} className={css['bell']} aria-label={common.noticeBell(unread)}>
      <Icon of={Bell} />
      {unread > 0 && <span className={css['dot']} />}
    </Link>
  );
}

// The tab bar, at the bottom of each tab's main screens.
import {
  CircleUserRound,
  MessageCircleQuestionMark,
  Ticket,
  TrainFront,
  type LucideIcon,
} from 'lucide-react';
import { pageSettings } from '@kippu/client/page-settings';
import { useFirstMessages } from '../../i18n/messages.ts';
import { Icon } from '@kippu/ui/icon';
import { appName } from '@kippu/words/railway';
import { Link } from '../router/link.tsx';
import css from './tab-bar.module.css';

export type TabName = 'tickets' | 'seats' | 'help' | 'account';
const TABS: readonly { name: TabName; icon: LucideIcon }[] = [
  { name: 'tickets', icon: Ticket },
  { name: 'seats', icon: TrainFront },
  { name: 'help', icon: MessageCircleQuestionMark },
  { name: 'account', icon: CircleUserRound },
];

export function TabBar({ active }: { readonly active: TabName }) {
  const { common } = useFirstMessages();
  const words: Record<TabName, string> = {
    tickets: common.tabTickets,
    seats: common.tabSeats,
    help: common.tabHelp,
    account: common.tabAccount,
  };
  const tabs = TABS.filter(({ name }) => name !== 'seats' || pageSettings().hasSeats);
  return (
    <nav className={css['bar']} aria-label={appName()}>
      {tabs.map(({ name, icon }) => (
        <Link
          key={name}
          to={name}
          params={{}}
          replace={name === active}
          className={css['tab']}
          aria-current={name === active ? 'page' : undefined}
        >
          <span className={css['icon']}>
            <Icon of={icon} />
          </span>
          <span className={css['word']}>{words[name]}</span>
        </Link>
      ))}
    </nav>
  );
}

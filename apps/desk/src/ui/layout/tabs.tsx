// Tabs between related screens, or between parts of one.
import css from './tabs.module.css';

export interface Tab {
  readonly href: string;
  readonly label: string;
  readonly here: boolean;
}

/** `label` names the tabs for screen readers. Tabs are links, so that each has an address. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label}>
      <ul className={css['tabs']}>
        {tabs.map((tab) => (
          <li key={tab.href}>
            <a href={tab.href} aria-current={tab.here ? 'page' : undefined}>
              {tab.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

// The frame of every screen: its title, its actions and its groups.
import { appName } from '@kippu/words/railway';
import { ChevronLeft } from 'lucide-react';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  type ComponentProps,
  type FormEvent,
  type ReactNode,
} from 'react';
import { Button } from '@kippu/ui/button';
import { Icon } from '@kippu/ui/icon';
import { ErrorBox } from '../messages/error-box.tsx';
import css from './page.module.css';

/**
 * `back` links to the list from which the page was opened. The title takes the focus when the page opens, and names the
 * tab.
 */
export function Page({
  title,
  lead,
  back,
  actions,
  children,
}: {
  readonly title: string;
  /** One line under the title. */
  readonly lead?: ReactNode;
  readonly back?: { readonly href: string; readonly label: string };
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} | ${appName()} Desk`;
  }, [title]);
  // Runs before the shell's effect, which moves the focus to the row on return to a list.
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={css['page']}>
      <header className={css['top']}>
        <div className={css['titles']}>
          {back && (
            <a className={css['back']} href={back.href}>
              <Icon of={ChevronLeft} size={18} />
              {back.label}
            </a>
          )}
          <h1 className={css['title']} tabIndex={-1} ref={heading}>
            {title}
          </h1>
          {lead && <div className={css['lead']}>{lead}</div>}
        </div>
        {actions && <div className={css['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A card with a heading. `aside` stands beside it. */
export function Card({
  title,
  aside,
  children,
}: {
  readonly title?: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={css['card']}>
      {(title !== undefined || aside) && (
        <div className={css['cardTop']}>
          {title !== undefined && <h2 className={css['cardTitle']}>{title}</h2>}
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}

/** Cards side by side if there is room. */
export function Columns({ children }: { readonly children: ReactNode }) {
  return <div className={css['columns']}>{children}</div>;
}

/** Filters above a table, in one row if there is room. */
export function Filters({ children }: { readonly children: ReactNode }) {
  return <div className={css['filters']}>{children}</div>;
}

/**
 * A form. Enter submits it, and its error is shown above the buttons. `twoColumns` puts short fields side by side, and
 * `wide` removes the width limit for cards. SubmitForm has one button.
 */
export function Form({
  onSubmit,
  error,
  actions,
  twoColumns = false,
  wide = false,
  children,
}: {
  readonly onSubmit: () => void;
  readonly error?: unknown;
  /** The buttons, one of them with `type="submit"`. */
  readonly actions: ReactNode;
  readonly twoColumns?: boolean;
  readonly wide?: boolean;
  readonly children: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className={css['form']} noValidate onSubmit={submit}>
      <div className={`${css['fields']} ${twoColumns ? css['two'] : ''} ${wide ? css['wide'] : ''}`}>
        {children}
      </div>
      <ErrorBox error={error} />
      <div className={css['formActions']}>{actions}</div>
    </form>
  );
}

/** A form with one button, which shows that the form's act is running. */
export function SubmitForm({
  submit,
  busy,
  ...form
}: Omit<ComponentProps<typeof Form>, 'actions'> & {
  /** The button's text. */
  readonly submit: string;
  readonly busy: boolean;
}) {
  return (
    <Form
      {...form}
      actions={
        <Button type="submit" busy={busy}>
          {submit}
        </Button>
      }
    />
  );
}

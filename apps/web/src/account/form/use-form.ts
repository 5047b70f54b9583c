// The state of one form: values, problems, when to show the problems, and a draft that survives a reload.
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { recallOwn, rememberOwn } from '../../app/session/account-memory.ts';
import { keptDuringLogin, useKeepDuringLogin } from '../../app/session/kept-during-login.ts';
import { isRecord } from '../../app/storage/tab-memory.ts';
import { afterPress } from './after-press.ts';

/** Two submits within this time count as one, because the first may not show as busy yet. */
const DOUBLE_TAP_MS = 500;

export type Fields = Readonly<Record<string, string | boolean>>;
type Problems<F extends Fields> = Readonly<Partial<Record<keyof F, string | undefined>>>;

interface Kept<F extends Fields> {
  readonly key: string;
  readonly fields: readonly (keyof F & string)[];
}

interface Options<F extends Fields> {
  readonly initial: F;
  /** Returns the problem of each field as text; empty when the form may be sent. */
  readonly check: (values: F) => Problems<F>;
  readonly onSubmit: (values: F) => void;
  /** While true, a submit is ignored as a second tap. */
  readonly busy: boolean;
  /** A refusal to show when the form opens, until its field changes: the server refused what was typed here before. */
  readonly refused?: { readonly field: keyof F & string; readonly text: string } | undefined;
  /** Keeps these fields in the tab under this key, for the current account. Must not include a password. */
  readonly draft?: Kept<F>;
  /** Keeps these fields for the account during a new login. Must not include a password. */
  readonly duringLogin?: Kept<F>;
}

export interface Form<F extends Fields> {
  readonly values: F;
  /** The problems to show now: of fields left or submitted, and those the server refused. */
  readonly problems: Problems<F>;
  readonly set: <K extends keyof F & string>(field: K, value: F[K]) => void;
  readonly leave: (field: keyof F & string) => void;
  /** Returns whether these fields are valid, and shows their problems if not. */
  readonly require: (...fields: (keyof F & string)[]) => boolean;
  /** Hides the problem of a field that the traveller has only now been asked to fill in. */
  readonly forgive: (field: keyof F & string) => void;
  /** Shows the server's refusal at its field until the field changes. */
  readonly refuse: (field: keyof F & string, text: string) => void;
  /** Submits the form, as its button does. */
  readonly submit: () => void;
  readonly props: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly onSubmit: (event: FormEvent) => void;
    readonly noValidate: true;
  };
}

function withKept<F extends Fields>(initial: F, fields: Kept<F>['fields'] = [], stored: unknown): F {
  if (!isRecord(stored)) return initial;
  const same = fields.filter((field) => typeof stored[field] === typeof initial[field]);
  return { ...initial, ...Object.fromEntries(same.map((field) => [field, stored[field]])) };
}
const picked = <F extends Fields>(values: F, fields: Kept<F>['fields'] = []) =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));

function firstValues<F extends Fields>({ initial, draft, duringLogin }: Options<F>): F {
  const drafted = withKept(initial, draft?.fields, draft && recallOwn(draft.key));
  return withKept(drafted, duringLogin?.fields, duringLogin && keptDuringLogin(duringLogin.key));
}

/** Manages a form with these fields, rules and submit action; returns its state and handlers. */
export function useForm<F extends Fields>(options: Options<F>): Form<F> {
  const { check, onSubmit, busy, draft, duringLogin } = options;
  const [values, setValues] = useState(() => firstValues(options));
  const [left, setLeft] = useState<ReadonlySet<keyof F>>(new Set());
  const [refused, setRefused] = useState<Problems<F>>(
    () => (options.refused ? { [options.refused.field]: options.refused.text } : {}) as Problems<F>,
  );
  const [wrongTries, setWrongTries] = useState(options.refused ? 1 : 0);
  const ref = useRef<HTMLFormElement>(null);
  const sentAt = useRef(-DOUBLE_TAP_MS);

  useEffect(() => {
    if (draft) rememberOwn(draft.key, picked(values, draft.fields));
  }, [draft, values]);
  useKeepDuringLogin(duringLogin?.key, picked(values, duringLogin?.fields));
  useEffect(() => {
    if (wrongTries > 0)
      ref.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')?.focus();
  }, [wrongTries]);

  const wrong = check(values);
  const shown: Partial<Record<keyof F, string | undefined>> = { ...refused };
  for (const field of left) if (wrong[field]) shown[field] = wrong[field];
  return {
    values,
    problems: shown,
    set: (field, value) => {
      setValues((old) => ({ ...old, [field]: value }));
      setRefused((old) => ({ ...old, [field]: undefined }));
    },
    leave: (field) => {
      // An empty field that loses focus is not a problem yet.
      if (values[field] !== '' && values[field] !== false)
        afterPress(() => setLeft((old) => new Set(old).add(field)));
    },
    require: (...fields) => {
      if (fields.every((field) => wrong[field] === undefined)) return true;
      setLeft((old) => new Set([...old, ...fields]));
      setWrongTries((tries) => tries + 1);
      return false;
    },
    forgive: (field) => setLeft((old) => new Set([...old].filter((one) => one !== field))),
    refuse: (field, text) => {
      setRefused((old) => ({ ...old, [field]: text }));
      setWrongTries((tries) => tries + 1);
    },
    submit: () => {
      // The first try has already failed, so this is not a double tap.
      sentAt.current = -DOUBLE_TAP_MS;
      ref.current?.requestSubmit();
    },
    props: {
      ref,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        if (busy || event.timeStamp - sentAt.current < DOUBLE_TAP_MS) return;
        if (Object.values(wrong).every((text) => text === undefined)) {
          sentAt.current = event.timeStamp;
          return onSubmit(values);
        }
        setLeft(new Set(Object.keys(values)));
        setWrongTries((tries) => tries + 1);
      },
    },
  };
}

/** The props of a text field: `{...textOf(form, 'email')}`. */
export const textOf = <F extends Fields>(form: Form<F>, field: keyof F & string) => ({
  name: field,
  value: String(form.values[field]),
  error: form.problems[field],
  onChange: (event: { readonly target: { readonly value: string } }) =>
    form.set(field, event.target.value as F[typeof field]),
  onBlur: () => form.leave(field),
});

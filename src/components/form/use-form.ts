import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { toAppError } from '@/lib/errors';

type Name<Values> = keyof Values & string;
type NameOf<Values, Value> = {
  [Key in Name<Values>]: Values[Key] extends Value ? Key : never;
}[Name<Values>];

/** A refusal that belongs to a field: thrown by `submit`, shown in the field. */
export class FieldError extends Error {
  readonly field: string;

  constructor(field: string, text: string) {
    super(text);
    this.field = field;
  }
}

/** Says what is wrong with a field, in the place of its value: nothing is sent then. */
export type Wrong<Values> = (name: Name<Values>, text: string) => never;

export interface FormOptions<Values, Input, Result> {
  /** What stands in the fields when the form opens. */
  initial: Values | (() => Values);
  /** From what was typed, what is sent; what was typed itself where this is left out. */
  read?: (values: Values, wrong: Wrong<Values>) => Input;
  /** Rejects where it was not saved: the form shows it, and what was typed stays. */
  submit: (input: Input) => Promise<Result> | Result;
  /** After it was saved, if the form is still there. */
  done?: (result: Result) => void;
  /** Refusals of the server that belong to a field, by their code. */
  refusals?: Readonly<Record<string, readonly [Name<Values>, string]>>;
}

/** What `Form` and `FormDialog` need of it, whatever its values are. */
export interface FormState {
  readonly busy: boolean;
  /** Why it was not saved, where no field tells it. */
  readonly failure: unknown;
  readonly errors: Readonly<Record<string, string>>;
  /** How often it was submitted since it was opened or reset. */
  readonly attempts: number;
  readonly submit: () => Promise<void>;
  /** Whether its values differ from those it was opened with or saved last. */
  readonly dirty: boolean;
  /** The same, and false at once when it was saved. */
  readonly isUnsaved: () => boolean;
}

const differs = <Values extends object>(one: Values, other: Values): boolean =>
  (Object.keys(one) as (keyof Values)[]).some((name) => !Object.is(one[name], other[name]));

/** The fields of a form, what they mean, and their way to the server. See docs/design.md, Forms. */
export function useForm<Values extends object, Input = Values, Result = unknown>(
  options: FormOptions<Values, Input, Result>,
) {
  const [values, setValues] = useState(options.initial);
  const [saved, setSaved] = useState(values);
  const [attempts, setAttempts] = useState(0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const dirty = differs(values, saved);
  const unsaved = useRef(dirty);
  unsaved.current = dirty;

  const problems: Record<string, string> = {};
  const wrong: Wrong<Values> = (name, text) => {
    problems[name] ??= text;
    return undefined as never;
  };
  const reading = options.read ? options.read(values, wrong) : (values as unknown as Input);
  const valid = Object.keys(problems).length === 0;
  const byCode = failure ? options.refusals?.[toAppError(failure).code] : undefined;
  const refusal = byCode ? new FieldError(...byCode) : failure instanceof FieldError && failure;

  const set = (changes: Partial<Values>): void => {
    setValues((now) => ({ ...now, ...changes }));
    // A refusal is about what was sent: it does not outlive the next change.
    setFailure(null);
  };
  const setOne = (name: Name<Values>, value: unknown): void =>
    set({ [name]: value } as Partial<Values>);

  const submit = async (): Promise<void> => {
    if (busy) return;
    setAttempts((count) => count + 1);
    setFailure(null);
    if (!valid) return;
    setBusy(true);
    try {
      const result = await options.submit(reading);
      // What follows may leave the page.
      unsaved.current = false;
      if (isOpen.current) options.done?.(result);
    } catch (cause) {
      setFailure(cause);
    } finally {
      setBusy(false);
    }
  };

  return {
    values,
    set,
    /** What `read` makes of them, with holes while a field is wrong. */
    reading,
    valid,
    /** The values it was opened with, or saved last. */
    saved,
    dirty,
    isUnsaved: (): boolean => unsaved.current,
    busy,
    failure: refusal ? null : failure,
    errors: {
      ...(refusal && { [refusal.field]: refusal.message }),
      ...(attempts > 0 && problems),
    } as Readonly<Record<string, string>>,
    attempts,
    submit,
    /** Goes on with these values as the saved ones, and without errors. */
    reset: (changes: Partial<Values> = {}): void => {
      set(changes);
      setSaved((before) => ({ ...before, ...values, ...changes }));
      setAttempts(0);
    },
    /** For `Input` and `Textarea`. */
    text: (name: NameOf<Values, string>) => ({
      name,
      value: values[name] as string,
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void =>
        setOne(name, target.value),
    }),
    /** For `Select`, `DateInput`, the pickers and whatever else has a `value`. */
    value: <Key extends Name<Values>>(name: Key) => ({
      name,
      value: values[name],
      onValueChange: (value: Values[Key]): void => setOne(name, value),
    }),
    /** For `SwitchRow`, `Switch` and `Checkbox`. */
    checked: (name: NameOf<Values, boolean>) => ({
      name,
      checked: values[name] as boolean,
      onCheckedChange: (on: boolean | 'indeterminate'): void => setOne(name, on === true),
    }),
  };
}

/** A form that is handed to a part that draws some of its fields. */
export type FormOf<Values extends object> = Omit<ReturnType<typeof useForm<Values>>, 'reading'>;

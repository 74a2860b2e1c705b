import { type ComponentProps, use, useEffect, useRef } from 'react';
import { FormErrors } from '@/components/form/form-errors';
import type { FormState } from '@/components/form/use-form';
import { Notice } from '@/components/shared/notice';
import { InDialog } from '@/components/ui/in-dialog';
import { errorText } from '@/lib/errors';
import { wasToasted } from '@/lib/query-client';
import { useUnsavedWarning } from '@/lib/use-unsaved-warning';

export interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> {
  form: FormState;
}

/** The only `<form>` of the product: sends, and leads to the first field that is wrong. */
export function BareForm({ form, ...props }: FormProps) {
  const box = useRef<HTMLFormElement>(null);
  const { attempts, errors, failure } = form;
  const isRefused = Object.keys(errors).length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt leads there again.
  useEffect(() => {
    if (isRefused) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts, failure]);
  return (
    <FormErrors value={errors}>
      <form
        ref={box}
        noValidate
        {...props}
        onSubmit={(event) => {
          event.preventDefault();
          // A dialog over this form is its child in React's tree.
          event.stopPropagation();
          void form.submit();
        }}
      />
    </FormErrors>
  );
}

/** Why it was not saved, unless a toast has said so. */
export function FormFailure({ form: { failure } }: { form: FormState }) {
  if (!failure || wasToasted(failure)) return null;
  return (
    <Notice tone="danger" className="col-span-full">
      {errorText(failure)}
    </Notice>
  );
}

interface PageFormProps extends FormProps {
  /** What is typed here is stored as it is typed, or worth nothing later, such as a code: leaving asks nothing. */
  discardable?: boolean;
}

/** A form in the page; leaving the page with typed changes is asked about. */
export function Form({ children, discardable = false, ...props }: PageFormProps) {
  const inDialog = use(InDialog);
  const { dirty, isUnsaved } = props.form;
  useUnsavedWarning(dirty && !inDialog && !discardable, { isUnsaved });
  return (
    <BareForm {...props}>
      <FormFailure form={props.form} />
      {children}
    </BareForm>
  );
}

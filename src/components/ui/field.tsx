import { CircleAlert } from 'lucide-react';
import { cloneElement, type ReactElement, type ReactNode, use, useId } from 'react';
import { FormErrors } from '@/components/form/form-errors';
import { Label } from '@/components/ui/label';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

interface ControlProps {
  id?: string;
  name?: string | undefined;
  'aria-invalid'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
}

export interface FieldProps {
  label: ReactNode;
  /** One form control that takes `id` and the aria attributes. */
  children: ReactElement<ControlProps>;
  /** Shown below at all times: the rule before it is broken. */
  hint?: ReactNode;
  /** Where the form around does not say it by the control's name. */
  error?: string | undefined;
  /** At the end of the label's line, such as a link. */
  aside?: ReactNode;
  optional?: boolean;
  className?: string;
}

/** Label, control, hint and error, tied together for screen readers. */
export function Field({ label, children, hint, aside, optional, className, ...props }: FieldProps) {
  const { t } = useTranslation('common');
  const errors = use(FormErrors);
  const error = props.error ?? errors[children.props.name ?? ''];
  const generated = useId();
  const id = children.props.id ?? generated;
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean);
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-2">
        <Label id={`${id}-label`} htmlFor={id}>
          {label}
          {optional && <span className="ml-1 font-normal text-faint">({t('optional')})</span>}
        </Label>
        {aside}
      </div>
      {cloneElement(children, {
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy.length > 0 ? describedBy.join(' ') : undefined,
      })}
      {hint && (
        <div id={`${id}-hint`} className="text-muted text-xs">
          {hint}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="flex items-start gap-1.5 text-danger text-sm">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}

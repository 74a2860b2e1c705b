import { RadioGroup as Primitive } from 'radix-ui';
import { type ComponentProps, type FocusEvent, type ReactNode, useId } from 'react';
import { cn } from '@/lib/class-names';

export function RadioGroup({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root className={cn('grid gap-2', className)} {...props} />;
}

export interface RadioItemProps {
  value: string;
  label: ReactNode;
  description?: ReactNode;
}

/** A whole row as target; the chosen one is outlined. */
export function RadioItem({ value, label, description }: RadioItemProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex cursor-pointer items-start gap-3 rounded-small border px-3.5 py-3 transition-colors hover:bg-sunken has-data-[state=checked]:border-primary has-data-[state=checked]:bg-primary-soft"
    >
      <Primitive.Item
        id={id}
        value={value}
        onFocus={chooseOnArrow}
        className="mt-0.5 grid size-[18px] shrink-0 place-items-center rounded-full border border-field-border bg-surface data-[state=checked]:border-primary"
      >
        <Primitive.Indicator className="block size-2.5 rounded-full bg-primary" />
      </Primitive.Item>
      <span className="min-w-0">
        <span className="block font-[550]">{label}</span>
        {description && <span className="block text-muted text-sm">{description}</span>}
      </span>
    </label>
  );
}

/**
 * An arrow key chooses where it leads, also when it was let go before the focus moved: Radix asks then whether the
 * key is still down. Tab never goes from one radio to another of its group.
 */
function chooseOnArrow({ currentTarget, relatedTarget }: FocusEvent<HTMLButtonElement>): void {
  const group = currentTarget.closest('[role=radiogroup]');
  const isMoved = relatedTarget?.role === 'radio' && group?.contains(relatedTarget);
  if (isMoved && currentTarget.matches(':focus-visible')) currentTarget.click();
}

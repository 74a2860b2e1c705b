import { Check, ChevronDown } from 'lucide-react';
import { Select as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { fieldClasses } from '@/components/ui/input';
import { cn } from '@/lib/class-names';

export interface SelectOption<Value extends string = string> {
  value: Value;
  label: ReactNode;
  disabled?: boolean;
}

export interface SelectProps<Value extends string> {
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  placeholder?: string;
  id?: string;
  name?: string;
  disabled?: boolean;
  /** `compact` for filters in a toolbar. */
  size?: 'normal' | 'compact';
  className?: string;
  'aria-label'?: string;
  'aria-invalid'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
}

/** A short, fixed list. For lists one searches in (projects, people) use `Combobox`. */
export function Select<Value extends string>({
  value,
  onValueChange,
  options,
  placeholder,
  id,
  name,
  disabled = false,
  size = 'normal',
  className,
  ...aria
}: SelectProps<Value>) {
  return (
    <Primitive.Root
      value={value ?? ''}
      onValueChange={onValueChange as (value: string) => void}
      disabled={disabled}
      {...(name ? { name } : {})}
    >
      <Primitive.Trigger
        id={id}
        data-slot="select"
        className={cn(
          fieldClasses,
          'inline-flex items-center justify-between gap-2 text-left data-placeholder:text-faint [&>span:first-child]:truncate',
          size === 'compact'
            ? 'h-9 px-3 font-[550] text-sm! pointer-coarse:h-11'
            : 'h-10 w-full px-3 pointer-coarse:h-11',
          className,
        )}
        {...aria}
      >
        <Primitive.Value placeholder={placeholder} />
        <Primitive.Icon className="shrink-0">
          <ChevronDown className="size-4 text-faint" aria-hidden="true" />
        </Primitive.Icon>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-card border bg-surface shadow-overlay data-[state=open]:animate-pop-in"
        >
          <Primitive.Viewport className="p-1.5">
            {options.map((option) => (
              <Primitive.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="relative flex min-h-9 cursor-pointer select-none items-center gap-2 rounded-small py-1.5 pr-9 pl-2.5 text-sm outline-none pointer-coarse:min-h-11 data-disabled:pointer-events-none data-highlighted:bg-border/60 data-disabled:opacity-50"
              >
                <Primitive.ItemText>{option.label}</Primitive.ItemText>
                <Primitive.ItemIndicator className="absolute right-2.5">
                  <Check className="size-4 text-primary" aria-hidden="true" />
                </Primitive.ItemIndicator>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

import { Check, ChevronDown } from 'lucide-react';
import { Select as Primitive } from 'radix-ui';
import type { SelectProps } from '@/components/ui/select';
import { selectClasses } from '@/components/ui/select-classes';

/** Takes the place of the closed field when it is first opened; open from the start. */
export function SelectList<Value extends string>({
  value,
  onValueChange,
  options,
  placeholder,
  id,
  disabled = false,
  size = 'normal',
  className,
  ...aria
}: SelectProps<Value>) {
  return (
    <Primitive.Root
      defaultOpen
      value={value ?? ''}
      onValueChange={onValueChange as (value: string) => void}
      disabled={disabled}
    >
      <Primitive.Trigger
        id={id}
        data-slot="select"
        className={selectClasses(size, className)}
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

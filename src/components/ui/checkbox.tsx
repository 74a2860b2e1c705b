import { Check, Minus } from 'lucide-react';
import { Checkbox as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/class-names';

export function Checkbox({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      data-slot="checkbox"
      className={cn(
        'group relative grid size-[18px] shrink-0 place-items-center rounded-[5px] border border-field-border bg-surface transition-colors after:absolute after:-inset-3.5 pointer-coarse:size-6 pointer-coarse:after:-inset-3 hover:border-muted disabled:opacity-55 data-[state=checked]:border-primary data-[state=indeterminate]:border-primary data-[state=checked]:bg-primary data-[state=indeterminate]:bg-primary',
        className,
      )}
      {...props}
    >
      <Primitive.Indicator className="text-primary-foreground">
        <Check className="hidden size-3.5 group-data-[state=checked]:block" strokeWidth={3} />
        <Minus className="hidden size-3.5 group-data-[state=indeterminate]:block" strokeWidth={3} />
      </Primitive.Indicator>
    </Primitive.Root>
  );
}

import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

export interface DisclosureProps {
  /** Whose events these are, for those who hear only the button. */
  title: string;
  children: ReactNode;
}

/** The events of a group, closed until asked for. */
export function Disclosure({ title, children }: DisclosureProps) {
  const { t } = useTranslation('notifications');
  const [open, setOpen] = useState(false);
  const id = useId();
  const label = t(open ? 'table.hide' : 'table.show');
  return (
    <>
      <Button
        size="inline"
        variant="link"
        className="mb-3"
        aria-expanded={open}
        aria-controls={id}
        aria-label={`${label}: ${title}`}
        onClick={() => setOpen(!open)}
      >
        {label}
        <ChevronDown
          aria-hidden="true"
          className={cn('transition-transform', open && 'rotate-180')}
        />
      </Button>
      <div id={id}>{open && children}</div>
    </>
  );
}

import { Coffee, Utensils } from 'lucide-react';
import type { ReactElement } from 'react';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { useBreakTypes } from '@/entities/break-type/use-break-types';
import { useStartBreak } from '@/entities/running-entry/use-break';
import { useTranslation } from '@/lib/use-translation';

/** The kinds of breaks, open from the start: default export because it is loaded with the first tap. */
export default function PauseChoice({ children }: { children: ReactElement }) {
  const { t } = useTranslation('my-status');
  const types = useBreakTypes().filter(({ offered }) => offered);
  const startBreak = useStartBreak();
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild disabled={startBreak.isPending}>
        {children}
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="w-[min(412px,calc(100vw-16px))]">
        <DropdownMenuLabel>{t('pause.which')}</DropdownMenuLabel>
        {types.map(({ key, kind, paid, label, minutes }) => {
          const Icon = kind === 'meal' ? Utensils : Coffee;
          return (
            <DropdownMenuItem
              key={key}
              className="min-h-14! text-md!"
              onSelect={() => startBreak.mutate({ kind, paid })}
            >
              <Icon aria-hidden="true" />
              {label}
              {minutes !== null && (
                <span className="ml-auto text-muted">{t('pause.minutes', { count: minutes })}</span>
              )}
            </DropdownMenuItem>
          );
        })}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

import { Coffee, Utensils } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { useBreakTypes } from '@/entities/break-type/use-break-types';
import { useStartBreak } from '@/entities/running-entry/use-break';

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
      <DropdownMenuContent className="w-(--radix-dropdown-menu-trigger-width)">
        <DropdownMenuLabel>{t('pause.which')}</DropdownMenuLabel>
        {types.map(({ key, kind, paid, label, minutes }) => {
          const Icon = kind === 'meal' ? Utensils : Coffee;
          return (
            <DropdownMenuItem key={key} onSelect={() => startBreak.mutate({ kind, paid })}>
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

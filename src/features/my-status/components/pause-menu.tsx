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
import { type BreakInput, useStartBreak } from '@/entities/running-entry/use-break';

const KINDS = [
  { name: 'mealUnpaid', kind: 'meal', paid: false },
  { name: 'restPaid', kind: 'rest', paid: true },
  { name: 'mealPaid', kind: 'meal', paid: true },
  { name: 'restUnpaid', kind: 'rest', paid: false },
] as const satisfies readonly (BreakInput & { name: string })[];

/** Pause is a break, and pay depends on which: so it is asked in the same tap. */
export function PauseMenu({ children }: { children: ReactElement }) {
  const { t } = useTranslation('my-status');
  const startBreak = useStartBreak();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild disabled={startBreak.isPending}>
        {children}
      </DropdownMenuTrigger>
      <DropdownMenuContent className="w-(--radix-dropdown-menu-trigger-width)">
        <DropdownMenuLabel>{t('pause.which')}</DropdownMenuLabel>
        {KINDS.map(({ name, kind, paid }) => {
          const Icon = kind === 'meal' ? Utensils : Coffee;
          return (
            <DropdownMenuItem key={name} onSelect={() => startBreak.mutate({ kind, paid })}>
              <Icon aria-hidden="true" />
              {t(`pause.${name}`)}
            </DropdownMenuItem>
          );
        })}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

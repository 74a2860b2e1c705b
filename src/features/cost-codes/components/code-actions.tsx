import { Archive, ArchiveRestore, Ellipsis, Merge, Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import type { CostCode } from '@/features/cost-codes/api/queries';

export interface CodeActionsProps {
  costCode: CostCode;
  onEdit: () => void;
  onMerge: () => void;
  onArchive: () => void;
}

export function CodeActions({ costCode, onEdit, onMerge, onArchive }: CodeActionsProps) {
  const { t } = useTranslation(['cost-codes', 'common']);
  const { code, active, merged_into } = costCode;
  return (
    <div className="flex justify-end">
      <Button variant="ghost" size="icon" aria-label={t('action.edit', { code })} onClick={onEdit}>
        <Pencil aria-hidden="true" />
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="icon" aria-label={t('action.more', { code })}>
            <Ellipsis aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {!merged_into && (
            <DropdownMenuItem onSelect={onArchive}>
              {active ? <Archive aria-hidden="true" /> : <ArchiveRestore aria-hidden="true" />}
              {active ? t('action.archive') : t('action.restore')}
            </DropdownMenuItem>
          )}
          {!merged_into && (
            <DropdownMenuItem onSelect={onMerge}>
              <Merge aria-hidden="true" />
              {t('action.merge')}
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  );
}

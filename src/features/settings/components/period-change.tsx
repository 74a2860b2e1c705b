import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { type PeriodRule, periodPreviewQuery } from '@/features/settings/api/company';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface PeriodChangeProps {
  companyId: string;
  rule: PeriodRule;
  onSave: () => void;
  onClose: () => void;
}

/** Which days another pay period concerns, before it is saved. */
export function PeriodChange({ companyId, rule, onSave, onClose }: PeriodChangeProps) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const preview = useQuery(periodPreviewQuery(companyId, rule));
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('company.change.title')}
      description={t('company.change.text')}
      confirmLabel={t('company.change.action')}
      tone="primary"
      onConfirm={onSave}
    >
      <Loaded query={preview} skeleton={<ListSkeleton rows={4} />}>
        <ul className="tabular mt-4 divide-y rounded-card border text-sm">
          {preview.data?.map(({ start_date, end_date, shortened, is_current }) => (
            <li key={start_date} className="flex flex-wrap items-center gap-2 px-3 py-2">
              <span className="flex-1">{format.dateRange(start_date, end_date)}</span>
              {shortened && <Badge tone="attention">{t('company.change.shortened')}</Badge>}
              {is_current && <Badge>{t('company.change.current')}</Badge>}
            </li>
          ))}
        </ul>
      </Loaded>
    </ConfirmDialog>
  );
}

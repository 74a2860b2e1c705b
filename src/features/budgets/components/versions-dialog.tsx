import { DataTable } from '@/components/shared/data-table/data-table';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import type { BudgetVersion } from '@/features/budgets/api/queries';
import { type VersionSums, versionSums } from '@/features/budgets/version-changes';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface VersionsDialogProps {
  versions: readonly BudgetVersion[];
  onClose: () => void;
}

/** The original, each approved change and what counts now. */
export function VersionsDialog({ versions, onClose }: VersionsDialogProps) {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  const { data: codes = [] } = useCostCodeOptions();
  const current = versions.find(({ status }) => status === 'approved');
  const hoursText = (value: number) => format.number(value, Number.isInteger(value) ? 0 : 1);
  const signed = (value: number) => `${value < 0 ? '−' : '+'}${hoursText(Math.abs(value))}`;
  const stateOf = ({ id, status, approved_at }: BudgetVersion) =>
    status === 'draft'
      ? t('versions.draft')
      : t(id === current?.id ? 'versions.counts' : 'versions.approved', {
          date: approved_at ? format.dateOfInstant(approved_at) : '–',
        });
  const changedCodes = (sums: VersionSums) =>
    sums.added === null
      ? t('versions.original')
      : sums.codes
          .map(({ codeId, hours }) => {
            const code = codes.find(({ id }) => id === codeId)?.code;
            return `${code ?? t('versions.otherCode')} ${signed(hours)}`;
          })
          .sort()
          .join(', ') || t('versions.sameHours');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('versions.title')} description={t('versions.text')} width="large">
        <DialogBody>
          <DataTable
            label={t('versions.title')}
            rows={versionSums(versions)}
            rowKey={({ version }) => version.id}
            columns={[
              {
                id: 'version',
                header: t('versions.version'),
                card: 'title',
                cell: ({ version }) => (
                  <>
                    {version.version}. {version.name || t('unnamed')}
                    <span className="block text-muted text-xs">{stateOf(version)}</span>
                  </>
                ),
              },
              { id: 'codes', header: t('versions.changes'), cell: changedCodes },
              {
                id: 'change',
                header: t('versions.change'),
                align: 'end',
                cell: ({ added }) => (added ? signed(added.hours) : '–'),
              },
              {
                id: 'hours',
                header: t('field.hours'),
                align: 'end',
                card: 'aside',
                cell: ({ hours }) => hoursText(hours),
              },
              {
                id: 'labor',
                header: t('field.amount'),
                align: 'end',
                cell: ({ labor }) => (labor === null ? '–' : format.money(labor)),
              },
            ]}
          />
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useSaveRetention } from '@/features/documents/api/save-retention';
import { useTranslation } from '@/lib/use-translation';

const OFFERED = [30, 90, 365, 1095, 2555];

/** For how long deleted documents are kept: the owner's to say, for managers to know. */
export function RetentionField() {
  const { t } = useTranslation('documents');
  const { company, employee } = useViewer();
  const save = useSaveRetention(company?.id ?? '');
  const days = company?.document_retention_days ?? 0;
  if (employee?.role !== 'owner') {
    return (
      <p className="border-b px-4 py-3 text-muted text-sm">{t('deleted.kept', { count: days })}</p>
    );
  }
  const options = [...new Set([...OFFERED, days])].sort((a, b) => a - b);
  return (
    <div className="border-b px-4 py-3">
      <Field label={t('deleted.retention')} hint={t('deleted.retentionHint')} className="max-w-80">
        <Select
          value={String(days)}
          disabled={save.isPending}
          onValueChange={(next) => save.mutate({ days: Number(next), opened: days })}
          options={options.map((count) => ({
            value: String(count),
            label: t('deleted.days', { count }),
          }))}
        />
      </Field>
    </div>
  );
}

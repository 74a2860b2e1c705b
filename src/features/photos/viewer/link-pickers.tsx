import { useQuery } from '@tanstack/react-query';
import { Combobox } from '@/components/shared/combobox';
import { Field } from '@/components/ui/field';
import { EquipmentPicker } from '@/entities/equipment/equipment-picker';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { useChangePhoto } from '@/features/photos/api/change-photos';
import {
  entryOptionsQuery,
  type Links,
  type Photo,
  type PhotoDetails,
  quantityOptionsQuery,
  reportOptionsQuery,
} from '@/features/photos/api/queries';
import { useLinkLabels } from '@/features/photos/viewer/use-link-labels';
import { useTranslation } from '@/lib/use-translation';

/** What is chosen stands in its list, even when it is not offered any more. */
function optionsOf<T extends { id: string }>(
  offered: readonly T[] | undefined,
  chosen: T | null,
  text: (option: T) => string,
) {
  const all = [...(offered ?? [])];
  if (chosen && !all.some(({ id }) => id === chosen.id)) all.unshift(chosen);
  return all.map((option) => ({ value: option.id, text: text(option) }));
}

interface LinkPickersProps {
  companyId: string;
  photo: Photo;
  details: PhotoDetails;
}

/** Every choice is saved at once. */
export function LinkPickers({ companyId, photo, details }: LinkPickersProps) {
  const { t } = useTranslation(['photos', 'common']);
  const name = useLinkLabels();
  const leads = useEmployee()?.role !== 'employee';
  const change = useChangePhoto();
  const entries = useQuery(entryOptionsQuery(companyId, photo));
  const reports = useQuery({ ...reportOptionsQuery(companyId, photo.project_id), enabled: leads });
  const quantities = useQuery(quantityOptionsQuery(companyId, photo.project_id));
  const link = (key: keyof Links) => (id: string | null) =>
    change.mutate({ photo, change: { [key]: id }, before: details });
  const chosen = (key: keyof Links) => ({
    value: details[key],
    onValueChange: link(key),
    disabled: change.isPending,
    placeholder: t('link.choose'),
  });
  return (
    <div className="grid gap-3">
      <Field label={t('common:equipment.label')}>
        <EquipmentPicker {...chosen('equipment_id')} />
      </Field>
      <Field label={t('link.entry')}>
        <Combobox
          {...chosen('time_entry_id')}
          options={optionsOf(entries.data, details.time_entry, name.entry)}
          loading={entries.isLoading}
          emptyText={t('link.noEntries')}
          clearLabel={t('link.noEntry')}
        />
      </Field>
      {leads && (
        <Field label={t('report')} hint={t('link.reportHint')}>
          <Combobox
            {...chosen('field_report_id')}
            disabled={change.isPending || photo.locked}
            options={optionsOf(reports.data, details.field_report, name.report)}
            loading={reports.isLoading}
            emptyText={t('link.noReports')}
            clearLabel={t('link.noReport')}
          />
        </Field>
      )}
      <Field label={t('link.quantity')}>
        <Combobox
          {...chosen('quantity_id')}
          options={optionsOf(quantities.data, details.quantity, name.quantity)}
          loading={quantities.isLoading}
          emptyText={t('link.noQuantities')}
          clearLabel={t('link.noQuantity')}
        />
      </Field>
    </div>
  );
}

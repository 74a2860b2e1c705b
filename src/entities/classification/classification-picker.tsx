import { Combobox, type ComboboxProps } from '@/components/shared/combobox';
import { classesOn } from '@/entities/classification/classes';
import { useClassificationOptions } from '@/entities/classification/classification-options';
import { useClassifications } from '@/entities/classification/classifications-query';
import type { IsoDate } from '@/lib/format';
import { useTranslation } from '@/lib/use-translation';

export interface ClassificationPickerProps
  extends Partial<Omit<ComboboxProps, 'options' | 'loading'>> {
  projectId: string | null;
  date: IsoDate;
  value: string | null;
  onValueChange: (classificationId: string | null) => void;
}

/** The classes of a project that stand on a day; the chosen one stays, whatever became of it. */
export function ClassificationPicker({ projectId, date, ...props }: ClassificationPickerProps) {
  const { t } = useTranslation('classification');
  const { data, isPending } = useClassifications();
  const optionsOf = useClassificationOptions();
  const onProject = (data?.classes ?? []).filter((row) => row.project_id === projectId);
  const standing = classesOn(onProject, date);
  const chosen = onProject.filter((row) => row.classification_id === props.value);
  return (
    <Combobox
      placeholder={t('choose')}
      searchPlaceholder={t('search')}
      emptyText={t('none')}
      {...props}
      options={optionsOf([...new Set([...chosen, ...standing])])}
      loading={isPending}
    />
  );
}

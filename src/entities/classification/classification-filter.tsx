import { Combobox } from '@/components/shared/combobox';
import { newestClasses } from '@/entities/classification/classes';
import { useClassificationOptions } from '@/entities/classification/classification-options';
import { useClassifications } from '@/entities/classification/classifications-query';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useTranslation } from '@/lib/use-translation';

export interface ClassificationFilterProps {
  /** Only the classes of this project; null: of all, under the names of their projects. */
  projectId: string | null;
  value: string | null;
  onValueChange: (classificationId: string | null) => void;
  className?: string;
}

/** Of which class a list is. */
export function ClassificationFilter(props: ClassificationFilterProps) {
  const { projectId, value, onValueChange, className } = props;
  const { t } = useTranslation('classification');
  const { data, isPending } = useClassifications();
  const { data: projects = [] } = useProjectOptions();
  const optionsOf = useClassificationOptions();
  const classes = newestClasses(data?.classes ?? []);
  const projectOf = new Map(classes.map((row) => [row.classification_id, row.project_id]));
  const options = optionsOf(
    classes.filter(
      (row) =>
        projectId === null || row.project_id === projectId || row.classification_id === value,
    ),
  ).map((option) => ({
    ...option,
    ...(projectId === null && {
      group: projects.find(({ id }) => id === projectOf.get(option.value))?.name ?? '',
    }),
  }));
  return (
    <Combobox
      size="compact"
      aria-label={t('label')}
      placeholder={t('all')}
      clearLabel={t('all')}
      searchPlaceholder={t('search')}
      emptyText={t('none')}
      {...(className && { className })}
      value={value}
      onValueChange={onValueChange}
      options={options}
      loading={isPending}
    />
  );
}

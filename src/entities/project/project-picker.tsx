import { Combobox, type ComboboxProps } from '@/components/shared/combobox';
import { useProjectPickerOptions } from '@/entities/project/use-project-picker-options';
import { useTranslation } from '@/lib/use-translation';

export interface ProjectPickerProps extends Partial<Omit<ComboboxProps, 'options' | 'loading'>> {
  value: string | null;
  onValueChange: (projectId: string | null) => void;
  /** Filters and reports list finished projects too; timers only bookable ones. */
  include?: 'bookable' | 'all';
}

export function ProjectPicker({ include = 'bookable', value, ...props }: ProjectPickerProps) {
  const { t } = useTranslation('common');
  const { options, loading } = useProjectPickerOptions(value, include);
  return (
    <Combobox
      placeholder={t('project.choose')}
      searchPlaceholder={t('project.search')}
      emptyText={t('project.none')}
      {...props}
      value={value}
      options={options}
      loading={loading}
    />
  );
}

import { useTranslation } from 'react-i18next';
import { OptionList } from '@/components/shared/option-list';
import { useProjectPickerOptions } from '@/entities/project/use-project-picker-options';

export interface ProjectChoiceProps {
  value: string | null;
  onChoose: (projectId: string | null) => void;
  clearLabel?: string;
}

/** The list alone, for a popover of its own. */
export function ProjectChoice({ value, onChoose, clearLabel }: ProjectChoiceProps) {
  const { t } = useTranslation('common');
  const { options, loading } = useProjectPickerOptions(value, 'bookable');
  return (
    <OptionList
      label={t('project.choose')}
      searchPlaceholder={t('project.search')}
      emptyText={t('project.none')}
      value={value}
      onChoose={onChoose}
      options={options}
      loading={loading}
      clearLabel={clearLabel}
    />
  );
}

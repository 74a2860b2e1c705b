import { NOTHING_TYPED, type Typed } from '@/components/shared/early-search';
import { OptionList } from '@/components/shared/option-list';
import { useProjectPickerOptions } from '@/entities/project/use-project-picker-options';
import { useTranslation } from '@/lib/use-translation';

export interface ProjectChoiceProps {
  value: string | null;
  onChoose: (projectId: string | null) => void;
  clearLabel?: string;
  typed?: Typed;
}

/** The list alone, for a popover of its own. */
export function ProjectChoice({
  value,
  onChoose,
  clearLabel,
  typed = NOTHING_TYPED,
}: ProjectChoiceProps) {
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
      typed={typed}
    />
  );
}

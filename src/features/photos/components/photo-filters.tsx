import { X } from 'lucide-react';
import { Combobox } from '@/components/shared/combobox';
import { DateInput } from '@/components/shared/date-input';
import { SearchInput } from '@/components/shared/search-input';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { useTeam } from '@/entities/employee/team-options';
import { ProjectFilter } from '@/entities/project/project-filter';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import type { usePhotoFilter } from '@/features/photos/use-photo-filter';
import { useTranslation } from '@/lib/use-translation';

type Filter = ReturnType<typeof usePhotoFilter>;

/** Set by links from elsewhere; here they are only taken away. */
const LINKED = ['machine', 'entry', 'report', 'quantity'] as const;
const VIEWS = ['days', 'map', 'pairs', 'deleted'] as const;

function SetFilter({ text, onRemove }: { text: string; onRemove: () => void }) {
  const { t } = useTranslation('photos');
  return (
    <Button size="pill" onClick={onRemove}>
      {text}
      <X className="size-3.5" aria-hidden="true" />
      <span className="sr-only">{t('removeFilter')}</span>
    </Button>
  );
}

/** One line on a desktop, wrapped on a phone; every choice is in the address. */
export function PhotoFilters({ filter }: { filter: Filter }) {
  const { t } = useTranslation(['photos', 'common']);
  const { get, change } = filter;
  const privileged = useIsPrivileged();
  const team = useTeam();
  const { data: codes = [] } = useCostCodeOptions();
  const views = VIEWS.filter((view) => view !== 'deleted' || privileged);
  const tag = get('tag');
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2" data-print="hide">
      <SearchInput
        label={t('search')}
        value={get('search') ?? ''}
        onValueChange={(value) => change('search', value)}
      />
      <div className="flex items-center gap-2 max-sm:w-full max-sm:overflow-x-auto max-sm:*:shrink-0 sm:contents">
        <ProjectFilter
          size="compact"
          value={get('project')}
          onValueChange={(value) => change('project', value)}
          clearLabel={t('common:project.all')}
          aria-label={t('common:project.label')}
          className="max-w-56"
        />
        <Combobox
          size="compact"
          value={get('person')}
          onValueChange={(value) => change('person', value)}
          options={team}
          placeholder={t('allPeople')}
          clearLabel={t('allPeople')}
          aria-label={t('person')}
          className="max-w-48"
        />
        <Combobox
          size="compact"
          value={get('code')}
          onValueChange={(value) => change('code', value)}
          options={codes.map(({ id, code, name }) => ({ value: id, text: `${code} ${name}` }))}
          placeholder={t('common:costCode.all')}
          clearLabel={t('common:costCode.all')}
          aria-label={t('common:costCode.label')}
          className="max-w-48"
        />
        <DateInput
          aria-label={t('from')}
          value={get('from')}
          onValueChange={(value) => value !== 'invalid' && change('from', value)}
          className="w-44"
        />
        <DateInput
          aria-label={t('to')}
          value={get('to')}
          onValueChange={(value) => value !== 'invalid' && change('to', value)}
          className="w-44"
        />
        {tag && <SetFilter text={tag} onRemove={() => change('tag', null)} />}
        {LINKED.filter((name) => get(name)).map((name) => (
          <SetFilter
            key={name}
            text={t(`link.filter.${name}`)}
            onRemove={() => change(name, null)}
          />
        ))}
        {filter.isFiltered && (
          <Button variant="link" size="small" onClick={filter.clear}>
            {t('clearFilters')}
          </Button>
        )}
        <Select
          size="compact"
          aria-label={t('view.label')}
          className="ml-auto"
          value={views.find((view) => view === filter.view) ?? 'days'}
          onValueChange={(value) => change('view', value === 'days' ? null : value)}
          options={views.map((view) => ({ value: view, label: t(`view.${view}`) }))}
        />
      </div>
    </div>
  );
}

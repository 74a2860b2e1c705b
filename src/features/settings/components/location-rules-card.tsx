import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Notice } from '@/components/shared/notice';
import { SettingsCard } from '@/components/shared/settings-card';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { ProjectPicker } from '@/entities/project/project-picker';
import type { ViewerCompany } from '@/entities/viewer/viewer';
import { useSaveCompany } from '@/features/settings/api/company';
import { askingProjectsQuery, useAskForLocation } from '@/features/settings/api/locations';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

/** A week to a year; one set through the API is offered too. */
const daysOffered = (current: number): number[] =>
  [...new Set([7, 30, 90, 180, 365, current])].sort((a, b) => a - b);

interface LocationRulesProps {
  company: ViewerCompany;
  disabled: boolean;
}

function AskingProjects({ company, disabled }: LocationRulesProps) {
  const { t } = useTranslation(['settings', 'common']);
  const { data: projects = [] } = useQuery(askingProjectsQuery(company.id));
  const ask = useAskForLocation(company.id);
  return (
    <div className="mt-4 grid gap-2 border-t pt-4">
      <Field label={t('location.asking')} hint={t('location.askingHint')}>
        <ProjectPicker
          value={null}
          placeholder={t('location.add')}
          disabled={disabled}
          onValueChange={(id) => id && ask.mutate({ id, asks: true })}
        />
      </Field>
      <ul className="divide-y text-sm not-empty:border-y">
        {projects.map(({ id, name }) => (
          <li key={id} className="flex items-center justify-between gap-3 py-1">
            {name}
            <Button
              size="icon"
              variant="ghost"
              disabled={disabled}
              aria-label={t('location.remove', { project: name })}
              onClick={() => ask.mutate({ id, asks: false })}
            >
              <X aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whether punches carry a location, for which projects they must, and how long it is kept. */
export function LocationRulesCard({ company, disabled }: LocationRulesProps) {
  const { t } = useTranslation('settings');
  const { mutate: save, error } = useSaveCompany();
  return (
    <SettingsCard title={t('location.title')} text={t('location.text')}>
      {error && (
        <Notice className="mb-4" tone="danger">
          {errorText(error)}
        </Notice>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('location.mode')} hint={t('location.modeHint')}>
          <Select
            value={company.capture_location ? 'allowed' : 'off'}
            onValueChange={(mode) => save({ capture_location: mode === 'allowed' })}
            options={(['off', 'allowed'] as const).map((value) => ({
              value,
              label: t(`location.modeOption.${value}`),
            }))}
            disabled={disabled}
          />
        </Field>
        <Field label={t('location.days')} hint={t('location.daysHint')}>
          <Select
            value={String(company.location_days)}
            onValueChange={(days) => save({ location_days: Number(days) })}
            options={daysOffered(company.location_days).map((days) => ({
              value: String(days),
              label: t('location.daysOption', { count: days }),
            }))}
            disabled={disabled || !company.capture_location}
          />
        </Field>
      </div>
      {company.capture_location && <AskingProjects company={company} disabled={disabled} />}
    </SettingsCard>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { SettingsCard } from '@/components/shared/settings-card';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import {
  PRESETS,
  type Preset,
  presetOf,
  presetsOffered,
} from '@/entities/company/overtime-presets';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useSetOvertimePolicy } from '@/features/settings/api/company';
import { policiesQuery, presetRulesQuery, previewQuery } from '@/features/settings/api/overtime';
import { OvertimeDetailsForm } from '@/features/settings/components/overtime-details-form';
import { OvertimePreview } from '@/features/settings/components/overtime-preview';
import {
  type Details,
  detailsOf,
  type Policy,
  policyOf,
} from '@/features/settings/overtime-details';
import { errorText } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import { dateOf } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

const CUSTOM = 'CUSTOM';
type Choice = Preset | typeof CUSTOM;

/** The overtime rule from a date on, and who is owed what by it before it is saved. */
export function OvertimeCard({ companyId }: { companyId: string }) {
  const { t } = useTranslation(['settings', 'common']);
  const format = useFormat();
  const zone = useViewer().company?.time_zone ?? 'UTC';
  const { data: policies = [] } = useQuery(policiesQuery(companyId));
  const current = policies[0];
  const [preset, setPreset] = useState<Choice | null>(null);
  const [details, setDetails] = useState<Details | null>(null);
  const today = dateOf(serverNow(), zone);
  const [from, setFrom] = useState<DateInputValue>(today);
  const known = presetOf(current?.preset ?? 'FLSA');
  const chosen: Choice = preset ?? known ?? (current ? CUSTOM : 'FLSA');
  const isCustom = chosen === CUSTOM;
  const rules = useQuery({ ...presetRulesQuery(), enabled: isCustom && !current });
  const base = (current?.policy ?? rules.data?.find((rule) => rule.preset === 'FLSA')?.policy) as
    | Policy
    | undefined;
  const shown = details ?? (base ? detailsOf(base) : null);
  const own = isCustom && base && shown ? policyOf(base, shown) : undefined;
  const wrong = Array.isArray(own) ? own : [];
  const custom = Array.isArray(own) ? undefined : own;
  const isReady = !isCustom || custom !== undefined;
  const offered = presetsOffered(zone).filter((value) => value !== known);
  const valid = from !== null && from !== 'invalid';
  const since = valid ? from : today;
  const isPast = since < today;
  const preview = useQuery({
    ...previewQuery(chosen, since, today, custom),
    enabled: valid && isReady && (preset !== null || details !== null || isPast),
  });
  const set = useSetOvertimePolicy();
  return (
    <SettingsCard title={t('overtime.title')} text={t('overtime.text')}>
      <div className="flex flex-col gap-4">
        {current && (
          <p className="text-sm">
            {t('overtime.current', {
              preset: known ? t(`common:overtimePreset.${known}`) : t('overtime.custom'),
              date: format.date(current.effective_from),
            })}
          </p>
        )}
        {known === 'FLSA' && offered.length > 0 && (
          <Notice tone="info">
            {t('overtime.offered', {
              count: offered.length,
              states: format.oneOf(offered.map((value) => t(`common:overtimePreset.${value}`))),
            })}
          </Notice>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t('overtime.preset')}
            hint={chosen === CUSTOM ? t('overtime.ownHint') : t(`overtime.hint.${chosen}`)}
          >
            <Select
              value={chosen}
              onValueChange={setPreset}
              options={[
                ...PRESETS.map((value) => ({
                  value,
                  label: t(`common:overtimePreset.${value}`),
                })),
                { value: CUSTOM, label: t('overtime.custom') },
              ]}
            />
          </Field>
          <Field label={t('overtime.from')} error={valid ? undefined : t('required.date')}>
            <DateInput value={from} onValueChange={setFrom} />
          </Field>
        </div>
        {isCustom && shown && (
          <OvertimeDetailsForm details={shown} wrong={wrong} onChange={setDetails} />
        )}
        {preview.data && <OvertimePreview preview={preview.data} isPast={isPast} />}
        {(set.error ?? preview.error) && (
          <Notice tone="danger">{errorText(set.error ?? preview.error)}</Notice>
        )}
        <div>
          <Button
            variant="primary"
            busy={set.isPending}
            disabled={!valid || !isReady || preview.isFetching}
            onClick={() =>
              valid && set.mutate({ preset: chosen, from, ...(custom ? { custom } : {}) })
            }
          >
            {t('overtime.save')}
          </Button>
        </div>
      </div>
    </SettingsCard>
  );
}

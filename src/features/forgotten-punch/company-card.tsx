import { Notice } from '@/components/shared/notice';
import { SettingsCard } from '@/components/shared/settings-card';
import { SwitchRow } from '@/components/shared/switch-row';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { saveChanges } from '@/entities/edit/save-changes';
import { useViewer } from '@/entities/viewer/use-viewer';
import { errorText } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Change } from '@/lib/rows';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

const MINUTES = [0, 10, 15, 30, 45, 60, 90, 120];

function useSaveRule() {
  const { t } = useTranslation('forgotten-punch');
  const { company } = useViewer();
  return useWrite({
    send: (after: Change<'companies'>) =>
      saveChanges({
        table: 'companies',
        key: { id: company?.id ?? '' },
        after,
        before: { ...company },
      }),
    done: t('settings.saved'),
    stale: [queryKeys.viewer],
    quiet: true,
  });
}

/** Settings › Company: whether people are asked about a clock that seems forgotten, and when. */
export default function ForgottenPunchCard() {
  const { t } = useTranslation('forgotten-punch');
  const { company, employee } = useViewer();
  const { mutate, error } = useSaveRule();
  if (!company) return null;
  const { ask_forgotten_punches: asks, forgotten_punch_grace_minutes: grace } = company;
  const disabled = employee?.role !== 'owner';
  // A value set through the API is offered too.
  const offered = [...new Set([...MINUTES, grace])].toSorted((a, b) => a - b);
  return (
    <SettingsCard title={t('settings.title')} text={t('settings.text')}>
      {error && (
        <Notice className="mb-4" tone="danger">
          {errorText(error)}
        </Notice>
      )}
      <SwitchRow
        id="ask-forgotten-punches"
        label={t('settings.ask')}
        text={t('settings.askText')}
        checked={asks}
        disabled={disabled}
        onCheckedChange={(checked) => mutate({ ask_forgotten_punches: checked })}
      />
      {asks && (
        <Field label={t('settings.grace')} hint={t('settings.graceHint')} className="max-w-sm">
          <Select
            value={String(grace)}
            onValueChange={(value) => mutate({ forgotten_punch_grace_minutes: Number(value) })}
            options={offered.map((count) => ({
              value: String(count),
              label: t('settings.minutes', { count }),
            }))}
            disabled={disabled}
          />
        </Field>
      )}
    </SettingsCard>
  );
}

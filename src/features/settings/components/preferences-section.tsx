import { SettingsCard } from '@/components/shared/settings-card';
import { SwitchRow } from '@/components/shared/switch-row';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { TimeZonePicker } from '@/entities/company/time-zone-picker';
import { useSavePreferences } from '@/entities/viewer/use-save-preferences';
import { useViewer } from '@/entities/viewer/use-viewer';
import { CalendarCard } from '@/features/settings/components/calendar-card';
import { changeLanguage } from '@/lib/i18n';
import { LANGUAGES } from '@/lib/languages';
import { setTheme, THEMES, useTheme } from '@/lib/theme';
import type { WeekDay } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';
import { useWeekDays } from '@/lib/use-week-days';

const DATE_FORMATS = ['MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD'] as const;
const NAMES = { en: 'English', es: 'Español' };
const COMPANY = 'company';

/** Each choice is saved as it is made and holds at once, on every device. */
export function PreferencesSection() {
  const { t, language } = useTranslation('settings');
  const { preferences, company } = useViewer();
  const { mutate: save } = useSavePreferences();
  const theme = useTheme();
  const days = useWeekDays();
  if (!preferences) return null;
  return (
    <>
      <SettingsCard title={t('tab.preferences')} text={t('preferences.text')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('preferences.timeZone')}>
            <TimeZonePicker
              value={preferences.time_zone ?? company?.time_zone ?? 'UTC'}
              onValueChange={(zone) => zone && save({ time_zone: zone })}
            />
          </Field>
          <Field label={t('preferences.weekStart')}>
            <Select
              value={preferences.week_start === null ? COMPANY : String(preferences.week_start)}
              onValueChange={(value) =>
                save({ week_start: value === COMPANY ? null : (Number(value) as WeekDay) })
              }
              options={[{ value: COMPANY, label: t('preferences.asCompany') }, ...days]}
            />
          </Field>
          <Field label={t('preferences.dateFormat')}>
            <Select
              value={preferences.date_format}
              onValueChange={(value) => save({ date_format: value })}
              options={DATE_FORMATS.map((value) => ({ value, label: value }))}
            />
          </Field>
          <Field label={t('preferences.timeFormat')}>
            <Select
              value={preferences.time_format}
              onValueChange={(value) => save({ time_format: value })}
              options={[
                { value: '12h', label: t('preferences.hours12') },
                { value: '24h', label: t('preferences.hours24') },
              ]}
            />
          </Field>
          <Field label={t('preferences.language')}>
            <Select
              value={language}
              onValueChange={(language) => {
                save({ language });
                void changeLanguage(language);
              }}
              options={LANGUAGES.map((value) => ({ value, label: NAMES[value] }))}
            />
          </Field>
          <Field label={t('preferences.theme')}>
            <Select
              value={theme}
              onValueChange={(value) => {
                setTheme(value);
                save({ theme: value });
              }}
              options={THEMES.map((value) => ({ value, label: t(`preferences.${value}`) }))}
            />
          </Field>
        </div>
        <div className="mt-3 border-t">
          <SwitchRow
            id="auto-start"
            label={t('preferences.autoStart')}
            text={t('preferences.autoStartText')}
            checked={preferences.auto_start_timer}
            onCheckedChange={(checked) => save({ auto_start_timer: checked })}
          />
        </div>
      </SettingsCard>
      <CalendarCard />
    </>
  );
}

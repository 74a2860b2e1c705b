import { Combobox, type ComboboxProps } from '@/components/shared/combobox';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** First in the list: where most of our crews are. */
const COMMON_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
];

function zoneName(zone: string, locale: string, style: 'longGeneric' | 'shortOffset'): string {
  const parts = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    timeZoneName: style,
  }).formatToParts(0);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}

export interface TimeZonePickerProps extends Partial<Omit<ComboboxProps, 'options'>> {
  value: string | null;
  onValueChange: (zone: string | null) => void;
}

/** Every IANA zone, found by city or by name ("Eastern"). */
export function TimeZonePicker(props: TimeZonePickerProps) {
  const { t } = useTranslation('common');
  const { locale } = useFormat();
  // The list of a browser may leave out UTC, which servers and reports use.
  const all = new Set([...COMMON_ZONES, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  const known = [...all];
  const zones = props.value && !known.includes(props.value) ? [props.value, ...known] : known;
  const options = zones.map((zone) => {
    const common = COMMON_ZONES.includes(zone);
    const city = zone.replaceAll('_', ' ');
    return {
      value: zone,
      text: common ? `${zoneName(zone, locale, 'longGeneric')} ${city}` : city,
      group: common ? t('timeZone.common') : t('timeZone.all'),
      label: common ? (
        <>
          <span className="truncate">{zoneName(zone, locale, 'longGeneric')}</span>
          <span className="truncate text-muted text-xs">{city}</span>
        </>
      ) : (
        <span className="truncate">{city}</span>
      ),
    };
  });
  return (
    <Combobox
      placeholder={t('timeZone.choose')}
      searchPlaceholder={t('timeZone.search')}
      {...props}
      options={options}
    />
  );
}

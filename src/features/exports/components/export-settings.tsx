import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { ColumnsField } from '@/features/exports/components/columns-field';
import { useSettingName } from '@/features/exports/components/use-setting-name';
import type { SystemSetting } from '@/features/exports/components/use-system-file';
import { chosenColumns, columnsSetting } from '@/features/exports/formats/columns';
import type { OtherPayCode } from '@/features/exports/formats/extra-pay';
import type { MachineFormat, SettingName } from '@/features/exports/formats/machine-format';
import { useTranslation } from '@/lib/use-translation';

const HINTED = [
  'companyName',
  'companyCreateTime',
  'rateRows',
  'titleRows',
  'premiumCode',
  'breakCode',
  'adjustmentCode',
] as const;

export interface ExportSettingsProps {
  format: MachineFormat;
  values: Record<string, string>;
  otherPay: readonly OtherPayCode[];
  onChange: (next: Partial<Record<SystemSetting, string>>) => void;
}

/** What the payroll system wants to know beside hours; kept for the next time. */
export function ExportSettings({ format, values, otherPay, onChange }: ExportSettingsProps) {
  const { t } = useTranslation('exports');
  const settingName = useSettingName();
  // Codes for pay the period does not have are not asked for.
  const shown = format.settings.filter(
    ({ name }) => !name.startsWith('code_') || otherPay.some((code) => name === `code_${code}`),
  );
  const hintOf = (name: SettingName) => {
    const hinted = HINTED.find((candidate) => candidate === name);
    return hinted && t(`system.settingHint.${hinted}`);
  };
  return (
    <>
      {shown.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          {shown.map(({ name, choices }) => (
            <Field key={name} label={settingName(name)} hint={hintOf(name)}>
              {choices ? (
                <Select
                  value={choices.find((choice) => choice === values[name]) ?? choices[0] ?? 'one'}
                  onValueChange={(choice) => onChange({ [name]: choice })}
                  options={choices.map((value) => ({
                    value,
                    label: t(`system.rateRows.${value}`),
                  }))}
                />
              ) : (
                <Input
                  value={values[name] ?? ''}
                  onChange={(event) => onChange({ [name]: event.target.value })}
                />
              )}
            </Field>
          ))}
        </div>
      )}
      {format.columns && (
        <ColumnsField
          set={format.columns}
          value={chosenColumns(format.columns, values.columns)}
          onValueChange={(columns) => onChange({ columns: columnsSetting(columns) })}
        />
      )}
    </>
  );
}

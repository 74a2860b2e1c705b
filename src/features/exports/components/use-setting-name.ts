import { OTHER_PAY_CODES } from '@/features/exports/formats/extra-pay';
import type { SettingName } from '@/features/exports/formats/machine-format';
import { useTranslation } from '@/lib/use-translation';

type Named = Exclude<SettingName, `code_${string}`>;

/** What a setting is called; a code for pay beside hours by what it pays. */
export function useSettingName(): (name: SettingName) => string {
  const { t } = useTranslation('exports');
  return (name) => {
    const code = OTHER_PAY_CODES.find((each) => name === `code_${each}`);
    return code
      ? t('system.codeFor', { what: t(`system.pay.${code}`) })
      : t(`system.setting.${name as Named}`);
  };
}

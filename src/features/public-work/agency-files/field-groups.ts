import type { FieldGroup } from '@/entities/file-template/field-palette';
import { FIELD_GROUPS, FIELDS } from '@/features/public-work/report/files/template/fields';
import { translate } from '@/lib/translation';

const DAY = /^(st|ot|dt)_(\d)$/;

/** What a field of a certified payroll is called on the screen. */
export function fieldLabel(name: string): string {
  const day = DAY.exec(name);
  return day
    ? translate(`agency-files:dayField.${day[1]}`, { day: day[2] })
    : translate(`agency-files:field.${name}`);
}

export const fieldGroups = (): FieldGroup[] =>
  FIELD_GROUPS.map((group) => ({
    id: group,
    label: translate(`agency-files:group.${group}`),
    fields: Object.keys(FIELDS)
      .filter((name) => FIELDS[name]?.group === group)
      .map((name) => ({ name, label: fieldLabel(name) })),
  }));

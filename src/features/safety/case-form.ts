import type { Wrong } from '@/components/form/use-form';
import type { DateInputValue } from '@/components/shared/date-input';
import type { TimeInputValue } from '@/components/shared/time-input';
import type { InjuryCase } from '@/features/safety/api/queries';
import type { TFunction } from '@/lib/translation';

/** What is known when a case is opened from an incident. */
export interface CaseStart {
  incidentId: string;
  employeeId: string;
  happenedOn: string;
  happenedTime: number | null;
  place: string;
  description: string;
  hospitalized: boolean;
}

export interface CaseValues {
  establishment_id: string;
  employeeId: string | null;
  job_title: string;
  happened_on: DateInputValue;
  happened_time: TimeInputValue;
  began_work_time: TimeInputValue;
  illness: string;
  place: string;
  description: string;
  private_name: boolean;
  doing_before: string;
  what_happened: string;
  injury: string;
  object: string;
  physician: string;
  facility: string;
  emergency_room: boolean;
  hospitalized: boolean;
  born_on: DateInputValue;
  sex: string;
  home_address: string;
  died_on: DateInputValue;
  stopped_on: DateInputValue;
}

const minuteOf = (time: string | null): number | null => {
  const [hour, minute] = time?.split(':').map(Number) ?? [];
  return hour === undefined || minute === undefined ? null : hour * 60 + minute;
};

const timeOf = (minute: number | null): string | null =>
  minute === null
    ? null
    : `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`;

export const startOf = (
  establishmentId: string,
  opened: InjuryCase | null,
  start: CaseStart | undefined,
): CaseValues => ({
  establishment_id: opened?.establishment_id ?? establishmentId,
  employeeId: opened?.employee_id ?? start?.employeeId ?? null,
  job_title: opened?.job_title ?? '',
  happened_on: opened?.happened_on ?? start?.happenedOn ?? null,
  happened_time: opened ? minuteOf(opened.happened_time) : (start?.happenedTime ?? null),
  began_work_time: minuteOf(opened?.began_work_time ?? null),
  illness: String(opened?.illness ?? 1),
  place: opened?.place ?? start?.place ?? '',
  description: opened?.description ?? start?.description ?? '',
  private_name: opened?.private_name ?? false,
  doing_before: opened?.doing_before ?? '',
  what_happened: opened?.what_happened ?? '',
  injury: opened?.injury ?? '',
  object: opened?.object ?? '',
  physician: opened?.physician ?? '',
  facility: opened?.facility ?? '',
  emergency_room: opened?.emergency_room ?? false,
  hospitalized: opened?.hospitalized ?? start?.hospitalized ?? false,
  born_on: opened?.born_on ?? null,
  sex: opened?.sex ?? 'none',
  home_address: opened?.home_address ?? '',
  died_on: opened?.died_on ?? null,
  stopped_on: opened?.stopped_on ?? null,
});

export function fieldsOf(values: CaseValues, wrong: Wrong<CaseValues>, t: TFunction<'safety'>) {
  const date = (name: 'born_on' | 'died_on' | 'stopped_on') => {
    const value = values[name];
    return value === 'invalid' ? wrong(name, t('required.date')) : value;
  };
  const time = (name: 'happened_time' | 'began_work_time') => {
    const value = values[name];
    return value === 'invalid' ? wrong(name, t('required.time')) : timeOf(value);
  };
  const { employeeId, illness, sex, happened_on, ...texts } = values;
  return {
    ...texts,
    employee_id: employeeId ?? wrong('employeeId', t('required.person')),
    happened_on:
      happened_on === null || happened_on === 'invalid'
        ? wrong('happened_on', t('required.date'))
        : happened_on,
    job_title: texts.job_title.trim(),
    place: texts.place.trim() || wrong('place', t('required.place')),
    description: texts.description.trim() || wrong('description', t('required.description')),
    happened_time: time('happened_time'),
    began_work_time: time('began_work_time'),
    illness: Number(illness),
    sex: sex === 'none' ? null : sex,
    born_on: date('born_on'),
    died_on: date('died_on'),
    stopped_on: date('stopped_on'),
  };
}

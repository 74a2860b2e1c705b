import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Input } from '@/components/ui/input';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useTranslation } from '@/lib/use-translation';

interface PeopleFieldProps {
  name: string;
  value: readonly string[];
  onValueChange: (people: readonly string[]) => void;
  /** Not offered, such as those who are in it already. */
  without: ReadonlySet<string>;
  error: string | undefined;
}

/** Many people of the company, found by name and ticked. */
export function PeopleField({ value, onValueChange, without, error }: PeopleFieldProps) {
  const { t } = useTranslation('fringe');
  const id = useId();
  const { data: employees = [] } = useEmployeeOptions();
  const [search, setSearch] = useState('');
  const offered = employees.filter((one) => one.active && !without.has(one.id));
  const found = offered.filter((one) =>
    employeeName(one).toLowerCase().includes(search.trim().toLowerCase()),
  );
  const all = found.every((one) => value.includes(one.id));
  const toggle = (employeeId: string, wanted: boolean) =>
    onValueChange(wanted ? [...value, employeeId] : value.filter((one) => one !== employeeId));
  const toggleAll = () => {
    const ids = found.map((one) => one.id);
    onValueChange(
      all ? value.filter((one) => !ids.includes(one)) : [...new Set([...value, ...ids])],
    );
  };
  return (
    <fieldset
      className="min-w-0 sm:col-span-2"
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="mb-1.5 font-[550] text-muted text-sm">{t('people.whom')}</legend>
      <div className="mb-2 flex gap-2">
        <Input
          type="search"
          aria-label={t('people.search')}
          placeholder={t('people.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Button onClick={toggleAll} disabled={found.length === 0}>
          {t(all && found.length > 0 ? 'people.noneOf' : 'people.allOf')}
        </Button>
      </div>
      <ul className="max-h-60 divide-y overflow-y-auto rounded-small border px-3">
        {found.map((one) => (
          <li key={one.id}>
            <label htmlFor={`${id}-${one.id}`} className="flex min-h-11 items-center gap-3 text-sm">
              <Checkbox
                id={`${id}-${one.id}`}
                checked={value.includes(one.id)}
                onCheckedChange={(wanted) => toggle(one.id, wanted === true)}
              />
              {employeeName(one)}
            </label>
          </li>
        ))}
        {found.length === 0 && (
          <li className="py-3 text-muted text-sm">
            {t(offered.length === 0 ? 'people.everybodyIn' : 'people.notFound')}
          </li>
        )}
      </ul>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

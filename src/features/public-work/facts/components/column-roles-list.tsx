import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { type ColumnRole, ROLES } from '@/features/public-work/facts/formats/roles';
import type { FactImportState } from '@/features/public-work/facts/use-fact-import';
import { useTranslation } from '@/lib/use-translation';

/** What each column of the file is; those nobody recognized first, the rest on request. */
export function ColumnRolesList({ state }: { state: FactImportState }) {
  const { t } = useTranslation('payroll-facts');
  const [showsAll, setShowsAll] = useState(false);
  const { table, roles, undecided, chooseRole } = state;
  if (!table) return null;
  const shown = table.headings.flatMap((heading, at) =>
    heading !== '' && (showsAll || undecided.includes(at)) ? [{ heading, at }] : [],
  );
  const exampleOf = (at: number) =>
    table.rows.map(({ cells }) => cells[at] ?? '').find((cell) => cell !== '') ?? '';
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-[550] text-sm">{t('columns.title')}</legend>
      {shown.length > 0 && (
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {shown.map(({ heading, at }) => (
            <Field
              key={heading}
              label={<span className="wrap-anywhere">{heading}</span>}
              hint={t('columns.example', { text: exampleOf(at) || '–' })}
            >
              <Select
                value={roles[at] ?? undefined}
                placeholder={t('columns.choose')}
                onValueChange={(role: ColumnRole) => chooseRole(heading, role)}
                options={ROLES.map((role) => ({ value: role, label: t(`role.${role}`) }))}
              />
            </Field>
          ))}
        </div>
      )}
      <Button variant="link" className="self-start" onClick={() => setShowsAll(!showsAll)}>
        {t(showsAll ? 'columns.less' : 'columns.all', { count: table.headings.length })}
      </Button>
    </fieldset>
  );
}

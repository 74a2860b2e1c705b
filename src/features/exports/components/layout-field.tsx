import { useId } from 'react';
import { Notice } from '@/components/shared/notice';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { ColumnList } from '@/entities/file-template/column-list';
import { type FieldGroup, FieldPalette } from '@/entities/file-template/field-palette';
import type { ColumnFault } from '@/entities/file-template/fill-columns';
import { type FileTemplate, SEPARATOR_NAMES, SEPARATORS } from '@/entities/file-template/template';
import { type StoredLayout, useDeleteLayout, useSaveLayout } from '@/features/exports/api/layouts';
import {
  FIELD_GROUPS,
  PAYROLL_FIELD_NAMES,
  PAYROLL_FIELDS,
} from '@/features/exports/formats/payroll-fields';
import { translate } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';

export interface LayoutFieldProps {
  companyId: string;
  layout: FileTemplate;
  /** As the company saved it; null: it has none of its own. */
  stored: StoredLayout | null;
  isSaved: boolean;
  /** The first row of the file, as the columns give it. */
  testRow: readonly string[] | null;
  faults: readonly ColumnFault[];
  onChange: (layout: FileTemplate) => void;
  /** Back to the columns the system is usually set up with. */
  onReset: () => void;
}

const fieldLabel = (name: string): string => translate(`file-template:field.${name}`);

const groups = (): FieldGroup[] =>
  FIELD_GROUPS.map((group) => ({
    id: group,
    label: translate(`file-template:group.${group}`),
    fields: Object.keys(PAYROLL_FIELDS)
      .filter((name) => PAYROLL_FIELDS[name]?.[0] === group)
      .map((name) => ({ name, label: fieldLabel(name) })),
  }));

/** The columns of a file as the company's own import wants them, saved for everyone who exports. */
export function LayoutField(props: LayoutFieldProps) {
  const { companyId, layout, stored, isSaved, testRow, faults, onChange, onReset } = props;
  const { t } = useTranslation('file-template');
  const id = useId();
  const save = useSaveLayout(companyId);
  const remove = useDeleteLayout(companyId);
  const { columns, separator, heading } = layout;
  const change = (next: Partial<FileTemplate>) => onChange({ ...layout, ...next });
  const reset = () => {
    if (stored) remove.mutate(stored.id);
    onReset();
  };
  return (
    <>
      {!stored && <Notice>{t('layout.compare')}</Notice>}
      <details className="rounded-card border px-4 py-3 text-sm">
        <summary className="cursor-pointer font-[550]">
          {t('editor.columns')}{' '}
          <span className="font-normal text-muted">
            {t(stored ? 'layout.own' : 'layout.preset', { count: columns.length })}
          </span>
        </summary>
        <div className="mt-3 grid gap-4">
          <ColumnList
            columns={columns}
            onChange={(next) => next.length > 0 && change({ columns: next })}
            testRow={testRow}
            faults={faults}
            fields={PAYROLL_FIELD_NAMES}
            fieldLabel={fieldLabel}
          />
          <FieldPalette
            groups={groups()}
            onAdd={(name) =>
              change({ columns: [...columns, { header: fieldLabel(name), value: name }] })
            }
          />
          <details>
            <summary className="cursor-pointer text-muted">{t('editor.help')}</summary>
            <pre className="mt-2 overflow-x-auto whitespace-pre-wrap rounded-card bg-sunken p-3 text-xs">
              {t('layout.helpText')}
            </pre>
          </details>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t('layout.separator')}>
              <Select
                value={separator}
                onValueChange={(value) => change({ separator: value })}
                options={SEPARATORS.map((value) => ({
                  value,
                  label: t(`separator.${SEPARATOR_NAMES[value]}`),
                }))}
              />
            </Field>
            <Field label={t('layout.quotes')}>
              <Select
                value={layout.quotes ?? 'needed'}
                onValueChange={(quotes) => change({ quotes })}
                options={(['needed', 'all'] as const).map((value) => ({
                  value,
                  label: t(`quotes.${value}`),
                }))}
              />
            </Field>
            <Field label={t('layout.lineEnd')}>
              <Select
                value={layout.lineEnd ?? 'crlf'}
                onValueChange={(lineEnd) => change({ lineEnd })}
                options={(['crlf', 'lf'] as const).map((value) => ({
                  value,
                  label: t(`lineEnd.${value}`),
                }))}
              />
            </Field>
            <Field label={t('layout.encoding')}>
              <Select
                value={layout.encoding ?? 'utf-8'}
                onValueChange={(encoding) => change({ encoding })}
                options={(['utf-8', 'utf-8-bom', 'windows-1252'] as const).map((value) => ({
                  value,
                  label: t(`encoding.${value}`),
                }))}
              />
            </Field>
            <SwitchRow
              id={`${id}heading`}
              checked={heading}
              onCheckedChange={(next) => change({ heading: next })}
              label={t('layout.heading')}
              text={t('layout.headingText')}
            />
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              size="small"
              variant="primary"
              disabled={isSaved}
              busy={save.isPending}
              onClick={() => save.mutate({ template: layout, opened: stored })}
            >
              {t('layout.save')}
            </Button>
            <Button size="small" busy={remove.isPending} onClick={reset}>
              {t('layout.reset')}
            </Button>
          </div>
        </div>
      </details>
    </>
  );
}

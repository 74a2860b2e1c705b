import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { BackLink } from '@/components/shared/back-link';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { ColumnList } from '@/entities/file-template/column-list';
import { expressionFault } from '@/entities/file-template/evaluate';
import { FieldPalette } from '@/entities/file-template/field-palette';
import { type FileTemplate, SEPARATOR_NAMES, SEPARATORS } from '@/entities/file-template/template';
import { TemplatePreview } from '@/entities/file-template/template-preview';
import { useViewer } from '@/entities/viewer/use-viewer';
import type { StoredTemplate } from '@/features/public-work/agency-files/api/queries';
import { useSaveTemplate } from '@/features/public-work/agency-files/api/writes';
import { fieldGroups, fieldLabel } from '@/features/public-work/agency-files/field-groups';
import { useSampleReport } from '@/features/public-work/agency-files/use-sample-report';
import { contractorQuery } from '@/features/public-work/contract/api/contractor';
import { FIELD_NAMES } from '@/features/public-work/report/files/template/fields';
import { templateTable } from '@/features/public-work/report/files/template/make-template-file';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const SHOWN_ROWS = 5;

interface TemplateEditorProps {
  start: FileTemplate;
  stored: StoredTemplate | null;
  onClose: () => void;
}

/** A template as it is made: fields on one side, columns on the other, the file of a real week below. */
export function TemplateEditor({ start, stored, onClose }: TemplateEditorProps) {
  const { t } = useTranslation(['agency-files', 'file-template', 'common']);
  const format = useFormat();
  const id = useId();
  const companyId = useViewer().company?.id ?? '';
  const save = useSaveTemplate(companyId);
  const [opened] = useState(stored);
  const sample = useSampleReport();
  const contractor = useQuery(contractorQuery(companyId)).data;
  const form = useForm({
    initial: start,
    read: (values, wrong): FileTemplate => {
      const isWrong = values.columns.some(({ value }) => expressionFault(value, FIELD_NAMES));
      return {
        ...values,
        name: values.name.trim() || wrong('name', t('editor.nameMissing')),
        agency: values.agency.trim(),
        columns:
          values.columns.length === 0
            ? wrong('columns', t('editor.columnsMissing'))
            : isWrong
              ? wrong('columns', t('editor.columnsWrong'))
              : values.columns,
      };
    },
    submit: (template) => save.mutateAsync({ template, opened }),
    done: onClose,
    refusals: { file_templates_name_once: ['name', t('failure.file_templates_name_once')] },
  });
  const { values } = form;
  const columns = form.value('columns');
  const table = useMemo(
    () =>
      sample.record &&
      templateTable(values, sample.record, { contractor: contractor ?? {} }, SHOWN_ROWS),
    [values, sample.record, contractor],
  );
  const add = (name: string) =>
    columns.onValueChange([...values.columns, { header: fieldLabel(name), value: name }]);
  return (
    <Form form={form} className="grid gap-4">
      <div>
        <BackLink to="/public-work?tab=files">{t('editor.back')}</BackLink>
      </div>
      <Card>
        <CardHeader divided title={t(opened ? 'editor.edit' : 'editor.new')} />
        <CardBody className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <Field label={t('editor.name')}>
            <Input {...form.text('name')} maxLength={100} />
          </Field>
          <Field label={t('editor.agency')} optional>
            <Input {...form.text('agency')} maxLength={200} />
          </Field>
          <Field label={t('editor.rows')}>
            <Select
              {...form.value('rows')}
              options={(['class', 'day'] as const).map((value) => ({
                value,
                label: t(`rows.${value}`),
              }))}
            />
          </Field>
          <Field label={t('editor.output')}>
            <Select
              {...form.value('output')}
              options={(['csv', 'xlsx'] as const).map((value) => ({
                value,
                label: t(`output.${value}`),
              }))}
            />
          </Field>
          {values.output === 'csv' && (
            <Field label={t('editor.separator')}>
              <Select
                {...form.value('separator')}
                options={SEPARATORS.map((value) => ({
                  value,
                  label: t(`file-template:separator.${SEPARATOR_NAMES[value]}`),
                }))}
              />
            </Field>
          )}
          <SwitchRow
            id={`${id}heading`}
            {...form.checked('heading')}
            label={t('editor.heading')}
            text={t('editor.headingText')}
          />
          <SwitchRow
            id={`${id}compare`}
            {...form.checked('compare')}
            label={t('editor.compare')}
            text={t('editor.compareHint')}
          />
        </CardBody>
      </Card>
      <Card>
        <CardHeader divided title={t('editor.columns')} description={t('editor.columnsText')} />
        <CardBody className="grid gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <div className="self-start lg:sticky lg:top-20">
            <FieldPalette groups={fieldGroups()} onAdd={add} />
          </div>
          <div className="grid content-start gap-2">
            {form.errors['columns'] && (
              <p className="text-danger text-sm">{form.errors['columns']}</p>
            )}
            <ColumnList
              columns={values.columns}
              onChange={columns.onValueChange}
              testRow={table?.rows[0] ?? null}
              faults={table?.faults ?? []}
              fields={FIELD_NAMES}
              fieldLabel={fieldLabel}
            />
            <div>
              <Button
                size="small"
                onClick={() =>
                  columns.onValueChange([...values.columns, { header: '', value: "''" }])
                }
              >
                {t('file-template:editor.addText')}
              </Button>
            </div>
            <details className="text-sm">
              <summary className="cursor-pointer text-muted">
                {t('file-template:editor.help')}
              </summary>
              <pre className="mt-2 overflow-x-auto whitespace-pre-wrap rounded-card bg-sunken p-3 text-xs">
                {t('editor.helpText')}
              </pre>
            </details>
          </div>
        </CardBody>
      </Card>
      <Card>
        <CardHeader divided title={t('editor.preview')} description={t('editor.previewText')} />
        <CardBody className="grid gap-3">
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label={t('editor.project')}>
              <Select
                value={sample.project || undefined}
                onValueChange={sample.chooseProject}
                options={sample.projects.map(({ id, name }) => ({ value: id, label: name }))}
              />
            </Field>
            <Field label={t('editor.week')}>
              <Select
                value={sample.week || undefined}
                onValueChange={sample.chooseWeek}
                options={sample.weeks.map(({ week_end }) => ({
                  value: week_end,
                  label: format.date(week_end),
                }))}
              />
            </Field>
          </div>
          <TemplatePreview template={values} rows={table?.rows ?? []} />
        </CardBody>
      </Card>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('common:action.cancel')}</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('editor.save')}
        </Button>
      </div>
    </Form>
  );
}

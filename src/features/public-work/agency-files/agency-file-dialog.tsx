import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import type { CertifiedPayrollRecord } from '@/entities/certified-payroll/certified-payroll';
import { FaultList } from '@/entities/file-template/fault-list';
import type { ColumnFault } from '@/entities/file-template/fill-columns';
import { useViewer } from '@/entities/viewer/use-viewer';
import { portalCodesQuery, templatesQuery } from '@/features/public-work/agency-files/api/queries';
import { CodesForm } from '@/features/public-work/agency-files/components/codes-form';
import { LackList } from '@/features/public-work/agency-files/components/lack-list';
import { WorkerListField } from '@/features/public-work/agency-files/components/worker-list-field';
import { saveFiles } from '@/features/public-work/agency-files/save-files';
import { useMadeFile } from '@/features/public-work/agency-files/use-made-file';
import { contractorQuery } from '@/features/public-work/contract/api/contractor';
import { peopleQuery } from '@/features/public-work/facts/api/queries';
import { type FormatId, formatsFor } from '@/features/public-work/report/files/formats';
import type { FileResult } from '@/features/public-work/report/files/made-file';
import type { FileExtras } from '@/features/public-work/report/files/portal-input';
import { templateFile } from '@/features/public-work/report/files/template/make-template-file';
import { needsWorkers, readTemplate } from '@/features/public-work/report/files/template/template';
import type { LocalWorker } from '@/features/public-work/report/files/worker-list';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

export interface AgencyFileDialogProps {
  record: CertifiedPayrollRecord;
  /** Chosen in a menu; else the first that the contract's law has. */
  format?: FormatId;
  onClose: () => void;
}

type Made = FileResult & { faults?: readonly ColumnFault[] };
const NOTHING: Made = { lacks: [], notes: [], files: [] };

/** A file for a portal or an agency: which one, what it needs beside the report, what it lacks. */
export function AgencyFileDialog({ record, format, onClose }: AgencyFileDialogProps) {
  const { t } = useTranslation('agency-files');
  const companyId = useViewer().company?.id ?? '';
  const { header, rows } = record.report;
  const formats = useMemo(() => formatsFor(header.regime), [header.regime]);
  const templates = useQuery(templatesQuery(companyId)).data ?? [];
  const contractor = useQuery(contractorQuery(companyId));
  const people = useQuery(peopleQuery(companyId));
  const [chosen, setChosen] = useState<string>(format ?? formats[0]?.id ?? '');
  const [workers, setWorkers] = useState<ReadonlyMap<string, LocalWorker>>(new Map());
  const portal = formats.find(({ id }) => id === chosen);
  const stored = templates.find(({ id }) => id === chosen);
  const template = useMemo(() => (stored ? readTemplate(stored.content).template : null), [stored]);
  const codes = useQuery({
    ...portalCodesQuery(companyId, header.project_id, portal?.portal ?? 'lcptracker'),
    enabled: companyId !== '',
  });
  const make = useCallback(async (): Promise<Made> => {
    const extras: FileExtras = {
      contractor: contractor.data ?? {},
      codes: codes.data ?? {},
      workers,
      employeeNumbers: new Map(
        (people.data ?? []).map(({ id, employee_number }) => [id, employee_number]),
      ),
    };
    if (portal) return portal.make(record, extras);
    return template ? templateFile(template, record, extras) : NOTHING;
  }, [record, portal, template, contractor.data, codes.data, workers, people.data]);
  const { result, error } = useMadeFile(make);
  const classes = [...new Set(rows.flatMap((row) => row.classification ?? []))];
  const asksCodes = portal && portal.needs.projectCodes.length + portal.needs.classCodes.length > 0;
  const asksList =
    rows.length > 0 &&
    !result?.refused &&
    (portal !== undefined || (template && needsWorkers(template)));
  const files = result?.files ?? [];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent width="large" title={t('dialog.title')} description={t('dialog.text')}>
        <DialogBody className="grid content-start gap-5">
          <Field label={t('dialog.file')}>
            <Select
              value={chosen}
              onValueChange={setChosen}
              options={[
                ...formats.map(({ id }) => ({ value: id as string, label: t(`format.${id}`) })),
                ...templates.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Field>
          {result?.refused && <Notice tone="info">{t(`refused.${result.refused}`)}</Notice>}
          {portal && !result?.refused && (
            <p className="text-muted text-sm">{t(`formatText.${portal.portal}`)}</p>
          )}
          {template?.compare && <Notice tone="attention">{t('template.compareNotice')}</Notice>}
          {asksList && (
            <WorkerListField
              rows={rows}
              isNeeded={portal?.needs.workers === 'needed' || portal === undefined}
              onWorkers={setWorkers}
            />
          )}
          {asksCodes && codes.data && rows.length > 0 && !result?.refused && (
            <CodesForm
              key={portal.portal}
              format={portal}
              projectId={header.project_id}
              classes={classes}
              stored={codes.data}
            />
          )}
          {result && result.lacks.length > 0 && (
            <LackList lacks={result.lacks} projectId={header.project_id} />
          )}
          {template && result?.faults && result.faults.length > 0 && (
            <FaultList faults={result.faults} columns={template.columns} />
          )}
          {error && <Notice tone="danger">{errorText(error)}</Notice>}
          {files.length > 0 && (
            <div className="grid gap-1 text-sm">
              {result?.notes.map((note) => (
                <p key={note} className="text-attention-strong">
                  {t(`note.${note}`)}
                </p>
              ))}
              <p className="text-muted">{t('dialog.checkFirst')}</p>
              <ul>
                {files.map(({ name }) => (
                  <li key={name} className="tabular wrap-anywhere">
                    {name}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('dialog.close')}</Button>
          <Button
            variant="primary"
            disabled={files.length === 0}
            onClick={() => void saveFiles(files)}
          >
            <Download aria-hidden="true" />
            {t('dialog.download', { count: Math.max(files.length, 1) })}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useProject } from '@/entities/project/projects-query';
import { useEmployee, useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { type Incident, incidentNotesQuery } from '@/features/verification/api/queries';
import { useSaveIncident } from '@/features/verification/api/save-incident';
import { IncidentForm } from '@/features/verification/components/incident-form';
import {
  IncidentTimeline,
  useNoteText,
} from '@/features/verification/components/incident-timeline';
import { downloadFile } from '@/lib/files/download';
import { useFormat } from '@/lib/format-context';
import { loadCode } from '@/lib/load-code';
import { useTranslation } from '@/lib/use-translation';

/** The paper of an incident: its form and its timeline. */
function useIncidentPdf(incident: Incident) {
  const { t } = useTranslation(['verification', 'common']);
  const format = useFormat();
  const company = useViewer().company?.name ?? '';
  const project = useProject(incident.project_id);
  const { data: people = [] } = useEmployeeOptions();
  const { data: notes = [] } = useQuery(incidentNotesQuery(incident.company_id, incident.id));
  const words = useNoteText();
  return async () => {
    const [{ pdfReportFile }, { loadPdfFonts }] = await Promise.all([
      loadCode(() => import('@/lib/files/pdf-report')),
      loadCode(() => import('@/lib/files/pdf-fonts')),
    ]);
    const person = people.find(({ id }) => id === incident.employee_id);
    const text = (label: string, value: string | null) => [label, value ?? '–'];
    const bytes = pdfReportFile(
      {
        heading: t('incident.paper'),
        number: incident.number,
        company,
        facts: [
          [t('common:employee.label'), person ? employeeName(person) : '–'],
          [t('common:project.label'), project?.name ?? '–'],
          [t('incident.when'), format.dateTime(incident.happened_at)],
          [t('incident.status'), t(`incident.state.${incident.status}`)],
        ],
        sections: [
          {
            title: t('incident.form'),
            table: {
              columns: [
                { header: '', weight: 1 },
                { header: '', weight: 3 },
              ],
              rows: [
                text(t('incident.description'), incident.description),
                text(t('incident.body_part'), incident.body_part),
                text(
                  t('incident.treatment'),
                  incident.treatment && t(`treatment.${incident.treatment}`),
                ),
                text(t('incident.place'), incident.place),
                text(t('incident.witnesses'), incident.witnesses),
              ],
            },
          },
          {
            title: t('timeline.title'),
            table: {
              columns: [
                { header: t('incident.when'), weight: 1 },
                { header: t('timeline.who'), weight: 1 },
                { header: t('timeline.what'), weight: 3 },
              ],
              rows: notes.map((note) => [
                format.dateTime(note.created_at),
                note.author,
                words(note),
              ]),
            },
          },
        ],
        signatures: [{ label: t('incident.signPerson') }, { label: t('incident.signManager') }],
        footer: `Chalkline · ${incident.id}`,
        pageLabel: (page, pages) => t('incident.page', { page, pages }),
        createdAt: incident.updated_at,
        fileId: incident.id.replaceAll('-', ''),
      },
      await loadPdfFonts(),
    );
    downloadFile(`${incident.number}.pdf`, 'application/pdf', bytes);
  };
}

export interface IncidentDialogProps {
  incident: Incident;
  onClose: () => void;
}

export default function IncidentDialog({ incident, onClose }: IncidentDialogProps) {
  const { t } = useTranslation(['verification', 'common']);
  const format = useFormat();
  const manages = useIsPrivileged();
  const records = useEmployee()?.role === 'owner';
  const save = useSaveIncident(incident.company_id);
  const makePdf = useIncidentPdf(incident);
  const project = useProject(incident.project_id);
  const person = useEmployeeOptions().data?.find(({ id }) => id === incident.employee_id);
  const [busy, setBusy] = useState(false);
  const closed = incident.status === 'closed';
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={incident.number}
        description={[
          person && employeeName(person),
          project?.name,
          format.dateTime(incident.happened_at),
        ]
          .filter(Boolean)
          .join(' · ')}
        width="large"
      >
        <DialogBody>
          <p className="mb-3">
            <Badge tone={closed ? 'success' : 'attention'}>
              {t(`incident.state.${incident.status}`)}
            </Badge>
          </p>
          <IncidentForm key={incident.id} incident={incident} />
          <IncidentTimeline incident={incident} />
        </DialogBody>
        <DialogFooter className="border-t">
          <Button
            busy={busy}
            onClick={() => {
              setBusy(true);
              void makePdf().finally(() => setBusy(false));
            }}
          >
            <FileDown aria-hidden="true" />
            PDF
          </Button>
          {records && (
            <Button asChild>
              <Link to={`/safety?incident=${incident.id}`}>{t('incident.record')}</Link>
            </Button>
          )}
          {manages && (
            <Button
              busy={save.isPending}
              onClick={() =>
                save.mutate({
                  id: incident.id,
                  after: { status: closed ? 'open' : 'closed' },
                  before: incident,
                })
              }
            >
              {t(closed ? 'incident.reopen' : 'incident.close')}
            </Button>
          )}
          <Button onClick={onClose}>{t('common:action.close')}</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

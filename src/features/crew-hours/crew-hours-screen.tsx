import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { Suspense } from 'react';
import { DateInput } from '@/components/shared/date-input';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { commonPlan } from '@/entities/crew/crew-plan';
import { useCrewToday } from '@/entities/crew/crew-today';
import { crewsQuery } from '@/entities/crew/crews-query';
import { ChooseProject } from '@/entities/project/choose-project';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useCurrentProject } from '@/entities/running-entry/use-current-project';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { CrewMatrix } from '@/features/crew-hours/components/crew-matrix';
import { isIsoDate } from '@/lib/time';
import { useAddressParams } from '@/lib/use-address-params';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

const CrewsDialog = lateDialog(async () => ({
  default: (await import('@/features/crew-hours/components/crews-dialog')).CrewsDialog,
}));

/** Hours of a crew by person and cost code, laid around what people punched themselves. */
export function CrewHoursScreen() {
  const { t } = useTranslation(['crew-hours', 'common']);
  const { company, employee } = useViewer();
  const companyId = company?.id ?? '';
  const mayManage = useIsPrivileged();
  const today = useToday(company?.time_zone ?? 'UTC');
  const current = useCurrentProject();
  const [params, change] = useAddressParams();
  const crews = useQuery({ ...crewsQuery(companyId), enabled: companyId !== '' });
  const mine = (crews.data ?? []).filter(
    (crew) => mayManage || (employee?.role === 'foreman' && crew.foreman_id === employee.id),
  );
  const crew = mine.find(({ id }) => id === params.get('crew')) ?? mine[0];
  const given = params.get('date') ?? '';
  const date = isIsoDate(given) ? given : today;
  // Where the viewer works, else where most of the crew is planned today.
  const planned = (useCrewToday().data ?? []).filter(({ crew_ids }) =>
    crew ? crew_ids.includes(crew.id) : false,
  );
  const projectId =
    params.get('project') ?? current.projectId ?? commonPlan(planned)?.projectId ?? null;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          mayManage && <Button onClick={() => change('dialog', 'crews')}>{t('crews.title')}</Button>
        }
      />
      <Loaded query={crews} skeleton={<TableSkeleton />} framed>
        {crew ? (
          <>
            <div className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-3">
              <Field label={t('crew')}>
                <Select
                  value={crew.id}
                  onValueChange={(id) => change('crew', id)}
                  options={mine.map(({ id, name }) => ({ value: id, label: name }))}
                />
              </Field>
              <Field label={t('date')}>
                <DateInput
                  value={date}
                  onValueChange={(next) => next && next !== 'invalid' && change('date', next)}
                />
              </Field>
              <Field label={t('common:project.label')} className="max-sm:col-span-2">
                <ProjectPicker value={projectId} onValueChange={(id) => change('project', id)} />
              </Field>
            </div>
            {projectId ? (
              <CrewMatrix
                key={`${crew.id}${date}${projectId}`}
                day={{ crewId: crew.id, date, projectId }}
              />
            ) : (
              <ChooseProject
                icon={Users}
                title={t('chooseProject')}
                onChoose={(id) => change('project', id)}
              />
            )}
          </>
        ) : (
          <Card>
            <EmptyState
              icon={Users}
              title={t('empty.title')}
              text={t(mayManage ? 'empty.first' : 'empty.none')}
              action={
                mayManage && (
                  <Button variant="primary" onClick={() => change('dialog', 'crews')}>
                    {t('crews.title')}
                  </Button>
                )
              }
            />
          </Card>
        )}
      </Loaded>
      <Suspense>
        {mayManage && params.get('dialog') === 'crews' && (
          <CrewsDialog companyId={companyId} today={today} onClose={() => change('dialog', null)} />
        )}
      </Suspense>
    </>
  );
}

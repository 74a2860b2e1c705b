import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { BackLink } from '@/components/shared/back-link';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { EmptyState } from '@/components/shared/empty-state';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { Card, CardBody } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import type { CrewMember } from '@/entities/crew/crew-member';
import { crewTodayQuery } from '@/entities/crew/crew-today';
import { teamQuery } from '@/entities/employee/team-query';
import { EquipmentPicker } from '@/entities/equipment/equipment-picker';
import { type FormAnswers, missingAnswers, NO_ANSWERS } from '@/entities/form/form-answers';
import { FormFields } from '@/entities/form/form-fields';
import { dueKey, type FormDue, formsDueQuery } from '@/entities/form/forms-due-query';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useSession } from '@/entities/session/use-session';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { correctionQuery } from '@/features/form-fill/api/submissions';
import { DoneNotice } from '@/features/form-fill/done-notice';
import { type Draft, type DraftStart, draftKey, useDraft } from '@/features/form-fill/draft';
import { PhotoAnswers } from '@/features/form-fill/photo-answers';
import { useSendForm } from '@/features/form-fill/send-form';
import { StartFromLast } from '@/features/form-fill/start-from-last';
import { errorText } from '@/lib/errors';
import { focusFirstAlert } from '@/lib/focus-first-alert';
import { useTranslation } from '@/lib/use-translation';

/** Fills one form on the phone, with or without a signal, or corrects one that was sent. */
export function FormFillScreen() {
  const { t } = useTranslation('form-fill');
  const [search] = useSearchParams();
  const { user } = useSession();
  const employee = useEmployee();
  const { company, running_entry: running } = useViewer();
  const assignmentId = search.get('assignment') ?? '';
  const machineId = search.get('machine');
  const corrected = search.get('correct');
  const key = draftKey(
    user?.id ?? '',
    corrected ? `correct-${corrected}` : dueKey(assignmentId, machineId),
  );
  const due = useQuery({ ...formsDueQuery(employee?.id ?? ''), enabled: employee !== null });
  const correction = useQuery({
    ...correctionQuery(company?.id ?? '', corrected ?? ''),
    enabled: corrected !== null,
  });
  const wanted = due.data?.find(
    (row) => row.assignment_id === assignmentId && (!machineId || row.equipment_id === machineId),
  );
  const crew = useCrewOf(wanted?.crew_id ?? null);
  const project = wanted?.project_id ?? running?.project_id ?? crew.planned ?? null;
  const begin = useMemo(
    (): DraftStart | undefined =>
      wanted && !crew.isLoading
        ? {
            due: wanted,
            projectId: project,
            equipmentId: wanted.equipment_id,
            answers: NO_ANSWERS,
          }
        : undefined,
    [wanted, project, crew.isLoading],
  );
  const { draft, change, startOver } = useDraft(key, corrected ? correction.data : begin);
  const isAsked = corrected ? correction.isLoading : due.isLoading || crew.isLoading;
  const isLoading = draft === undefined || (draft === null && isAsked);
  return (
    <div className="mx-auto grid max-w-2xl gap-4">
      <div>
        <BackLink to="/my-status">{t('back')}</BackLink>
        {!draft && <PageHeader title={t('title')} />}
      </div>
      {isLoading && <ListSkeleton />}
      {draft === null && !isAsked && (
        <Card>
          <EmptyState title={t('notFound')} text={t('notFoundText')} />
        </Card>
      )}
      {draft && (
        <Filling
          key={draft.id}
          draftKey={key}
          draft={draft}
          done={wanted?.done_id ? wanted : null}
          change={change}
          startOver={startOver}
        />
      )}
    </div>
  );
}

const isUntouched = ({ values, people }: FormAnswers): boolean =>
  Object.keys(values).length === 0 && Object.keys(people).length === 0;

/** The crew that was asked, else one's own. */
function useCrewOf(crewId: string | null) {
  const me = useEmployee();
  const { data = [], isLoading } = useQuery({
    ...crewTodayQuery(me?.id ?? ''),
    enabled: me !== null && me.role !== 'employee',
  });
  const isOfCrew = ({ crew_ids, leads }: CrewMember) =>
    crewId ? crew_ids.includes(crewId) : leads;
  const members = data.filter(isOfCrew);
  const planned = members.find((one) => one.plan_project_id)?.plan_project_id;
  // Without a signal nothing is waited for.
  return { members, planned, isLoading: isLoading && navigator.onLine };
}

/** Everybody where one leads no crew. */
function useIsOfCrew(crewId: string | null): (employeeId: string) => boolean {
  const me = useEmployee();
  const { members } = useCrewOf(crewId);
  if (members.length === 0) return () => true;
  const ids = new Set([me?.id, ...members.map(({ employee_id }) => employee_id)]);
  return (id) => ids.has(id);
}

interface FillingProps {
  draftKey: string;
  draft: Draft;
  /** Filled in this period already. */
  done: FormDue | null;
  change: (next: (before: Draft) => Draft) => void;
  startOver: () => Promise<void>;
}

function Filling({ draftKey: key, draft, done, change, startOver }: FillingProps) {
  const { t, language } = useTranslation('form-fill');
  const navigate = useNavigate();
  const employee = useEmployee();
  const { due, answers, projectId, equipmentId, corrects } = draft;
  const { data: team = [] } = useQuery(teamQuery(employee?.id ?? ''));
  const isOfCrew = useIsOfCrew(due.crew_id);
  const send = useSendForm(key);
  const [tries, setTries] = useState(0);
  const tried = tries > 0;
  const [asking, setAsking] = useState(false);
  const asked = useRef<HTMLDivElement>(null);
  const missing = tried ? missingAnswers(due.definition, answers) : [];
  const needsProject = tried && !projectId;
  const asksMachine = due.category === 'equipment_check' && !due.equipment_id;
  const people = team
    .map(({ employee_id, first_name, last_name }) => ({
      id: employee_id,
      name: `${first_name} ${last_name}`.trim(),
      isOfCrew: isOfCrew(employee_id),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  useEffect(() => {
    if (tries > 0) focusFirstAlert(asked.current);
  }, [tries]);
  const press = (): void => {
    setTries(tries + 1);
    if (!projectId || missingAnswers(due.definition, answers).length > 0) return;
    send.mutate(draft, { onSuccess: () => void navigate('/my-status') });
  };
  const title = (language === 'es' && due.name_es) || due.name;
  const where = [due.project_name, due.crew_name, due.equipment_name].filter(Boolean).join(' · ');
  return (
    <>
      <PageHeader title={title} description={where || t(`every.${due.every}`)} />
      {corrects ? <Notice>{t('correcting')}</Notice> : done && <DoneNotice done={done} />}
      {!corrects && isUntouched(answers) && (
        <StartFromLast
          due={due}
          onCopy={(copied) => change((before) => ({ ...before, answers: copied }))}
        />
      )}
      <div ref={asked} className="contents">
        {(!due.project_id || asksMachine) && (
          <Card>
            <CardBody className="grid gap-4">
              {!due.project_id && (
                <Field label={t('project')} error={needsProject ? t('projectMissing') : undefined}>
                  <ProjectPicker
                    value={projectId}
                    onValueChange={(id) => change((before) => ({ ...before, projectId: id }))}
                  />
                </Field>
              )}
              {asksMachine && (
                <Field label={t('machine')} hint={t('machineHint')} optional>
                  <EquipmentPicker
                    value={equipmentId}
                    onValueChange={(id) => change((before) => ({ ...before, equipmentId: id }))}
                  />
                </Field>
              )}
            </CardBody>
          </Card>
        )}
        <FormFields
          definition={due.definition}
          answers={answers}
          onAnswersChange={(next: (before: FormAnswers) => FormAnswers) =>
            change((before) => ({ ...before, answers: next(before.answers) }))
          }
          language={language}
          missing={missing}
          people={people}
          photos={(props) => <PhotoAnswers draftKey={key} sent={corrects?.photos} {...props} />}
        />
      </div>
      {missing.length > 0 && (
        <Notice tone="danger">{t('missing.summary', { count: missing.length })}</Notice>
      )}
      {send.error && <Notice tone="danger">{errorText(send.error)}</Notice>}
      <Button variant="primary" size="huge" busy={send.isPending} onClick={press}>
        {t('send')}
      </Button>
      <p className="flex flex-wrap items-center justify-between gap-2 text-muted text-sm">
        <span>
          {t('saved')} {t('version', { number: due.version })}
        </span>
        <Button variant="link" size="small" onClick={() => setAsking(true)}>
          {t('discard')}
        </Button>
      </p>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('discardTitle')}
        description={t('discardText')}
        confirmLabel={t('discard')}
        tone="danger"
        onConfirm={() => void startOver().then(() => setAsking(false))}
      />
    </>
  );
}

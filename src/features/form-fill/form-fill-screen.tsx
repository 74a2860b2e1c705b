import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
import { teamQuery } from '@/entities/employee/team-query';
import { type FormAnswers, missingAnswers } from '@/entities/form/form-answers';
import { FormFields } from '@/entities/form/form-fields';
import { formsDueQuery } from '@/entities/form/forms-due-query';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useSession } from '@/entities/session/use-session';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { type Draft, draftKey, useDraft } from '@/features/form-fill/draft';
import { PhotoAnswers } from '@/features/form-fill/photo-answers';
import { useSendForm } from '@/features/form-fill/send-form';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

/** Fills one form on the phone, with or without a signal. */
export function FormFillScreen() {
  const { t } = useTranslation('form-fill');
  const [search] = useSearchParams();
  const { user } = useSession();
  const employee = useEmployee();
  const { running_entry: running } = useViewer();
  const assignmentId = search.get('assignment') ?? '';
  const key = draftKey(user?.id ?? '', assignmentId);
  const due = useQuery({ ...formsDueQuery(employee?.id ?? ''), enabled: employee !== null });
  const wanted = due.data?.find((row) => row.assignment_id === assignmentId);
  const project = wanted?.project_id ?? running?.project_id ?? null;
  const { draft, change, startOver } = useDraft(key, wanted, project);
  const isLoading = draft === undefined || (draft === null && due.isLoading);
  return (
    <div className="mx-auto grid max-w-2xl gap-4">
      <div>
        <BackLink to="/my-status">{t('back')}</BackLink>
        {!draft && <PageHeader title={t('title')} />}
      </div>
      {isLoading && <ListSkeleton />}
      {draft === null && !due.isLoading && (
        <Card>
          <EmptyState title={t('notFound')} text={t('notFoundText')} />
        </Card>
      )}
      {draft && (
        <Filling
          key={draft.id}
          draftKey={key}
          draft={draft}
          change={change}
          startOver={startOver}
        />
      )}
    </div>
  );
}

interface FillingProps {
  draftKey: string;
  draft: Draft;
  change: (next: (before: Draft) => Draft) => void;
  startOver: () => Promise<void>;
}

function Filling({ draftKey: key, draft, change, startOver }: FillingProps) {
  const { t, language } = useTranslation('form-fill');
  const navigate = useNavigate();
  const employee = useEmployee();
  const { due, answers, projectId } = draft;
  const { data: team = [] } = useQuery(teamQuery(employee?.id ?? ''));
  const send = useSendForm(key);
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState(false);
  const missing = tried ? missingAnswers(due.definition, answers) : [];
  const needsProject = tried && !projectId;
  const people = team
    .map(({ employee_id, first_name, last_name }) => ({
      id: employee_id,
      name: `${first_name} ${last_name}`.trim(),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  const press = (): void => {
    setTried(true);
    if (!projectId || missingAnswers(due.definition, answers).length > 0) return;
    send.mutate(draft, { onSuccess: () => void navigate('/my-status') });
  };
  const title = (language === 'es' && due.name_es) || due.name;
  const where = [due.project_name, due.crew_name, due.equipment_name].filter(Boolean).join(' · ');
  return (
    <>
      <PageHeader title={title} description={where || t(`every.${due.every}`)} />
      {!due.project_id && (
        <Card>
          <CardBody>
            <Field label={t('project')} error={needsProject ? t('projectMissing') : undefined}>
              <ProjectPicker
                value={projectId}
                onValueChange={(id) => change((before) => ({ ...before, projectId: id }))}
              />
            </Field>
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
        photos={(props) => <PhotoAnswers draftKey={key} {...props} />}
      />
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

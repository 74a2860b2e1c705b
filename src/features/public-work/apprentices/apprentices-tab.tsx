import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  type Program,
  programsQuery,
  stepsQuery,
} from '@/features/public-work/apprentices/api/queries';
import { useDeleteProgram } from '@/features/public-work/apprentices/api/save';
import {
  ApprenticeList,
  useNameOf,
} from '@/features/public-work/apprentices/components/apprentice-list';
import { ProgramList } from '@/features/public-work/apprentices/components/program-list';
import { RatioBoard } from '@/features/public-work/apprentices/components/ratio-board';
import { type Standing, standings } from '@/features/public-work/apprentices/standing';
import { useFormat } from '@/lib/format-context';
import type { WeekDay } from '@/lib/time';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

const ProgramDialog = lateDialog(async () => ({
  default: (await import('@/features/public-work/apprentices/components/program-dialog'))
    .ProgramDialog,
}));
const LadderDialog = lateDialog(async () => ({
  default: (await import('@/features/public-work/apprentices/components/ladder-dialog'))
    .LadderDialog,
}));
const StepsDialog = lateDialog(async () => ({
  default: (await import('@/features/public-work/apprentices/components/steps-dialog')).StepsDialog,
}));

type Opened =
  | { dialog: 'program'; program: Program | null }
  | { dialog: 'delete-program'; program: Program }
  | { dialog: 'ladder'; employeeId: string | null }
  | { dialog: 'steps'; employeeId: string };

/** Programs, the steps of apprentices, and the ratio on each site. */
export function ApprenticesTab() {
  const { t } = useTranslation('apprentices');
  const { company } = useViewer();
  const companyId = company?.id ?? '';
  const today = useToday(company?.time_zone ?? 'UTC');
  const programs = useQuery(programsQuery(companyId));
  const steps = useQuery(stepsQuery(companyId));
  const [opened, setOpened] = useState<Opened | null>(null);
  const all = standings(steps.data ?? [], today);
  const peopleOf = (programId: string) =>
    all.filter(({ current }) => current?.program_id === programId).length;
  const addProgram = (
    <Button variant="primary" onClick={() => setOpened({ dialog: 'program', program: null })}>
      {t('program.new')}
    </Button>
  );
  const hasPrograms = (programs.data ?? []).length > 0;
  const addSteps = hasPrograms && (
    <Button variant="primary" onClick={() => setOpened({ dialog: 'ladder', employeeId: null })}>
      {t('ladder.open')}
    </Button>
  );
  return (
    <div className="grid gap-5">
      <DueSteps
        standings={all}
        onOpen={(employeeId) => setOpened({ dialog: 'steps', employeeId })}
      />
      <Card>
        <CardHeader
          title={t('program.title')}
          description={t('program.text')}
          action={hasPrograms && addProgram}
          divided
        />
        <Loaded query={programs} skeleton={<TableSkeleton />}>
          {(rows) => (
            <ProgramList
              companyId={companyId}
              programs={rows.map((program) => ({ ...program, people: peopleOf(program.id) }))}
              add={addProgram}
              onEdit={(program) => setOpened({ dialog: 'program', program })}
              onDelete={(program) => setOpened({ dialog: 'delete-program', program })}
            />
          )}
        </Loaded>
      </Card>
      {hasPrograms && (
        <>
          <Card>
            <CardHeader
              title={t('standing.title')}
              description={t('standing.text')}
              action={all.length > 0 && addSteps}
              divided
            />
            <Loaded query={steps} skeleton={<TableSkeleton />}>
              <ApprenticeList
                standings={all}
                programs={programs.data ?? []}
                add={addSteps}
                onOpen={(employeeId) => setOpened({ dialog: 'steps', employeeId })}
              />
            </Loaded>
          </Card>
          <RatioBoard
            companyId={companyId}
            today={today}
            weekStart={(company?.week_start ?? 0) as WeekDay}
          />
        </>
      )}
      <Suspense>
        {opened && (
          <OpenedDialog
            opened={opened}
            standings={all}
            programs={programs.data ?? []}
            onOpen={setOpened}
          />
        )}
      </Suspense>
    </div>
  );
}

interface DueStepsProps {
  standings: readonly Standing[];
  onOpen: (employeeId: string) => void;
}

/** Who moves up soon, and whose steps run out. */
function DueSteps({ standings: all, onOpen }: DueStepsProps) {
  const { t } = useTranslation('apprentices');
  const format = useFormat();
  const nameOf = useNameOf();
  const due = all.filter((standing) => standing.due !== null);
  if (due.length === 0) return null;
  return (
    <Notice tone="attention" title={t('due.title', { count: due.length })}>
      <ul className="mt-1 grid gap-1">
        {due.map(({ employeeId, due: kind, next, current, steps }) => (
          <li key={employeeId}>
            <Button variant="link" size="inline" onClick={() => onOpen(employeeId)}>
              {nameOf(employeeId)}
            </Button>{' '}
            {kind === 'moves_up' && next
              ? t('due.movesUp', {
                  level: next.level,
                  percent: next.percent,
                  date: format.date(next.from_date),
                })
              : t('due.runsOut', {
                  level: (current ?? steps.at(-1))?.level,
                  date: format.date((current ?? steps.at(-1))?.to_date ?? ''),
                })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface OpenedDialogProps {
  opened: Opened;
  standings: readonly Standing[];
  programs: readonly Program[];
  onOpen: (opened: Opened | null) => void;
}

function OpenedDialog({ opened, standings: all, programs, onOpen }: OpenedDialogProps) {
  const { company } = useViewer();
  const companyId = company?.id ?? '';
  const today = useToday(company?.time_zone ?? 'UTC');
  const nameOf = useNameOf();
  const onClose = () => onOpen(null);
  if (opened.dialog === 'program')
    return <ProgramDialog companyId={companyId} program={opened.program} onClose={onClose} />;
  if (opened.dialog === 'delete-program')
    return <DeleteProgram companyId={companyId} program={opened.program} onClose={onClose} />;
  const { employeeId } = opened;
  const own = all.find((standing) => standing.employeeId === employeeId)?.steps ?? [];
  if (opened.dialog === 'ladder')
    return (
      <LadderDialog
        today={today}
        programs={programs}
        employeeId={employeeId}
        programId={own.at(-1)?.program_id}
        onClose={onClose}
      />
    );
  return (
    <StepsDialog
      companyId={companyId}
      name={nameOf(opened.employeeId)}
      steps={own}
      programs={programs}
      onAdd={() => onOpen({ dialog: 'ladder', employeeId })}
      onClose={onClose}
    />
  );
}

interface DeleteProgramProps {
  companyId: string;
  program: Program;
  onClose: () => void;
}

function DeleteProgram({ companyId, program, onClose }: DeleteProgramProps) {
  const { t } = useTranslation(['apprentices', 'common']);
  const remove = useDeleteProgram(companyId);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('delete.title', { name: program.name })}
      description={t('delete.text')}
      confirmLabel={t('common:action.delete')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(program.id, { onSuccess: onClose })}
    />
  );
}

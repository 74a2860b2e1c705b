import { useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import type { CrewDay } from '@/features/crew-hours/api/queries';
import { ApproveDayButton } from '@/features/crew-hours/components/approve-day';
import { CopyDaysDialog } from '@/features/crew-hours/components/copy-days-dialog';
import { MatrixCards } from '@/features/crew-hours/components/matrix-cards';
import { MatrixTable } from '@/features/crew-hours/components/matrix-table';
import { type Matrix, useMatrix } from '@/features/crew-hours/use-matrix';
import { formatDuration } from '@/lib/duration';
import { errorText } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { useIsMobile } from '@/lib/use-media-query';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

interface PartProps {
  day: CrewDay;
  matrix: Matrix;
}

function Tools({ day, matrix, onCopy }: PartProps & { onCopy: () => void }) {
  const { t } = useTranslation('crew-hours');
  const { whole, readable, addCodes, copyYesterday } = matrix;
  return (
    <div className="flex flex-wrap items-center gap-3 border-b px-4 py-3">
      <CostCodePicker
        projectId={day.projectId}
        value={null}
        size="compact"
        placeholder={t('addCode')}
        aria-label={t('addCode')}
        className="min-w-48"
        onValueChange={(id) => id && addCodes([id])}
      />
      <Button className="ml-auto" onClick={() => void copyYesterday()}>
        {t('copyYesterday')}
      </Button>
      <Button disabled={whole.length === 0 || !readable} onClick={onCopy}>
        {t('copyDays.open')}
      </Button>
    </div>
  );
}

function Hours({ day, matrix }: PartProps) {
  const { t } = useTranslation('crew-hours');
  const { people, codes, typed, outcomes, type, classes, chooseClass, forget, rebase } = matrix;
  const Grid = useIsMobile() ? MatrixCards : MatrixTable;
  if (people.length === 0) return <EmptyState title={t('nobody')} />;
  return (
    <>
      {codes.length === 0 && (
        <p className="border-b px-4 py-3 text-muted text-sm">{t('noCodes')}</p>
      )}
      <Grid
        day={day}
        classes={classes}
        onChooseClass={chooseClass}
        people={people}
        codes={codes}
        typed={typed}
        outcomes={outcomes}
        onType={type}
        onKeepSaved={(key) => forget((one) => one === key)}
        onKeepTyped={rebase}
      />
    </>
  );
}

/** The sum of the day, and what saving will do to whom. */
function Summary({ matrix }: Pick<PartProps, 'matrix'>) {
  const { t } = useTranslation('crew-hours');
  const { rows, outcomes, dayMinutes } = matrix;
  const changed = new Set(rows.map(({ employee_id }) => employee_id));
  const conflicts = [...changed].filter((id) => outcomes.get(id)?.result === 'conflict').length;
  return (
    <p className="mr-auto text-sm max-md:w-full" aria-live="polite">
      <span className="font-[650]">
        {t('dayTotal', { hours: formatDuration(dayMinutes * 60) })}
      </span>{' '}
      <span className="text-muted">
        {changed.size === 0 && t('ownHint')}
        {changed.size > conflicts && t('willChange', { count: changed.size - conflicts })}
      </span>
      {conflicts > 0 && (
        <span className="block text-danger">{t('willNot', { count: conflicts })}</span>
      )}
    </p>
  );
}

function Footer({ day, matrix }: PartProps) {
  const { t } = useTranslation('crew-hours');
  const { people, rows, readable, minutes, save, preview, forget, submit } = matrix;
  return (
    <footer className="sticky bottom-(--bottom-bar-height) z-10 flex flex-wrap items-center gap-3 rounded-b-card border-t bg-surface px-4 py-3">
      <Summary matrix={matrix} />
      {save.isError && <Notice tone="danger">{errorText(save.error)}</Notice>}
      {preview.isError && <Notice tone="danger">{errorText(preview.error)}</Notice>}
      <ApproveDayButton
        key={`${day.crewId} ${day.date}`}
        date={day.date}
        people={people}
        disabled={rows.length > 0}
      />
      <Button
        className={rows.length === 0 ? 'max-md:hidden' : ''}
        disabled={rows.length === 0}
        onClick={() => forget()}
      >
        {t('discard')}
      </Button>
      <Button
        variant="primary"
        className="max-md:flex-1"
        busy={save.isPending}
        disabled={rows.length === 0 || !readable}
        onClick={submit}
      >
        {t('save')} <span className="tabular">{formatDuration(minutes * 60)}</span>
      </Button>
    </footer>
  );
}

export function CrewMatrix({ day }: { day: CrewDay }) {
  const matrix = useMatrix(day);
  const today = useToday(useFormat().preferences.timeZone);
  const [copying, setCopying] = useState(false);
  return (
    <Card>
      <Tools day={day} matrix={matrix} onCopy={() => setCopying(true)} />
      <Loaded query={matrix.loaded} skeleton={<TableSkeleton />}>
        <Hours day={day} matrix={matrix} />
        <Footer day={day} matrix={matrix} />
      </Loaded>
      {copying && (
        <CopyDaysDialog
          day={day}
          today={today}
          rows={matrix.whole}
          onClose={() => setCopying(false)}
        />
      )}
    </Card>
  );
}

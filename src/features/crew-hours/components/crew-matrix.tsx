import { useState } from 'react';
import { useTranslation } from 'react-i18next';
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
import { MatrixTable } from '@/features/crew-hours/components/matrix-table';
import { type Matrix, useMatrix } from '@/features/crew-hours/use-matrix';
import { formatHoursMinutes } from '@/lib/duration';
import { errorWords } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { useToday } from '@/lib/use-today';

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

function Hours({ matrix }: Pick<PartProps, 'matrix'>) {
  const { t } = useTranslation('crew-hours');
  const { people, codes, typed, outcomes, type, forget, rebase } = matrix;
  if (people.length === 0) return <EmptyState title={t('nobody')} />;
  return (
    <>
      {codes.length === 0 && (
        <p className="border-b px-4 py-3 text-muted text-sm">{t('noCodes')}</p>
      )}
      <MatrixTable
        people={people}
        codes={codes}
        typed={typed}
        outcomes={outcomes}
        onType={(key, text) => type({ [key]: text })}
        onKeepSaved={(key) => forget((one) => one === key)}
        onKeepTyped={rebase}
      />
    </>
  );
}

function Footer({ day, matrix }: PartProps) {
  const { t } = useTranslation('crew-hours');
  const { people, rows, readable, minutes, save, preview, forget, submit } = matrix;
  return (
    <footer className="flex flex-wrap items-center gap-3 px-4 py-3">
      <p className="mr-auto text-muted text-sm">{t('ownHint')}</p>
      {save.isError && <Notice tone="danger">{errorWords(save.error)}</Notice>}
      {preview.isError && <Notice tone="danger">{errorWords(preview.error)}</Notice>}
      <ApproveDayButton
        key={`${day.crewId} ${day.date}`}
        date={day.date}
        people={people}
        disabled={rows.length > 0}
      />
      <Button disabled={rows.length === 0} onClick={() => forget()}>
        {t('discard')}
      </Button>
      <Button
        variant="primary"
        busy={save.isPending}
        disabled={rows.length === 0 || !readable}
        onClick={submit}
      >
        {t('save')} <span className="tabular">{formatHoursMinutes(minutes * 60)}</span>
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
        <Hours matrix={matrix} />
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

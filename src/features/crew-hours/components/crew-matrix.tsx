import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import {
  type CrewDay,
  crewDayQuery,
  fetchCrewDay,
  previewQuery,
} from '@/features/crew-hours/api/queries';
import { useSaveCrewDay } from '@/features/crew-hours/api/save-crew-day';
import { ApproveDayButton } from '@/features/crew-hours/components/approve-day';
import { CopyDaysDialog } from '@/features/crew-hours/components/copy-days-dialog';
import { MatrixTable } from '@/features/crew-hours/components/matrix-table';
import type { PersonOutcome } from '@/features/crew-hours/components/outcome';
import { cellKey, rowsToSave, type Typed, wholeDay } from '@/features/crew-hours/matrix';
import { formatHoursMinutes } from '@/lib/duration';
import { errorWords } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { addDays } from '@/lib/time';
import { toast } from '@/lib/toast';
import { useToday } from '@/lib/use-today';

export function CrewMatrix({ day }: { day: CrewDay }) {
  const { t } = useTranslation('crew-hours');
  const loaded = useQuery(crewDayQuery(day));
  const { data: people = [] } = loaded;
  const { data: allCodes = [] } = useCostCodeOptions();
  const [added, setAdded] = useState<string[]>([]);
  const [typed, setTyped] = useState<Typed>({});
  const save = useSaveCrewDay();
  const today = useToday(useFormat().preferences.timeZone);
  const [copying, setCopying] = useState(false);

  const stored = people.flatMap((person) => person.cells.map((cell) => cell.cost_code_id));
  const codes = allCodes.filter((code) => stored.includes(code.id) || added.includes(code.id));
  const rows = rowsToSave(
    people,
    codes.map(({ id }) => id),
    typed,
  );
  const whole = wholeDay(
    people,
    codes.map(({ id }) => id),
    typed,
  );
  const readable = rows.every(({ minutes }) => !Number.isNaN(minutes));
  const asked = useDeferredValue(rows);
  const preview = useQuery({
    ...previewQuery(day, asked),
    enabled: asked.length > 0 && asked.every(({ minutes }) => !Number.isNaN(minutes)),
  });
  const outcomes = new Map<string, PersonOutcome>(
    rows.length > 0
      ? preview.data?.map((row) => [row.employee_id, row as unknown as PersonOutcome])
      : save.data?.map((row) => [row.employee_id, { ...row, entries: null }]),
  );
  const minutes = rows.reduce((sum, row) => sum + (row.minutes || 0), 0);

  const copyYesterday = async () => {
    const before = await fetchCrewDay({ ...day, date: addDays(day.date, -1) });
    const cells = before.flatMap((person) =>
      person.cells.flatMap(({ cost_code_id, minutes }) =>
        cost_code_id ? [{ id: person.employee_id, code: cost_code_id, minutes }] : [],
      ),
    );
    if (cells.length === 0) {
      toast.info(t('nothingYesterday'));
      return;
    }
    setAdded((now) => [...now, ...cells.map(({ code }) => code)]);
    setTyped((now) => ({
      ...now,
      ...Object.fromEntries(
        cells.map(({ id, code, minutes }) => [cellKey(id, code), formatHoursMinutes(minutes * 60)]),
      ),
    }));
  };
  const submit = () =>
    save.mutate(
      { day, rows },
      {
        onSuccess: (results) => {
          const conflicts = results.filter(({ result }) => result === 'conflict');
          const kept = new Set(conflicts.map(({ employee_id }) => employee_id));
          // What could not be saved stays as it was typed.
          setTyped((now) =>
            Object.fromEntries(
              Object.entries(now).filter(([key]) => kept.has(key.split(' ')[0] ?? '')),
            ),
          );
          const count = results.length - conflicts.length;
          if (count > 0) toast.success(t('toast.saved', { count }));
          if (conflicts.length > 0) toast.error(t('toast.conflicts', { count: conflicts.length }));
        },
      },
    );
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-3 border-b px-4 py-3">
        <CostCodePicker
          projectId={day.projectId}
          value={null}
          size="compact"
          placeholder={t('addCode')}
          className="min-w-48"
          onValueChange={(id) => id && setAdded([...added, id])}
        />
        <Button className="ml-auto" onClick={() => void copyYesterday()}>
          {t('copyYesterday')}
        </Button>
        <Button disabled={whole.length === 0 || !readable} onClick={() => setCopying(true)}>
          {t('copyDays.open')}
        </Button>
      </div>
      <Loaded query={loaded} skeleton={<TableSkeleton />}>
        {people.length === 0 ? (
          <EmptyState title={t('nobody')} />
        ) : (
          <>
            {codes.length === 0 && (
              <p className="border-b px-4 py-3 text-muted text-sm">{t('noCodes')}</p>
            )}
            <MatrixTable
              people={people}
              codes={codes}
              typed={typed}
              outcomes={outcomes}
              onType={(key, text) => setTyped((now) => ({ ...now, [key]: text }))}
            />
          </>
        )}
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
          <Button disabled={rows.length === 0} onClick={() => setTyped({})}>
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
      </Loaded>
      {copying && (
        <CopyDaysDialog day={day} today={today} rows={whole} onClose={() => setCopying(false)} />
      )}
    </Card>
  );
}

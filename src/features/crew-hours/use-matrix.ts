import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { useCrewToday } from '@/entities/crew/crew-today';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  type CrewDay,
  crewDayQuery,
  fetchCrewDay,
  previewQuery,
} from '@/features/crew-hours/api/queries';
import { useSaveCrewDay } from '@/features/crew-hours/api/save-crew-day';
import type { PersonOutcome } from '@/features/crew-hours/components/outcome';
import {
  allHoursOfDay,
  type BasedOn,
  type ChosenClasses,
  cellKey,
  minutesIn,
  rowsToSave,
  sumOf,
  type Typed,
  totalOf,
} from '@/features/crew-hours/matrix';
import { formatHoursMinutes } from '@/lib/duration';
import { addDays } from '@/lib/time';
import { toast } from '@/lib/toast';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';
import { useUnsavedWarning } from '@/lib/use-unsaved-warning';

/** The codes the crew is planned for today on this project. */
function usePlannedCodes({ crewId, date, projectId }: CrewDay): string[] {
  const zone = useViewer().company?.time_zone ?? 'UTC';
  const isToday = useToday(zone) === date;
  const crew = useCrewToday().data ?? [];
  if (!isToday) return [];
  return crew
    .filter((member) => member.crew_ids.includes(crewId) && member.plan_project_id === projectId)
    .flatMap(({ plan_cost_code_id }) => plan_cost_code_id ?? []);
}

/** What is stored and what was typed over it. */
function useTypedHours(day: CrewDay) {
  const loaded = useQuery(crewDayQuery(day));
  const people = loaded.data ?? [];
  const { data: allCodes = [] } = useCostCodeOptions();
  const planned = usePlannedCodes(day);
  const [added, setAdded] = useState<string[]>([]);
  const [typed, setTyped] = useState<Typed>({});
  const [before, setBefore] = useState<BasedOn>({});
  const [classes, setClasses] = useState<ChosenClasses>({});
  const stored = people.flatMap((person) => person.cells.map((cell) => cell.cost_code_id));
  const shown = new Set([...stored, ...added, ...planned]);
  const codes = allCodes.filter(({ id }) => shown.has(id));
  const ids = codes.map(({ id }) => id);
  const rows = rowsToSave(people, ids, typed, before, classes);
  const storedMinutes = (key: string): number => {
    const [employeeId, code = ''] = key.split(' ');
    const person = people.find((one) => one.employee_id === employeeId);
    return person ? minutesIn(person, code, {}) : 0;
  };
  /** What a cell stands at when somebody begins to type into it is what the save is based on. */
  const type = (cells: Typed): void => {
    const begun = Object.keys(cells).map((key) => [key, storedMinutes(key)]);
    setBefore((now) => ({ ...Object.fromEntries(begun), ...now }));
    setTyped((now) => ({ ...now, ...cells }));
  };
  const forget = (isDone: (key: string) => boolean = () => true): void => {
    const left = <T>(now: Readonly<Record<string, T>>): Record<string, T> =>
      Object.fromEntries(Object.entries(now).filter(([key]) => !isDone(key)));
    setTyped(left);
    setClasses(left);
    setBefore(left);
  };
  return {
    loaded,
    people,
    codes,
    typed,
    type,
    classes,
    /** Of a cell; the hours in it stay. Null: as it is. */
    chooseClass: (key: string, id: string | null) =>
      setClasses(({ [key]: _, ...others }) => (id ? { ...others, [key]: id } : others)),
    forget,
    rebase: (key: string, minutes: number) => setBefore((now) => ({ ...now, [key]: minutes })),
    rows,
    dayMinutes: sumOf(people.map((person) => totalOf(person, codes, typed))),
    whole: allHoursOfDay(people, ids, typed, classes),
    readable: rows.every(({ minutes }) => !Number.isNaN(minutes)),
    addCodes: (codeIds: readonly string[]) => setAdded((now) => [...now, ...codeIds]),
  };
}

function useCopyYesterday(
  day: CrewDay,
  {
    addCodes,
    type,
    chooseClass,
  }: Pick<ReturnType<typeof useTypedHours>, 'addCodes' | 'type' | 'chooseClass'>,
) {
  const { t } = useTranslation('crew-hours');
  return async (): Promise<void> => {
    const before = await fetchCrewDay({ ...day, date: addDays(day.date, -1) });
    const cells = before.flatMap((person) =>
      person.cells.flatMap(({ cost_code_id, minutes, classification_id = null }) =>
        cost_code_id
          ? [
              {
                id: person.employee_id,
                code: cost_code_id,
                minutes,
                classOfWork: classification_id,
              },
            ]
          : [],
      ),
    );
    if (cells.length === 0) {
      toast.info(t('nothingYesterday'));
      return;
    }
    addCodes(cells.map(({ code }) => code));
    for (const { id, code, classOfWork } of cells) chooseClass(cellKey(id, code), classOfWork);
    type(
      Object.fromEntries(
        cells.map(({ id, code, minutes }) => [cellKey(id, code), formatHoursMinutes(minutes * 60)]),
      ),
    );
  };
}

/** The hours of a crew's day: typed, shown before they are saved, saved, copied. */
export function useMatrix(day: CrewDay) {
  const { t } = useTranslation('crew-hours');
  const hours = useTypedHours(day);
  const { rows, forget } = hours;
  useUnsavedWarning(rows.length > 0, { ignored: ['dialog'] });
  const save = useSaveCrewDay();
  const asked = useDeferredValue(rows);
  const preview = useQuery({
    ...previewQuery(day, asked),
    enabled: asked.length > 0 && asked.every(({ minutes }) => !Number.isNaN(minutes)),
  });
  const outcomes = new Map<string, PersonOutcome>(
    rows.length > 0
      ? preview.data?.map((row) => [row.employee_id, row as unknown as PersonOutcome])
      : save.data?.map((row) => [
          row.employee_id,
          { ...(row as unknown as PersonOutcome), entries: null },
        ]),
  );
  const tell = (results: Awaited<ReturnType<typeof save.mutateAsync>>): void => {
    // On this device; what becomes of it is said when it was sent.
    if (!results) {
      forget();
      return;
    }
    const conflicts = results.filter(({ result }) => result === 'conflict');
    const kept = new Set(conflicts.map(({ employee_id }) => employee_id));
    // What could not be saved stays as it was typed.
    forget((key) => !kept.has(key.split(' ')[0] ?? ''));
    const count = results.length - conflicts.length;
    if (count > 0) toast.success(t('toast.saved', { count }));
    if (conflicts.length > 0) toast.error(t('toast.conflicts', { count: conflicts.length }));
  };
  return {
    ...hours,
    save,
    preview,
    outcomes,
    minutes: rows.reduce((sum, row) => sum + (row.minutes || 0), 0),
    submit: () => save.mutate({ day, rows }, { onSuccess: tell }),
    copyYesterday: useCopyYesterday(day, hours),
  };
}

export type Matrix = ReturnType<typeof useMatrix>;

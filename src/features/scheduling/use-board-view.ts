import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useMay, useViewer } from '@/entities/viewer/use-viewer';
import { warningsQuery } from '@/features/scheduling/api/queries';
import type { Board, Piece, Shift, Warning } from '@/features/scheduling/board';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface WarningText {
  text: string;
  tone: 'danger' | 'attention';
}

/** Names, colors, times and warnings for what the board draws. */
export function useBoardView(board: Board | undefined, dates: DateRange) {
  const { t } = useTranslation('scheduling');
  const format = useFormat();
  const { company } = useViewer();
  const mayPlan = useMay('schedule');
  const companyId = company?.id ?? '';
  const { data: projects = [] } = useProjectOptions();
  const warnings = useQuery({
    ...warningsQuery(companyId, dates),
    enabled: mayPlan && companyId !== '',
  });
  return useMemo(() => {
    const people = new Map(
      (board?.people ?? []).map((who) => [who.id, `${who.first_name} ${who.last_name}`.trim()]),
    );
    const machines = new Map(
      (board?.equipment ?? []).map(({ id, number, name }) => [id, number ?? name]),
    );
    const boardProjects = new Map((board?.projects ?? []).map((project) => [project.id, project]));
    const colors = new Map(projects.map(({ id, color }) => [id, color]));
    const list = warnings.data ?? [];
    const holidays = new Map((board?.holidays ?? []).map(({ date, name }) => [date, name]));
    const words = (warning: Warning): string => {
      const values = {
        time: formatDuration((warning.minutes ?? 0) * 60),
        machine: machines.get(warning.equipment_id ?? '') ?? '',
        holiday: holidays.get(warning.work_date) || t('review.holiday'),
      };
      return t(`warnings.${warning.kind as 'overlap'}`, values);
    };
    const byShift = new Map(
      [...list]
        .reverse()
        // A holiday stands above the whole day.
        .filter(({ kind }) => kind !== 'holiday')
        .flatMap((warning) => (warning.shift_id ? [[warning.shift_id, warning]] : [])),
    );
    return {
      format,
      mayPlan,
      companyId,
      isDay: dates.start === dates.end,
      warnings: list,
      warningsReady: warnings.data !== undefined,
      warningWords: words,
      /** The day of a warning, or the workweek of overtime. */
      warningDay: ({ kind, work_date }: Warning): string =>
        kind === 'overtime'
          ? t('warnings.week', { day: format.dayMonth(work_date) })
          : format.weekdayDate(work_date),
      overtimeOf: (employeeId: string) =>
        list.find(({ kind, employee_id }) => kind === 'overtime' && employee_id === employeeId),
      warningOf: (piece: Piece): WarningText | null => {
        const warning = piece.ids.map((id) => byShift.get(id)).find(Boolean);
        if (!warning) return null;
        return {
          text: words(warning),
          tone: warning.severity === 'error' ? 'danger' : 'attention',
        };
      },
      personName: (id: string | null) => (id ? people.get(id) : undefined),
      machineName: (id: string | null) => (id ? machines.get(id) : undefined),
      projectName: (id: string | null) => (id ? boardProjects.get(id)?.name : undefined),
      projectColor: (id: string | null) => (id ? (colors.get(id) ?? undefined) : undefined),
      zoneOf: (shift: Pick<Shift, 'project_id'>): string =>
        boardProjects.get(shift.project_id ?? '')?.time_zone ?? company?.time_zone ?? 'UTC',
      timeOf: ({ starts_at, ends_at }: Pick<Shift, 'starts_at' | 'ends_at'>): string =>
        `${format.time(starts_at)} – ${format.time(ends_at)}`,
      /** In a narrow column: `6:30 – 3`; the full time is spoken. */
      shortTimeOf: ({ starts_at, ends_at }: Pick<Shift, 'starts_at' | 'ends_at'>): string =>
        [starts_at, ends_at]
          .map((time) => format.time(time).replace(/(:00)?\s?[AaPp]\.?\s?[Mm]\.?$/, ''))
          .join(' – '),
    };
  }, [
    board,
    projects,
    warnings.data,
    company,
    companyId,
    dates.start,
    dates.end,
    format,
    mayPlan,
    t,
  ]);
}

export type BoardView = ReturnType<typeof useBoardView>;

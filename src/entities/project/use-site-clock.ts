import { useProjectOptions } from '@/entities/project/projects-query';
import type { IsoDate } from '@/lib/format';
import { useFormat } from '@/lib/format-context';
import { dateOf, minuteOfDay } from '@/lib/time';
import { zoneName } from '@/lib/wall-time';

export interface SiteClock {
  timeZone: string;
  /** Whether the site is in another zone than the one the reader's times are shown in. */
  isAway: boolean;
  /** `11:50 AM`, with the zone's short name where it is another: `11:50 AM PST`. */
  time: (instant: string) => string;
  date: (instant: string) => IsoDate;
  /** `PST` */
  zone: (instant: string) => string;
}

/** Clocks on the walls of projects: where the work is, its times are read. */
export function useSiteClocks(): (projectId: string | null | undefined) => SiteClock {
  const format = useFormat();
  const projects = useProjectOptions().data;
  const own = format.preferences.timeZone;
  return (projectId) => {
    const timeZone = projects?.find(({ id }) => id === projectId)?.time_zone || own;
    const isAway = timeZone !== own;
    const zone = (instant: string) => zoneName(instant, timeZone, format.locale);
    return {
      timeZone,
      isAway,
      time: (instant) =>
        isAway
          ? `${format.timeOfDay(minuteOfDay(instant, timeZone))} ${zone(instant)}`
          : format.time(instant),
      date: (instant) => dateOf(Date.parse(instant), timeZone),
      zone,
    };
  };
}

export function useSiteClock(projectId: string | null | undefined): SiteClock {
  return useSiteClocks()(projectId);
}

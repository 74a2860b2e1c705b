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
  /** `Nov 14, 11:50 AM PST` */
  dateTime: (instant: string) => string;
  /** `6:00 AM – 2:00 PM PST`: the zone is named once, unless the clocks change in between. */
  range: (from: string, to: string) => string;
  date: (instant: string) => IsoDate;
  /** `PST` */
  zone: (instant: string) => string;
}

/** Clocks of zones; null is the reader's own. */
export function useZoneClocks(): (timeZone: string | null | undefined) => SiteClock {
  const format = useFormat();
  const own = format.preferences.timeZone;
  return (zoneOfSite) => {
    const timeZone = zoneOfSite || own;
    const isAway = timeZone !== own;
    const zone = (instant: string) => zoneName(instant, timeZone, format.locale);
    const date = (instant: string) => dateOf(Date.parse(instant), timeZone);
    const bare = (instant: string) =>
      isAway ? format.timeOfDay(minuteOfDay(instant, timeZone)) : format.time(instant);
    const time = (instant: string) =>
      isAway ? `${bare(instant)} ${zone(instant)}` : bare(instant);
    return {
      timeZone,
      isAway,
      time,
      dateTime: (instant) =>
        isAway ? `${format.dayMonth(date(instant))}, ${time(instant)}` : format.dateTime(instant),
      range: (from, to) => `${zone(from) === zone(to) ? bare(from) : time(from)} – ${time(to)}`,
      date,
      zone,
    };
  };
}

/** Clocks on the walls of projects: where the work is, its times are read. */
export function useSiteClocks(): (projectId: string | null | undefined) => SiteClock {
  const clockIn = useZoneClocks();
  const projects = useProjectOptions().data;
  return (projectId) => clockIn(projects?.find(({ id }) => id === projectId)?.time_zone);
}

export function useSiteClock(projectId: string | null | undefined): SiteClock {
  return useSiteClocks()(projectId);
}

import { useQuery } from '@tanstack/react-query';
import { useSiteClock } from '@/entities/project/use-site-clock';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useWeatherText } from '@/entities/weather/use-weather-text';
import { siteWeatherQuery } from '@/entities/weather/weather-day';
import { monthOf } from '@/lib/time';

export interface DayWeatherNoteProps {
  projectId: string;
  day: string;
}

/** What the weather was where and when something was put in place, and who said so. */
export default function DayWeatherNote({ projectId, day }: DayWeatherNoteProps) {
  const companyId = useViewer().company?.id ?? '';
  const clock = useSiteClock(projectId);
  const text = useWeatherText();
  const { start, end } = monthOf(day);
  const { data } = useQuery(siteWeatherQuery(companyId, projectId, start, end));
  const weather = data?.[day];
  if (!weather) return null;
  return (
    <span className="block text-muted text-xs">
      {text.line(weather)}
      <span className="block">{text.source(weather, clock.dateTime(weather.read_at))}</span>
    </span>
  );
}

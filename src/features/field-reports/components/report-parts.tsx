import {
  ClipboardPen,
  Clock,
  HardHat,
  NotebookPen,
  PackageOpen,
  Scale,
  UserRoundCheck,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import { late } from '@/components/shared/late';
import { Button } from '@/components/ui/button';
import type { Report } from '@/features/field-reports/api/queries';
import { ListPart } from '@/features/field-reports/components/list-part';
import { TextPart } from '@/features/field-reports/components/text-part';
import type { useDraftContent } from '@/features/field-reports/components/use-draft-content';
import { WeatherPart } from '@/features/field-reports/components/weather-part';
import {
  type Figures,
  isEmpty,
  LISTS,
  offersOf,
  type ListPart as Part,
} from '@/features/field-reports/content';
import { loadNamespaces } from '@/lib/i18n';
import { useTranslation } from '@/lib/use-translation';

const DayWeather = late(async () => {
  const [module] = await Promise.all([
    import('@/features/field-reports/components/day-weather'),
    loadNamespaces(['weather']),
  ]);
  return module;
});

const SubcontractorOffers = late(async () => ({
  default: (await import('@/features/field-reports/components/subcontractor-offers'))
    .SubcontractorOffers,
}));

const ICONS = {
  subcontractors: HardHat,
  delays: Clock,
  deliveries: PackageOpen,
  visitors: UserRoundCheck,
  directed: Scale,
} as const;

export interface ReportPartsProps {
  report: Report;
  draft: Pick<ReturnType<typeof useDraftContent>, 'content' | 'type' | 'commit'>;
  /** Of the day; undefined while they are asked for. */
  figures: Figures | undefined;
  disabled: boolean;
}

/** What only the foreman knows. Lists without lines are told as such until one is opened. */
export function ReportParts({ report, draft, figures, disabled }: ReportPartsProps) {
  const { content, type, commit } = draft;
  const offers = disabled ? [] : offersOf(figures?.subcontractors, content.subcontractors);
  const [opened, setOpened] = useState<readonly Part[]>([]);
  const hasOffers = (part: Part) => part === 'subcontractors' && offers.length > 0;
  const quiet = LISTS.filter(
    (part) => isEmpty(content[part]) && !opened.includes(part) && !hasOffers(part),
  );
  return (
    <>
      <WeatherPart
        value={content.weather ?? []}
        disabled={disabled}
        onChange={(weather) => commit({ weather })}
        filledAt={content.day_weather?.read_at ?? ''}
      >
        {/* Its room is kept: what is below does not move from under a finger when it comes. */}
        <Suspense fallback={<div className="mt-3 h-47 sm:h-29" />}>
          <DayWeather report={report} content={content} disabled={disabled} onChange={commit} />
        </Suspense>
      </WeatherPart>
      {(['work', 'notes'] as const).map((part) => (
        <TextPart
          key={part}
          part={part}
          icon={part === 'work' ? ClipboardPen : NotebookPen}
          value={content[part] ?? ''}
          disabled={disabled}
          onType={(text) => type({ [part]: text })}
          onLeave={(text) => commit({ [part]: text })}
        />
      ))}
      {LISTS.filter((part) => !quiet.includes(part)).map((part) => (
        <ListPart
          key={part}
          part={part}
          icon={ICONS[part]}
          lines={content[part] ?? []}
          disabled={disabled}
          onChange={(lines) => commit({ [part]: lines })}
        >
          {hasOffers(part) && (
            <Suspense>
              <SubcontractorOffers
                offers={offers}
                lines={content.subcontractors ?? []}
                onChange={(subcontractors) => commit({ subcontractors })}
              />
            </Suspense>
          )}
        </ListPart>
      ))}
      {quiet.length > 0 && (
        <NothingCard
          parts={quiet}
          disabled={disabled}
          onOpen={(part) => setOpened([...opened, part])}
        />
      )}
    </>
  );
}

interface NothingCardProps {
  parts: readonly Part[];
  disabled: boolean;
  onOpen: (part: Part) => void;
}

/** "No visitors": a blank says so, and one tap opens it. */
function NothingCard({ parts, disabled, onOpen }: NothingCardProps) {
  const { t } = useTranslation('field-reports');
  return (
    <section className="rounded-card border bg-surface px-4 py-3">
      <h2 className="font-[620]">{t('nothing.title')}</h2>
      <p className="mb-2 text-muted text-sm">
        {t(disabled ? 'nothing.submitted' : 'nothing.text')}
      </p>
      <div className="flex flex-wrap gap-2">
        {parts.map((part) => (
          <Button key={part} size="pill" disabled={disabled} onClick={() => onOpen(part)}>
            {t(`nothing.${part}`)}
          </Button>
        ))}
      </div>
    </section>
  );
}

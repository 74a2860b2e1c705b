import type { ReactNode } from 'react';
import type { ShownReport } from '@/features/portal/api/portal-report';
import { formatDuration } from '@/lib/duration';
import { useTranslation } from '@/lib/use-translation';

const LISTS = ['subcontractors', 'delays', 'deliveries', 'visitors', 'directed'] as const;

/** A field report without names of the crew. */
export function ReportBody({ report }: { report: ShownReport }) {
  const { t, language } = useTranslation('portal');
  const { content, trades, equipment, quantities } = report;
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const weather = content.day_weather;
  const degrees = [weather?.low_f, weather?.high_f].filter((value) => value != null);
  return (
    <dl className="grid gap-3 text-sm">
      {content.work && (
        <Part title={t('fieldReports.work')}>
          <p className="whitespace-pre-line">{content.work}</p>
        </Part>
      )}
      {weather && (
        <Part title={t('fieldReports.weather')}>
          {[weather.conditions, degrees.length > 0 && `${degrees.join(' – ')} °F`]
            .filter(Boolean)
            .join(', ')}
        </Part>
      )}
      {trades.length > 0 && (
        <Part title={t('fieldReports.trades')}>
          <Lines
            lines={trades.map(
              ({ trade, people, seconds }) =>
                `${trade ?? t('fieldReports.noTrade')} ${people} · ${formatDuration(seconds)}`,
            )}
          />
        </Part>
      )}
      {equipment.length > 0 && (
        <Part title={t('fieldReports.equipment')}>
          <Lines
            lines={equipment.map(
              ({ name, working_seconds }) => `${name} · ${formatDuration(working_seconds)}`,
            )}
          />
        </Part>
      )}
      {quantities.length > 0 && (
        <Part title={t('fieldReports.quantities')}>
          <Lines
            lines={quantities.map(({ code, name, area, quantity, unit }) =>
              [`${code} ${name}`, area, `${number.format(quantity)} ${unit ?? ''}`.trim()]
                .filter(Boolean)
                .join(' · '),
            )}
          />
        </Part>
      )}
      {LISTS.filter((list) => content[list]?.length).map((list) => (
        <Part key={list} title={t(`fieldReports.${list}`)}>
          <Lines
            lines={(content[list] ?? []).map(({ text, detail, hours, people }) =>
              [
                text,
                detail,
                list === 'subcontractors' && people && t('fieldReports.onSite', { people }),
                hours &&
                  t(`fieldReports.${list === 'subcontractors' ? 'worked' : 'hours'}`, { hours }),
              ]
                .filter(Boolean)
                .join(' · '),
            )}
          />
        </Part>
      ))}
      <Part title={t('fieldReports.digest')}>
        <span className="text-muted text-xs wrap-anywhere">
          {report.number} · {t('fieldReports.version', { version: report.version })} ·{' '}
          {report.sha256}
        </span>
      </Part>
    </dl>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-[550]">{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

import { Button } from '@/components/ui/button';
import type { Line, Offer } from '@/features/field-reports/content';
import { useTranslation } from '@/lib/use-translation';

interface SubcontractorOffersProps {
  offers: readonly Offer[];
  lines: readonly Line[];
  onChange: (lines: Line[]) => void;
}

/** What the sign-in of the site says of subcontractors: the foreman confirms each, nothing by itself. */
export function SubcontractorOffers({ offers, lines, onChange }: SubcontractorOffersProps) {
  const { t } = useTranslation('field-reports');
  const take = ({ line, differsFrom }: Offer) =>
    onChange(
      differsFrom === null
        ? [...lines, line]
        : lines.map((before, place) => (place === differsFrom ? line : before)),
    );
  return (
    <section
      aria-label={t('subcontractor.offered')}
      className="mb-2 grid gap-2 rounded-small bg-sunken px-3.5 py-3 text-sm"
    >
      <p className="font-[620]">{t('subcontractor.offered')}</p>
      <ul className="grid gap-2">
        {offers.map((offer) => {
          const { day, line, differsFrom } = offer;
          const name = day.company_name;
          const isNew = differsFrom === null;
          const open = [
            day.on_site ? t('subcontractor.onSite', { count: day.on_site }) : '',
            day.unknown ? t('subcontractor.unknown', { count: day.unknown }) : '',
          ].filter(Boolean);
          return (
            <li key={name} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0">
                <span className="block break-words">
                  {t('subcontractor.offer', { name, people: day.people, hours: line.hours ?? '' })}
                </span>
                {open.length > 0 && (
                  <span className="block text-attention-strong">{open.join(' · ')}</span>
                )}
              </span>
              <Button
                size="small"
                aria-label={t(isNew ? 'subcontractor.addNamed' : 'subcontractor.useNamed', {
                  name,
                })}
                onClick={() => take(offer)}
              >
                {t(isNew ? 'subcontractor.add' : 'subcontractor.use')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

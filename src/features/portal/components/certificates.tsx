import { Badge } from '@/components/ui/badge';
import { Card, CardHeader } from '@/components/ui/card';
import type { OpenPortal, PersonWithCertificates } from '@/features/portal/api/portal';
import { useTranslation } from '@/lib/use-translation';
import { useWrittenDay } from '@/lib/use-written-day';

const TONES = { valid: 'success', soon: 'attention', expired: 'danger' } as const;

interface CertificatesProps {
  portal: OpenPortal;
  people: readonly PersonWithCertificates[];
}

/** Certificates of who works here, with what ends soon. */
export function Certificates({ portal, people }: CertificatesProps) {
  const { t } = useTranslation('portal');
  const day = useWrittenDay(portal.time_zone);
  const all = people.flatMap(({ certificates }) => certificates);
  const count = (state: keyof typeof TONES) => all.filter((one) => one.state === state).length;
  const summary = [
    t('certificates.summary', { count: count('valid') }),
    count('soon') > 0 && t('certificates.ending', { count: count('soon') }),
    count('expired') > 0 && t('certificates.over', { count: count('expired') }),
  ].filter(Boolean);
  const endOf = (certificate: (typeof all)[number]): string => {
    if (!certificate.expires_on) return t('certificates.always');
    const date = day.date(certificate.expires_on);
    if (certificate.state === 'valid') return t('certificates.until', { date });
    return t(`certificates.${certificate.state}`, { date });
  };
  return (
    <Card>
      <CardHeader
        divided
        title={t('certificates.title')}
        description={all.length > 0 ? summary.join(', ') : undefined}
      />
      {people.length === 0 ? (
        <p className="px-5 py-4 text-muted">{t('certificates.empty')}</p>
      ) : (
        <ul className="divide-y">
          {people.map((person) => (
            <li key={person.name} className="px-5 py-2.5">
              <p className="font-[550]">
                {person.name}
                {person.trade && <span className="font-normal text-muted"> · {person.trade}</span>}
              </p>
              {person.certificates.length === 0 ? (
                <p className="text-muted text-sm">{t('certificates.none')}</p>
              ) : (
                <ul className="mt-1 flex flex-wrap gap-1.5">
                  {person.certificates.map((certificate) => (
                    <li key={certificate.name}>
                      <Badge tone={TONES[certificate.state]}>
                        {certificate.name} · {endOf(certificate)}
                      </Badge>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

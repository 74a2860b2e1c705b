import { Check } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import type { SignedReport } from '@/features/public-work/report/api/queries';
import { Fingerprint } from '@/features/public-work/report/components/fingerprint';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface SignedCardProps {
  versions: readonly SignedReport[];
  shown: SignedReport;
  onShow: (revision: number) => void;
  onCorrect: () => void;
}

/** Who certified what and when; corrections with their reason, the newest first. */
export function SignedCard({ versions, shown, onShow, onCorrect }: SignedCardProps) {
  const { t } = useTranslation('certified-payroll');
  const format = useFormat();
  return (
    <Card>
      <CardHeader
        divided
        title={t('signed.title')}
        description={t('signed.text')}
        action={
          shown.id === versions[0]?.id && (
            <Button size="small" onClick={onCorrect}>
              {t('correct.open')}
            </Button>
          )
        }
      />
      <CardBody className="grid gap-4">
        <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
          <dt className="text-muted">{t('signed.number')}</dt>
          <dd className="font-[620]">
            {shown.revision > 0
              ? t('numberRevised', { number: shown.number, revision: shown.revision })
              : shown.number}
            {shown.final && <Badge className="ml-2">{t('final')}</Badge>}
            {shown.no_work && <Badge className="ml-2">{t('noWork')}</Badge>}
          </dd>
          <dt className="text-muted">{t('signed.by')}</dt>
          <dd>
            {shown.signed_name}, {shown.signed_title}
          </dd>
          <dt className="text-muted">{t('signed.at')}</dt>
          <dd>
            <time dateTime={shown.signed_at}>
              {format.dateOfInstant(shown.signed_at)}, {format.time(shown.signed_at)}
            </time>
          </dd>
          <dt className="text-muted">{t('signed.statements')}</dt>
          <dd className="flex flex-wrap gap-x-3">
            {shown.content.statements.map((number) => (
              <span key={number} className="inline-flex items-center gap-1">
                <Check className="size-3.5 text-success-strong" aria-hidden="true" />
                {number}
              </span>
            ))}
          </dd>
          <dt className="text-muted">SHA-256</dt>
          <dd>
            <Fingerprint value={shown.sha256 ?? ''} />
          </dd>
        </dl>
        {versions.length > 1 && (
          <ul className="grid gap-2 border-t pt-3">
            {versions.map((version) => (
              <li
                key={version.id}
                className={cn(
                  'flex items-start justify-between gap-3 text-sm',
                  version.id === shown.id && 'font-[550]',
                )}
              >
                <span className="min-w-0">
                  {version.revision > 0
                    ? t('signed.correction', { revision: version.revision })
                    : t('signed.first')}
                  {' · '}
                  {format.dateOfInstant(version.signed_at)}
                  {version.content.reason && (
                    <span className="block font-normal text-muted [overflow-wrap:anywhere]">
                      {version.content.reason}
                    </span>
                  )}
                </span>
                {version.id !== shown.id && (
                  <Button size="inline" variant="link" onClick={() => onShow(version.revision)}>
                    {t('signed.show')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}

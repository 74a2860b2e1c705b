import { Download } from 'lucide-react';
import { EmptyState } from '@/components/shared/empty-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import type { SignedCertifiedPayroll } from '@/entities/certified-payroll/certified-payroll';
import { type OpenPortal, type PortalPayroll, portalPayroll } from '@/features/portal/api/portal';
import { downloadFile, FILE_TYPES } from '@/lib/files/download';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';
import { useWrittenDay } from '@/lib/use-written-day';

/** Draws the form; it belongs to another feature and is loaded with the first download. */
export type MakePdf = (record: SignedCertifiedPayroll) => Promise<Uint8Array>;

interface PayrollListProps {
  token: string;
  portal: OpenPortal;
  payrolls: readonly PortalPayroll[];
  makePdf: MakePdf;
}

/** Signed reports, the newest first; a corrected one says so. */
export function PayrollList({ token, portal, payrolls, makePdf }: PayrollListProps) {
  const { t } = useTranslation('portal');
  return (
    <Card>
      <CardHeader divided title={t('payrolls.title')} description={t('payrolls.explained')} />
      {payrolls.length === 0 ? (
        <EmptyState title={t('payrolls.empty')} />
      ) : (
        <ul className="divide-y">
          {payrolls.map((payroll) => (
            <PayrollRow
              key={payroll.id}
              token={token}
              portal={portal}
              payroll={payroll}
              replaced={payrolls.some(
                (other) =>
                  other.phase === payroll.phase &&
                  other.number === payroll.number &&
                  other.revision > payroll.revision,
              )}
              makePdf={makePdf}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface PayrollRowProps extends Omit<PayrollListProps, 'payrolls'> {
  payroll: PortalPayroll;
  replaced: boolean;
}

function PayrollRow({ token, portal, payroll, replaced, makePdf }: PayrollRowProps) {
  const { t } = useTranslation('portal');
  const day = useWrittenDay(portal.time_zone);
  const download = useWrite({
    send: async () => {
      const pdf = await makePdf(await portalPayroll(token, payroll.id));
      const name = `WH-347-${payroll.number}-${payroll.week_end}.pdf`;
      downloadFile(name, FILE_TYPES.pdf, pdf as BlobPart);
    },
  });
  const week = day.date(payroll.week_end);
  return (
    <li className="flex items-center gap-3 px-5 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-[550]">
          {t('payrolls.number', { number: payroll.number })}
          {payroll.revision > 0 && (
            <Badge tone="primary">{t('payrolls.correction', { revision: payroll.revision })}</Badge>
          )}
          {replaced && <Badge tone="attention">{t('payrolls.older')}</Badge>}
          {payroll.final && <Badge>{t('payrolls.final')}</Badge>}
          {payroll.no_work && <Badge>{t('payrolls.noWork')}</Badge>}
        </p>
        {payroll.phase && <p>{payroll.phase}</p>}
        <p>{t('payrolls.week', { date: week })}</p>
        <p className="text-muted text-sm">
          {t('payrolls.signed', {
            name: payroll.signed_name,
            title: payroll.signed_title,
            date: day.dateOf(payroll.signed_at),
          })}
        </p>
      </div>
      <Button
        busy={download.isPending}
        aria-label={t('payrolls.downloadName', { number: payroll.number, date: week })}
        onClick={() => download.mutate()}
      >
        <Download aria-hidden="true" />
        <span className="max-sm:sr-only">{t('payrolls.download')}</span>
      </Button>
    </li>
  );
}

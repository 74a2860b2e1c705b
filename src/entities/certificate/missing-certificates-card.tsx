import { useQuery } from '@tanstack/react-query';
import { FirstFew } from '@/components/shared/first-few';
import { Badge } from '@/components/ui/badge';
import { Card, CardHeader } from '@/components/ui/card';
import { certificatesQuery } from '@/entities/certificate/certificates-query';
import {
  type MissingCertificate,
  missingCertificatesQuery,
} from '@/entities/certificate/missing-certificates-query';
import { ProofButton } from '@/entities/certificate/proof-button';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const FEW = 4;
/** On the crew screen the clocks come first. */
const FEW_OF_CREW = 2;

/** What stops the clock before what only warns. */
const byWeight = (a: MissingCertificate, b: MissingCertificate): number =>
  Number(b.blocks_clock) - Number(a.blocks_clock);

/** A photo for it: of the certificate that has none, else of the new card, which the office has yet to enter. */
function OwnProof({ row }: { row: MissingCertificate }) {
  const { t } = useTranslation('required-certificates');
  const me = useEmployee();
  const companyId = me?.company_id ?? '';
  const { data } = useQuery({
    ...certificatesQuery(companyId, me?.id ?? ''),
    enabled: me !== null,
  });
  if (!me) return null;
  if (row.proof === 'waiting') return <Badge tone="primary">{t('proof.waiting')}</Badge>;
  const held = data?.held.find(({ type_id }) => type_id === row.type_id);
  return (
    <ProofButton
      companyId={companyId}
      employeeId={me.id}
      typeId={row.type_id}
      certificationId={row.state === 'no_proof' ? (held?.id ?? null) : null}
      certificate={row.type_name}
      isAgain={row.proof === 'unreadable'}
      isRenewal={row.state === 'expiring' || row.state === 'expired'}
    />
  );
}

function Line({ row, isOwn }: { row: MissingCertificate; isOwn: boolean }) {
  const { t } = useTranslation('required-certificates');
  const format = useFormat();
  const needed = [
    isOwn ? null : row.employee_name,
    row.work_date && t('neededOn', { date: format.weekdayDate(row.work_date) }),
    row.project_name,
  ];
  const isDated = row.state === 'expired' || row.state === 'expiring';
  const state = isDated && row.expires_on ? { date: format.date(row.expires_on) } : {};
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t px-5 py-3 text-sm">
      <span className="min-w-32 flex-1">
        <span className="block font-[550]">{row.type_name}</span>
        <span className="block text-muted text-xs">{needed.filter(Boolean).join(' · ')}</span>
        {isOwn && row.proof === 'unreadable' && (
          <span className="block text-danger text-xs">{t('proof.unreadableText')}</span>
        )}
      </span>
      <Badge tone={row.state === 'expiring' ? 'attention' : 'danger'}>{t(row.state, state)}</Badge>
      {row.blocks_clock && row.state !== 'expiring' && (
        <Badge tone="attention">{t('blocks')}</Badge>
      )}
      {isOwn && <OwnProof row={row} />}
    </li>
  );
}

/** What is needed before the next shift, one's own first; nothing is drawn when all is there. */
export function MissingCertificatesCard({ ofCrew = false }: { ofCrew?: boolean }) {
  const { t } = useTranslation('required-certificates');
  const employee = useEmployee();
  const { data } = useQuery({
    ...missingCertificatesQuery(employee?.id ?? ''),
    enabled: employee !== null,
  });
  const rows = ofCrew
    ? (data ?? []).filter(({ employee_id }) => employee_id !== employee?.id).sort(byWeight)
    : (data ?? []);
  if (rows.length === 0) return null;
  return (
    <Card className={ofCrew ? 'mb-3' : undefined}>
      <CardHeader title={t('title')} />
      <p className="px-5 pb-3 text-muted text-sm">{t(ofCrew ? 'crewText' : 'text')}</p>
      <FirstFew
        items={rows}
        count={ofCrew ? FEW_OF_CREW : FEW}
        allLabel={t('all', { count: rows.length })}
        fewerLabel={t('fewer')}
      >
        {(row) => (
          <Line
            key={`${row.employee_id}${row.type_id}`}
            row={row}
            isOwn={row.employee_id === employee?.id}
          />
        )}
      </FirstFew>
    </Card>
  );
}

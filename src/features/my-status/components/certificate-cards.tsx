import { useQuery } from '@tanstack/react-query';
import { Badge } from '@/components/ui/badge';
import { Card, CardHeader } from '@/components/ui/card';
import {
  type Certificate,
  certificatesQuery,
  type Proof,
  proofOf,
} from '@/entities/certificate/certificates-query';
import { MissingCertificatesCard } from '@/entities/certificate/missing-certificates-card';
import { ProofButton } from '@/entities/certificate/proof-button';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const TONES = { readable: 'success', unreadable: 'danger', waiting: 'primary' } as const;

interface LineProps {
  companyId: string;
  employeeId: string;
  certificate: Certificate;
  proof: Proof | undefined;
}

function Line({ companyId, employeeId, certificate, proof }: LineProps) {
  const { t } = useTranslation('required-certificates');
  const format = useFormat();
  const { id, type_id, type, expires_on } = certificate;
  const state = proof && (proof.review ?? 'waiting');
  const isRefused = state === 'unreadable';
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t px-5 py-3 text-sm">
      <span className="min-w-32 flex-1">
        <span className="block font-[550]">{type?.name ?? '–'}</span>
        <span className="block text-muted text-xs">
          {expires_on ? t('own.ends', { date: format.date(expires_on) }) : t('own.noEnd')}
        </span>
        {isRefused && (
          <span className="block text-danger text-xs">
            {[t('proof.unreadableText'), proof?.review_note].filter(Boolean).join(' ')}
          </span>
        )}
      </span>
      <Badge tone={state ? TONES[state] : 'neutral'}>{t(`proof.${state ?? 'none'}`)}</Badge>
      {(!state || isRefused) && (
        <ProofButton
          companyId={companyId}
          employeeId={employeeId}
          typeId={type_id}
          certificationId={id}
          certificate={type?.name ?? ''}
          isAgain={isRefused}
        />
      )}
    </li>
  );
}

/** One's own certificates with the photos of them. */
function OwnCertificatesCard() {
  const { t } = useTranslation('required-certificates');
  const me = useEmployee();
  const companyId = me?.company_id ?? '';
  const { data } = useQuery({
    ...certificatesQuery(companyId, me?.id ?? ''),
    enabled: me !== null,
  });
  if (!me || !data || data.held.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('own.title')} />
      <ul>
        {data.held.map((certificate) => (
          <Line
            key={certificate.id}
            companyId={companyId}
            employeeId={me.id}
            certificate={certificate}
            proof={proofOf(certificate, data.proofs)}
          />
        ))}
      </ul>
    </Card>
  );
}

/** What is needed before the next shift, then what the person has. */
export function CertificateCards() {
  return (
    <>
      <MissingCertificatesCard />
      <OwnCertificatesCard />
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import {
  type Certificate,
  certificatesQuery,
  type Proof,
  proofOf,
  withoutCertificate,
} from '@/entities/certificate/certificates-query';
import { ProofButton } from '@/entities/certificate/proof-button';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { ProofDialog } from '@/features/employees/components/proof-dialog';
import { useFormat } from '@/lib/format-context';
import { addDays } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface CertificateListProps {
  companyId: string;
  employeeId: string;
  name: string;
}

const TONES = { readable: 'success', unreadable: 'danger', waiting: 'primary' } as const;

/** When it ends, and whether that is soon or past. */
function End({ expires_on, type }: Certificate) {
  const { t } = useTranslation('employees');
  const format = useFormat();
  const { today } = useCalendar();
  if (expires_on === null) return t('certificates.noEnd');
  const soon = expires_on <= addDays(today, type?.warn_days ?? 0) ? 'attention' : null;
  const tone = expires_on < today ? 'danger' : soon;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {format.date(expires_on)}
      {tone && (
        <Badge tone={tone}>
          {t(tone === 'danger' ? 'certificates.expired' : 'certificates.endsSoon')}
        </Badge>
      )}
    </span>
  );
}

/** Photos of which the office has yet to make certificates. */
function Waiting({ proofs, onOpen }: { proofs: readonly Proof[]; onOpen: (id: string) => void }) {
  const { t } = useTranslation('required-certificates');
  return proofs
    .filter(({ review }) => review === null)
    .map(({ id, type }) => (
      <Notice
        key={id}
        tone="attention"
        action={
          <Button size="small" onClick={() => onOpen(id)}>
            {t('proof.look')}
          </Button>
        }
      >
        {t('proof.waits', { certificate: type?.name ?? '' })}
      </Notice>
    ));
}

/** Certificates of one person with their photos; they are entered in Management Lists or from a photo. */
export function CertificateList({ companyId, employeeId, name }: CertificateListProps) {
  const { t } = useTranslation(['employees', 'required-certificates']);
  const format = useFormat();
  const query = useQuery(certificatesQuery(companyId, employeeId));
  const [openId, setOpenId] = useState<string | null>(null);
  const proofs = query.data?.proofs ?? [];
  const opened = proofs.find(({ id }) => id === openId);
  const proofCell = (certificate: Certificate) => {
    const proof = proofOf(certificate, proofs);
    const state = proof ? (proof.review ?? 'waiting') : 'none';
    return (
      <span className="inline-flex flex-wrap items-center gap-2">
        {state !== 'none' && (
          <Badge tone={TONES[state]}>{t(`required-certificates:proof.${state}`)}</Badge>
        )}
        {proof && (
          <Button size="small" onClick={() => setOpenId(proof.id)}>
            {t('required-certificates:proof.look')}
          </Button>
        )}
        {(!proof || state === 'unreadable') && (
          <ProofButton
            companyId={companyId}
            employeeId={employeeId}
            typeId={certificate.type_id}
            certificationId={certificate.id}
            certificate={certificate.type?.name ?? ''}
            isOffice
          />
        )}
      </span>
    );
  };
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={3} />}>
      <div className="flex flex-col gap-4">
        <Waiting proofs={withoutCertificate(proofs)} onOpen={setOpenId} />
        <DataTable
          label={t('tab.certificates')}
          rows={query.data?.held ?? []}
          rowKey={({ id }) => id}
          empty={<EmptyState title={t('certificates.empty')} />}
          columns={[
            {
              id: 'type',
              header: t('certificates.type'),
              card: 'title',
              cell: ({ type }) => type?.name ?? '–',
            },
            { id: 'number', header: t('certificates.number'), cell: (row) => row.number ?? '–' },
            {
              id: 'issued',
              header: t('certificates.issued'),
              cell: ({ issued_on }) => (issued_on ? format.date(issued_on) : '–'),
            },
            { id: 'proof', header: t('required-certificates:proof.column'), cell: proofCell },
            {
              id: 'ends',
              header: t('certificates.ends'),
              align: 'end',
              cell: (row) => <End {...row} />,
            },
          ]}
        />
        <Button className="self-start" asChild>
          <Link to={`/management?list=certifications&search=${encodeURIComponent(name)}`}>
            {t('certificates.edit')}
          </Link>
        </Button>
      </div>
      {opened && (
        <ProofDialog
          key={opened.id}
          companyId={companyId}
          proof={opened}
          onClose={() => setOpenId(null)}
        />
      )}
    </Loaded>
  );
}

import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export type Certificate = Pick<
  Row<'certifications'>,
  'id' | 'type_id' | 'number' | 'issued_on' | 'expires_on'
> & { type: { name: string; warn_days: number } | null };

export type Proof = Narrowed<
  Pick<
    Row<'certificate_proofs'>,
    | 'id'
    | 'type_id'
    | 'certification_id'
    | 'path'
    | 'media_type'
    | 'taken_at'
    | 'review'
    | 'review_note'
  >,
  { review: 'readable' | 'unreadable' | null }
> & { type: { name: string } | null };

export interface Certificates {
  /** Newest end first; one that never ends before all. */
  held: Certificate[];
  /** Photos and files that have arrived, newest first. */
  proofs: Proof[];
}

/** What one person has, with the photos of it. */
export const certificatesQuery = (companyId: string, employeeId: string) =>
  queryOptions({
    queryKey: [queryKeys.certificates, 'of', companyId, employeeId],
    queryFn: async ({ signal }): Promise<Certificates> => {
      const [held, proofs] = await Promise.all([
        supabase()
          .from('certifications')
          .select(
            'id, type_id, number, issued_on, expires_on, type:certification_types(name, warn_days)',
          )
          .eq('company_id', companyId)
          .eq('employee_id', employeeId)
          .order('expires_on', { ascending: false, nullsFirst: true })
          .abortSignal(signal),
        supabase()
          .from('certificate_proofs')
          .select(
            'id, type_id, certification_id, path, media_type, taken_at, review, review_note, type:certification_types(name)',
          )
          .eq('company_id', companyId)
          .eq('employee_id', employeeId)
          .not('uploaded_at', 'is', null)
          .order('taken_at', { ascending: false })
          .abortSignal(signal),
      ]);
      return { held: unwrap(held), proofs: unwrap(proofs) as Proof[] };
    },
  });

/** The newest photo of a certificate: the one that counts. */
export const proofOf = ({ id }: Certificate, proofs: readonly Proof[]): Proof | undefined =>
  proofs.find(({ certification_id }) => certification_id === id);

/** Photos of which no certificate was made yet, the newest of each kind. */
export function withoutCertificate(proofs: readonly Proof[]): Proof[] {
  const newest = proofs.filter(
    (proof, place) => proofs.findIndex(({ type_id }) => type_id === proof.type_id) === place,
  );
  return newest.filter(({ certification_id }) => certification_id === null);
}

import { queryOptions, useQuery } from '@tanstack/react-query';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { unwrap } from '@/lib/errors';
import { useFormat } from '@/lib/format-context';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';

type Offer = Narrowed<
  Row<'break_offers'>,
  {
    kind: 'meal' | 'rest' | 'heat_rest';
    answer: 'offered' | 'taken' | 'declined' | 'postponed';
  }
>;

const offersQuery = (companyId: string, entryId: string) =>
  queryOptions({
    queryKey: [queryKeys.breaks, 'offers', companyId, entryId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('break_offers')
          .select()
          .eq('company_id', companyId)
          .eq('time_entry_id', entryId)
          .order('offered_at')
          .abortSignal(signal),
      ) as Offer[],
  });

/** Which breaks were offered during an entry, and what the person said. */
export default function BreakOffersOf({ entryId }: { entryId: string }) {
  const { t } = useTranslation('break-board');
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const { data: people = [] } = useEmployeeOptions();
  const { data: offers = [] } = useQuery(offersQuery(companyId, entryId));
  if (offers.length === 0) return null;
  const nameOf = (userId: string | null) => {
    const person = userId ? people.find(({ user_id }) => user_id === userId) : undefined;
    return person ? employeeName(person) : null;
  };
  const line = ({ kind, number, created_by, offered_at }: Offer) => {
    const by = nameOf(created_by);
    const values = { kind: t(`kind.${kind}`), number, time: format.time(offered_at) };
    return by ? t('offers.line', { ...values, by }) : t('offers.lineUnknown', values);
  };
  return (
    <section aria-label={t('offers.title')} className="mb-2">
      <h4 className="font-[550] text-sm">{t('offers.title')}</h4>
      <ul>
        {offers.map((offer) => (
          <li key={offer.id} className="border-t py-2 text-sm first:border-t-0">
            <p className="text-muted">{line(offer)}</p>
            <p>
              {t(`offers.answer.${offer.waives ? 'waived' : offer.answer}`, {
                time: format.time(offer.take_at ?? offer.offered_at),
              })}
              {offer.note && <q className="ml-1">{offer.note}</q>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

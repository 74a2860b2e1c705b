import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { type Listing, useAskToJoin } from '@/features/onboarding/api/ask-to-join';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** On a company's list but not invited: asking is all one can do, and the owner sees it. */
export function ListingCard({ listing }: { listing: Listing }) {
  const { t } = useTranslation('onboarding');
  const format = useFormat();
  const ask = useAskToJoin();
  return (
    <Card className="flex flex-wrap items-center gap-4 px-5 py-4.5">
      <div className="min-w-48 flex-1">
        <h2 className="font-[620]">{listing.company_name}</h2>
        <p className="text-muted text-sm">
          {listing.asked_at
            ? t('listed.waiting', { when: format.dateTime(listing.asked_at) })
            : t('listed.text')}
        </p>
      </div>
      <Button size="large" busy={ask.isPending} onClick={() => ask.mutate(listing)}>
        {t(listing.asked_at ? 'listed.again' : 'listed.ask')}
      </Button>
    </Card>
  );
}

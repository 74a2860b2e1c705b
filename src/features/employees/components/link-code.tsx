import { useQuery } from '@tanstack/react-query';
import { MissingPart } from '@/components/shared/missing-part';
import { Skeleton } from '@/components/ui/skeleton';
import { loadCode } from '@/lib/load-code';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';

/** Scanned with the person's own phone; made here, so no one else ever sees the link. */
export function LinkCode({ href, name }: { href: string; name: string }) {
  const { t } = useTranslation('employees');
  const code = useQuery({
    queryKey: [queryKeys.drawn, 'link-code', href],
    queryFn: async () => {
      const { qrPicture } = await loadCode(() => import('@/lib/qr-picture'));
      return qrPicture(href);
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (code.isError) return <MissingPart />;
  if (!code.data) return <Skeleton className="size-44 shrink-0 self-center" />;
  return (
    <img
      src={code.data}
      alt={t('account.codeAlt', { name })}
      className="size-44 shrink-0 self-center rounded-card border bg-white p-2"
    />
  );
}

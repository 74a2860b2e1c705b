import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { useTranslation } from '@/lib/use-translation';

const indexes = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Tells screen readers once; the shapes are for eyes. */
function Loading({ children, className }: { children: React.ReactNode; className?: string }) {
  const { t } = useTranslation('common');
  return (
    <div role="status" aria-label={t('loading')} className={className}>
      {children}
    </div>
  );
}

/** In the shape of a data table. */
export function TableSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <Loading>
      {indexes(rows).map((index) => (
        <div key={index} className="flex items-center gap-5 border-t px-5 py-3.5 first:border-t-0">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-4 w-40 max-md:hidden" />
          <Skeleton className="h-4 flex-1 max-md:hidden" />
          <Skeleton className="ml-auto h-4 w-16" />
        </div>
      ))}
    </Loading>
  );
}

/** In the shape of a row of stat cards. */
export function StatCardsSkeleton({ count = 4 }: { count?: number }) {
  return (
    <Loading className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4 max-[339px]:grid-cols-1">
      {indexes(count).map((index) => (
        <Card key={index} className="px-5 py-4.5 max-sm:px-4 max-sm:py-3.5">
          <Skeleton className="h-4 w-24 max-w-full" />
          <Skeleton className="mt-3 h-8 w-20 max-w-full max-sm:h-7" />
          <Skeleton className="mt-2.5 h-3 w-28 max-w-full" />
        </Card>
      ))}
    </Loading>
  );
}

/** In the shape of a list with avatars. */
export function ListSkeleton({ rows = 4 }: { rows?: number }) {
  return (
    <Loading>
      {indexes(rows).map((index) => (
        <div key={index} className="flex items-center gap-3 border-t px-5 py-3 first:border-t-0">
          <Skeleton circle className="size-8.5 shrink-0" />
          <div className="min-w-0 flex-1">
            <Skeleton className="h-4 w-36" />
            <Skeleton className="mt-1.5 h-3 w-48" />
          </div>
          <Skeleton className="h-4 w-12" />
        </div>
      ))}
    </Loading>
  );
}

/** In the shape of a grid of cards. */
export function CardGridSkeleton({ count = 6 }: { count?: number }) {
  return (
    <Loading className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {indexes(count).map((index) => (
        <Card key={index} className="p-5">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="mt-2 h-4 w-28" />
          <Skeleton className="mt-5 h-2 w-full" />
          <Skeleton className="mt-5 h-9 w-full" />
          <Skeleton className="mt-7 h-8 w-20" />
        </Card>
      ))}
    </Loading>
  );
}

/** In the shape of a screen: header, a card of controls, a table. */
export function ScreenSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-7 w-48" />
      <Card className="mt-6 flex gap-4 px-5 py-5">
        <Skeleton className="h-10 flex-1" />
        <Skeleton className="h-10 flex-1 max-md:hidden" />
        <Skeleton className="h-10 w-24" />
      </Card>
      <Card className="mt-4">
        {indexes(6).map((index) => (
          <div key={index} className="flex items-center gap-5 border-t px-5 py-4 first:border-t-0">
            <Skeleton className="h-4 w-36" />
            <Skeleton className="h-4 flex-1 max-md:hidden" />
            <Skeleton className="ml-auto h-4 w-16" />
          </div>
        ))}
      </Card>
    </Loading>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type Connection, connectionsQuery } from '@/features/accounting/api/connections';
import { ConnectionCard } from '@/features/accounting/components/connection-card';
import { SystemsCard } from '@/features/accounting/components/systems-card';
import { SET_UP_PAGES } from '@/features/accounting/set-up/set-up-pages';
import { SYSTEMS } from '@/features/accounting/systems';

/** Accounting and payroll systems that approved time goes to by itself. Managers and owners see it. */
export function ConnectionsSection() {
  const connections = useQuery(connectionsQuery(useViewer().company?.id ?? ''));
  return (
    <Loaded framed query={connections} skeleton={<ListSkeleton />}>
      {(rows) => <Connections connections={rows} />}
    </Loaded>
  );
}

function Connections({ connections }: { connections: readonly Connection[] }) {
  const [params, setParams] = useSearchParams();
  const isOwner = useViewer().employee?.role === 'owner';
  const setUp = SYSTEMS.find((name) => name === params.get('setup'));
  const Page = setUp && isOwner ? SET_UP_PAGES[setUp] : undefined;
  if (Page) {
    return (
      <Suspense fallback={<ListSkeleton />}>
        <Page
          connection={connections.find(({ system }) => system === setUp) ?? null}
          onDone={() => setParams({ tab: 'connections' })}
        />
      </Suspense>
    );
  }
  const begun = connections.filter(({ state }) => state !== 'set_up');
  return (
    <>
      {begun.map((connection) => (
        <ConnectionCard
          key={connection.id}
          connection={connection}
          isOpen={begun.length === 1 || params.get('connection') === connection.id}
        />
      ))}
      <SystemsCard connections={connections} />
    </>
  );
}

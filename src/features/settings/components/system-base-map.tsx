import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { type BaseMapState, baseMapQuery, useRemoveMap } from '@/features/settings/api/base-map';
import { BaseMapUpload } from '@/features/settings/components/base-map-upload';
import { useTranslation } from '@/lib/use-translation';

const EXAMPLE =
  'npm run map -- cut https://build.protomaps.com/20261101.pmtiles --state="New York" --output=map.pmtiles';

function RemoveMap() {
  const { t } = useTranslation('system');
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveMap();
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        {t('baseMap.remove')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('baseMap.removeTitle')}
        description={t('baseMap.removeText')}
        confirmLabel={t('baseMap.remove')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => setAsking(false) })}
      />
    </>
  );
}

function HowToGetOne() {
  const { t } = useTranslation('system');
  return (
    <ol className="list-decimal space-y-2 pl-5 text-sm">
      <li>
        {t('baseMap.stepCut')}
        <code className="mt-1 block rounded-small bg-sunken px-3 py-2 text-xs [overflow-wrap:anywhere]">
          {EXAMPLE}
        </code>
      </li>
      <li>{t('baseMap.stepUpload')}</li>
    </ol>
  );
}

function Content({ state }: { state: BaseMapState }) {
  const { t } = useTranslation('system');
  const { map, hasProvider, isShared } = state;
  return (
    <div className="space-y-4">
      {hasProvider && <Notice>{t('baseMap.hasProvider')}</Notice>}
      {isShared && <Notice>{t('baseMap.isShared')}</Notice>}
      {!map && <HowToGetOne />}
      <BaseMapUpload state={state} />
      {map && (
        <div>
          <RemoveMap />
        </div>
      )}
    </div>
  );
}

/** The streets of the Map: how to get them, a file by upload, or none again. */
export function SystemBaseMap() {
  const state = useQuery(baseMapQuery);
  return (
    <div className="mt-3">
      <Loaded query={state} skeleton={<ListSkeleton rows={2} />}>
        {(found) => <Content state={found} />}
      </Loaded>
    </div>
  );
}

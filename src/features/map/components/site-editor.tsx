import { useQuery } from '@tanstack/react-query';
import { LocateFixed, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { NumberInput } from '@/components/form/number-input';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import type { Fence } from '@/entities/geofence/geofences-query';
import { ProjectPicker } from '@/entities/project/project-picker';
import type { FoundAddress } from '@/features/map/api/addresses';
import { useSaveFence } from '@/features/map/api/fences';
import { addressesQuery } from '@/features/map/api/queries';
import { AddressSearch } from '@/features/map/components/address-search';
import { SiteLines } from '@/features/map/components/site-lines';
import {
  type Draft,
  draftOf,
  emptyDraft,
  fenceOf,
  RADIUS,
  readPair,
  withHole,
  withPlace,
} from '@/features/map/draft';
import { readLocation } from '@/lib/device-location';
import { hasAddressSearch } from '@/lib/env';
import { useTranslation } from '@/lib/use-translation';

export interface SiteEditorProps {
  companyId: string;
  fences: readonly Fence[];
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** The map shows where an address is. */
  onFound: (found: FoundAddress) => void;
  onClose: () => void;
}

function GroundFields({ draft, onChange }: Pick<SiteEditorProps, 'draft' | 'onChange'>) {
  const { t } = useTranslation('map');
  if (draft.shape === 'polygon')
    return (
      <Field label={t('fence.corners')} hint={t('fence.cornersHint')}>
        <Textarea
          rows={5}
          className="tabular"
          value={draft.corners}
          onChange={(event) => onChange({ ...draft, corners: event.target.value })}
        />
      </Field>
    );
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      {(['latitude', 'longitude'] as const).map((name) => (
        <Field key={name} label={t(`fence.${name}`)}>
          <Input
            inputMode="decimal"
            className="tabular"
            value={draft[name]}
            onChange={({ target: { value } }) =>
              onChange({ ...draft, [name]: value, ...(name === 'latitude' && readPair(value)) })
            }
          />
        </Field>
      ))}
      <Field label={t('fence.radius')}>
        <NumberInput
          limits={RADIUS}
          className="tabular"
          value={draft.radius}
          onChange={({ target }) => onChange({ ...draft, radius: target.value })}
        />
      </Field>
    </div>
  );
}

interface ProjectAddressSearchProps {
  companyId: string;
  projectId: string | null;
  onFound: (found: FoundAddress) => void;
}

function ProjectAddressSearch({ companyId, projectId, onFound }: ProjectAddressSearchProps) {
  const addresses = useQuery(addressesQuery(companyId)).data ?? [];
  const suggestion = addresses.find(({ id }) => id === projectId)?.address ?? '';
  return <AddressSearch suggestion={suggestion} onFound={onFound} />;
}

/** The ground of a project: pressed on the map, taken where one stands, or typed. */
export function SiteEditor(props: SiteEditorProps) {
  const { companyId, fences, draft, onChange, onFound, onClose } = props;
  const { t } = useTranslation(['map', 'common']);
  const [problem, setProblem] = useState<'incomplete' | 'noPosition' | null>(null);
  const [locating, setLocating] = useState(false);
  const store = useSaveFence(companyId);
  const change = (next: Draft) => {
    setProblem(null);
    onChange(next);
  };
  const find = (found: FoundAddress) => {
    // A polygon has many corners: its map goes there, and they are pressed.
    if (draft.shape === 'circle') change(withPlace(draft, found.latitude, found.longitude));
    onFound(found);
  };
  const here = async () => {
    setLocating(true);
    const place = await readLocation();
    setLocating(false);
    if (!place) return setProblem('noPosition');
    change(withPlace(draft, place.latitude, place.longitude));
  };
  const save = () => {
    const fence = fenceOf(draft);
    if (!fence) return setProblem('incomplete');
    store.mutate(
      { fence, opened: draft.opened, initial: draft.opened && fenceOf(draftOf(draft.opened)) },
      { onSuccess: () => onChange(emptyDraft(draft.projectId)) },
    );
  };
  const withoutLast = draft.corners.trimEnd().split('\n').slice(0, -1).join('\n');
  return (
    <Card aria-labelledby="site-editor">
      <CardHeader id="site-editor" title={t('fence.title')} description={t('fence.text')} />
      <CardBody className="grid gap-4 border-t">
        <Field label={t('common:project.label')}>
          <ProjectPicker
            value={draft.projectId}
            onValueChange={(projectId) => change({ ...draft, projectId })}
            include="all"
          />
        </Field>
        <SiteLines
          companyId={companyId}
          fences={fences}
          projectId={draft.projectId}
          editedId={draft.opened?.id ?? null}
          onEdit={(fence) => change(draftOf(fence))}
        />
        {hasAddressSearch() && (
          <ProjectAddressSearch
            key={draft.projectId}
            companyId={companyId}
            projectId={draft.projectId}
            onFound={find}
          />
        )}
        <Field label={t('fence.shape')}>
          <Select
            value={draft.shape}
            onValueChange={(shape) => change({ ...draft, shape })}
            options={[
              { value: 'circle', label: t('fence.circle') },
              { value: 'polygon', label: t('fence.polygon') },
            ]}
          />
        </Field>
        <GroundFields draft={draft} onChange={change} />
        <div className="flex flex-wrap gap-2">
          <Button busy={locating} onClick={() => void here()}>
            <LocateFixed aria-hidden="true" />
            {t(draft.shape === 'circle' ? 'fence.here' : 'fence.cornerHere')}
          </Button>
          {draft.shape === 'polygon' && draft.corners.trim() !== '' && (
            <>
              <Button onClick={() => change({ ...draft, corners: withoutLast })}>
                <Undo2 aria-hidden="true" />
                {t('fence.removeLast')}
              </Button>
              <Button onClick={() => change(withHole(draft))}>{t('fence.hole')}</Button>
            </>
          )}
        </div>
        {problem && <Notice tone="danger">{t(`fence.${problem}`)}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          {draft.opened ? (
            <Button onClick={() => change(emptyDraft(draft.projectId))}>{t('fence.cancel')}</Button>
          ) : (
            <Button onClick={onClose}>{t('fence.close')}</Button>
          )}
          <Button variant="primary" busy={store.isPending} onClick={save}>
            {t(draft.opened ? 'fence.change' : 'fence.add')}
          </Button>
        </div>
      </CardBody>
    </Card>
  );
}

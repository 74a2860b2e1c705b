import { useQuery } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { NumberInput } from '@/components/form/number-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useViewer } from '@/entities/viewer/use-viewer';
import { delayReasonsQuery } from '@/features/field-reports/api/queries';
import { PartCard } from '@/features/field-reports/components/part-card';
import {
  hasFigures,
  hoursLost,
  type Line,
  type ListPart as Part,
} from '@/features/field-reports/content';
import { useFormat } from '@/lib/format-context';
import { useOwnName } from '@/lib/own-name';
import { type NumberLimits, numberIn, optionalNumber } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

const LOST_HOURS = { digits: 2, min: 0, max: 9_999 };
const PEOPLE = { digits: 0, min: 0, max: 9_999 };
const figure = (typed: string | undefined, limits: NumberLimits): string =>
  String(numberIn(typed ?? '', limits) ?? '');
const NOTHING: Line = { text: '', detail: '', hours: '', people: '' };

export interface ListPartProps {
  part: Part;
  icon: LucideIcon;
  lines: readonly Line[];
  disabled: boolean;
  onChange: (lines: Line[]) => void;
  /** Above the lines, such as what could be added. */
  children?: ReactNode;
}

/** Lines one adds and removes: subcontractors, deliveries, visitors, delays, directed or disputed work. */
export function ListPart({ part, icon, lines, disabled, onChange, children }: ListPartProps) {
  const { t } = useTranslation(['field-reports', 'common']);
  const ownName = useOwnName();
  const companyId = useViewer().company?.id ?? '';
  const format = useFormat();
  const [draft, setDraft] = useState<Line>(NOTHING);
  const isDelay = part === 'delays';
  const group = isDelay ? 'delay' : 'subcontractor';
  const { data: reasons = [] } = useQuery({
    ...delayReasonsQuery(companyId),
    enabled: isDelay && !disabled,
  });
  const isComplete =
    draft.text.trim() !== '' &&
    optionalNumber(draft.hours ?? '', LOST_HOURS) !== 'invalid' &&
    optionalNumber(draft.people ?? '', PEOPLE) !== 'invalid';
  const add = () => {
    if (!isComplete) return;
    const { text, detail, hours, people } = draft;
    onChange([
      ...lines,
      {
        text: text.trim(),
        detail: detail.trim(),
        ...(hasFigures(part)
          ? { hours: figure(hours, LOST_HOURS), people: figure(people, PEOPLE) }
          : {}),
      },
    ]);
    setDraft(NOTHING);
  };
  const change = (changes: Partial<Line>) => setDraft({ ...draft, ...changes });
  return (
    <PartCard
      icon={icon}
      title={t(`part.${part}`)}
      done={lines.length > 0}
      aside={
        isDelay && lines.length > 0
          ? t('delay.lost', { hours: format.number(hoursLost(lines), 2) })
          : lines.length || ''
      }
    >
      {children}
      <ul className="grid gap-1 empty:hidden">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and are only added at the end.
          <li key={index} className="flex items-center gap-2 text-sm">
            <span className="min-w-0 flex-1">
              {[line.text, line.detail].filter(Boolean).join(' · ')}
              {line.hours &&
                ` · ${t(`${group}.line`, { hours: line.hours, people: line.people || '–' })}`}
            </span>
            {!disabled && (
              <Button
                variant="ghost"
                size="icon"
                aria-label={t('list.remove', { name: line.text })}
                onClick={() => onChange(lines.filter((_line, other) => other !== index))}
              >
                <X aria-hidden="true" />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!disabled && (
        <div className="mt-2 grid gap-2 sm:grid-cols-2">
          <Field label={t(`list.${part}.text`)}>
            <Input
              maxLength={300}
              list={isDelay ? 'delay-reasons' : undefined}
              value={draft.text}
              onChange={(event) => change({ text: event.target.value })}
              onKeyDown={(event) => event.key === 'Enter' && add()}
            />
          </Field>
          <Field label={t(`list.${part}.detail`)} optional>
            <Input
              maxLength={300}
              value={draft.detail}
              onChange={(event) => change({ detail: event.target.value })}
              onKeyDown={(event) => event.key === 'Enter' && add()}
            />
          </Field>
          {isDelay && (
            <datalist id="delay-reasons">
              {reasons.map((reason) => (
                <option key={reason.id} value={ownName(reason)} />
              ))}
            </datalist>
          )}
          {hasFigures(part) && (
            <>
              <Field label={t(`${group}.hours`)}>
                <NumberInput
                  limits={LOST_HOURS}
                  maxLength={6}
                  value={draft.hours ?? ''}
                  onChange={(event) => change({ hours: event.target.value })}
                />
              </Field>
              <Field label={t(`${group}.people`)}>
                <NumberInput
                  limits={PEOPLE}
                  inputMode="numeric"
                  maxLength={4}
                  value={draft.people ?? ''}
                  onChange={(event) => change({ people: event.target.value })}
                />
              </Field>
            </>
          )}
          <Button className="justify-self-start" disabled={!isComplete} onClick={add}>
            <Plus aria-hidden="true" />
            {t('common:action.add')}
          </Button>
        </div>
      )}
    </PartCard>
  );
}

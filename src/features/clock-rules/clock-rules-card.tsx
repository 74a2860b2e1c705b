import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { SettingsCard } from '@/components/shared/settings-card';
import { Button } from '@/components/ui/button';
import { type ClockInRule, clockInRulesQuery } from '@/entities/clock-rule/clock-in-rules-query';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { type Member, ruleMembersQuery } from '@/features/clock-rules/api/clock-rules';
import type { RuleDialogProps } from '@/features/clock-rules/components/rule-dialog';
import { RulePreview } from '@/features/clock-rules/components/rule-preview';
import { MEMBER_KINDS, useMemberNames } from '@/features/clock-rules/use-member-names';
import { useRuleSentences } from '@/features/clock-rules/use-rule-sentences';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const RuleDialog = lateDialog(() => import('@/features/clock-rules/components/rule-dialog'));

type Opened = Pick<RuleDialogProps, 'rule' | 'kind' | 'title'>;

interface GroupProps extends Opened {
  holds: string;
  onOpen: ((opened: Opened) => void) | null;
}

/** One group: whom it holds, and its rules as sentences. */
function Group({ rule, kind, title, holds, onOpen }: GroupProps) {
  const { t } = useTranslation('clock-rules');
  const sentencesOf = useRuleSentences();
  const sentences = rule ? sentencesOf(rule, kind === 'everyone') : [];
  return (
    <li className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1">
        <h3 className="font-[620]">{title}</h3>
        {holds && <p className="text-muted text-sm">{holds}</p>}
        {sentences.length === 0 ? (
          <p className="mt-1 text-muted text-sm">{t('none')}</p>
        ) : (
          <ul className="mt-1 grid list-disc gap-0.5 pl-5 text-sm">
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </div>
      {onOpen && (
        <Button
          aria-label={t('change', { name: title })}
          onClick={() => onOpen({ rule, kind, title })}
        >
          {t('changeShort')}
        </Button>
      )}
    </li>
  );
}

/** Rules an owner may harden, by group; managers read them. */
export function ClockRulesCard() {
  const { t } = useTranslation(['clock-rules', 'settings']);
  const { company } = useViewer();
  const companyId = company?.id ?? '';
  const isOwner = useEmployee()?.role === 'owner';
  const rules = useQuery({ ...clockInRulesQuery(companyId), enabled: companyId !== '' });
  const { data: members = [] } = useQuery({
    ...ruleMembersQuery(companyId),
    enabled: companyId !== '',
  });
  const names = useMemberNames(companyId);
  const format = useFormat();
  const [opened, setOpened] = useState<Opened | null>(null);
  const all = rules.data ?? [];
  const everyone = all.find((rule) => !rule.name && !rule.project_id && !rule.employee_id) ?? null;
  const others = all.filter((rule) => rule !== everyone);
  const membersOf = (rule: ClockInRule | null): Member[] =>
    members.filter(({ rule_id }) => rule_id === rule?.id);
  const namesOf = (rule: ClockInRule): string => {
    const chosen = membersOf(rule).flatMap((member) =>
      MEMBER_KINDS.flatMap((kind) => {
        const id = member[`${kind}_id`];
        return id ? [names.nameOf(kind, id)] : [];
      }),
    );
    return chosen.length === 0 ? t('nobody') : t('holds', { members: format.list(chosen) });
  };
  const titleOf = (rule: ClockInRule): string =>
    rule.name ??
    (rule.employee_id
      ? names.nameOf('employee', rule.employee_id)
      : names.nameOf('project', rule.project_id ?? ''));
  const open = isOwner ? setOpened : null;
  const asksForPlace = all.some(({ on_site }) => on_site === 'flag' || on_site === 'refuse');
  return (
    <SettingsCard title={t('settings:clockRules.title')} text={t('text')}>
      <Loaded query={rules} skeleton={<ListSkeleton rows={3} />}>
        {asksForPlace && company?.capture_location === false && (
          <Notice className="mb-3" tone="attention">
            {t('locationsOff')}
          </Notice>
        )}
        <ul className="-mt-3 divide-y">
          <Group rule={everyone} kind="everyone" title={t('everyone')} holds="" onOpen={open} />
          {others.map((rule) => (
            <Group
              key={rule.id}
              rule={rule}
              kind={rule.name ? 'named' : 'subject'}
              title={titleOf(rule)}
              holds={rule.name ? namesOf(rule) : ''}
              onOpen={open}
            />
          ))}
        </ul>
        {isOwner && (
          <div className="border-t py-3">
            <Button
              onClick={() => setOpened({ rule: null, kind: 'named', title: t('dialog.new') })}
            >
              <Plus aria-hidden="true" />
              {t('add')}
            </Button>
            <p className="mt-2 text-muted text-sm">{t('addHint')}</p>
          </div>
        )}
        {all.length > 0 && (
          <div className="border-t pt-4">
            <RulePreview draft={null} />
          </div>
        )}
      </Loaded>
      {opened && (
        <Suspense>
          <RuleDialog
            {...opened}
            title={opened.kind === 'everyone' ? t('dialog.everyone') : opened.title}
            companyId={companyId}
            members={membersOf(opened.rule).map(({ rule_id: _, ...subject }) => subject)}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </SettingsCard>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import type { Connection } from '@/features/accounting/api/connections';
import {
  type Matching,
  matchingQuery,
  type Target,
  useMatch,
} from '@/features/accounting/api/matching';
import { NewRecords } from '@/features/accounting/components/new-records';
import { SubjectList } from '@/features/accounting/components/subject-list';
import { SYSTEM_NAMES } from '@/features/accounting/systems';
import { useTranslation } from '@/lib/use-translation';

/** What of ours is what there: people, projects, cost codes, classes, kinds of hours. */
export function MatchingView({ connection }: { connection: Connection }) {
  const matching = useQuery(matchingQuery(connection.id));
  return (
    <Loaded query={matching} skeleton={<ListSkeleton />}>
      {(data) => <MatchingLists connection={connection} matching={data} />}
    </Loaded>
  );
}

interface MatchingListsProps {
  connection: Connection;
  matching: Matching;
}

function MatchingLists({ connection, matching }: MatchingListsProps) {
  const { t } = useTranslation('accounting');
  const [chosen, setChosen] = useState<Target>('person');
  const { targets, subjects, records } = matching;
  if (records.length === 0) {
    return (
      <Notice className="m-5" title={t('matching.notRead')}>
        {t('matching.notReadText', { system: SYSTEM_NAMES[connection.system] })}
      </Notice>
    );
  }
  const of = (target: Target) => subjects.filter((subject) => subject.target === target);
  // Where there is a default, or it may be left open, only what a day waits for is missing.
  const isOptional = (target: Target) =>
    target === 'department' ||
    target === 'class' ||
    (target === 'item' && Boolean(connection.settings.default_item_id));
  const missing = (target: Target) =>
    of(target).filter(({ record_id, wanted }) => !record_id && (wanted || !isOptional(target)))
      .length;
  return (
    <>
      <Suggestions connection={connection} matching={matching} />
      <NewRecords connection={connection} matching={matching} />
      <Tabs value={chosen} onValueChange={(target) => setChosen(target as Target)}>
        <TabsList>
          {targets.map((target) => (
            <TabsTrigger key={target} value={target}>
              {t(`target.${target}`)}{' '}
              {missing(target) > 0 && (
                <span className="text-muted">
                  {t('matching.missing', { count: missing(target) })}
                </span>
              )}
            </TabsTrigger>
          ))}
        </TabsList>
        {targets.map((target) => (
          <TabsContent key={target} value={target}>
            <SubjectList
              connection={connection}
              target={target}
              subjects={of(target)}
              records={records}
            />
          </TabsContent>
        ))}
      </Tabs>
    </>
  );
}

/** All suggestions at once; each can be taken alone in its line. */
function Suggestions({ connection, matching }: MatchingListsProps) {
  const { t } = useTranslation('accounting');
  const match = useMatch(connection.id);
  const suggested = matching.subjects.filter(({ suggestion_id }) => suggestion_id);
  if (suggested.length === 0) return null;
  return (
    <Notice
      className="m-5 mb-0"
      title={t('matching.suggested', { count: suggested.length })}
      action={
        <Button
          size="small"
          busy={match.isPending}
          onClick={() =>
            match.mutate(suggested.map((subject) => ({ subject, recordId: subject.suggestion_id })))
          }
        >
          {t('matching.acceptAll')}
        </Button>
      }
    >
      {t('matching.suggestedText')}
    </Notice>
  );
}

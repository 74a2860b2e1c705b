import { useState } from 'react';
import type { RefusedPerson } from '@/entities/clock-rule/clock-refusal';
import type { CrewMember } from '@/entities/crew/crew-member';
import { commonPlan, planOf, type Work } from '@/entities/crew/crew-plan';
import { useCrewToday } from '@/entities/crew/crew-today';
import { isLongClock } from '@/entities/running-entry/real-end';
import { useCurrentProject } from '@/entities/running-entry/use-current-project';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  type CrewAction,
  type CrewPunch,
  needsReason,
  type PunchGroup,
  useCrewPunch,
} from '@/features/crew-clock/api/crew-punch';
import { groupsOf, presetOf, stateOf, type WorkGroup } from '@/features/crew-clock/crew-plan';
import { isClosedTo, useKnownRefusals } from '@/features/crew-clock/use-known-refusals';
import { useNowSeconds } from '@/lib/use-now';

/** Where the foreman works: there a crew without a plan starts. */
function useOwnWork(): Work | null {
  const running = useRunningEntry();
  const { projectId } = useCurrentProject();
  if (!projectId) return null;
  const isRunning = running?.project_id === projectId;
  return { projectId, costCodeId: isRunning ? (running?.cost_code_id ?? null) : null };
}

const idsOf = (members: readonly CrewMember[]): string[] =>
  members.map(({ employee_id }) => employee_id);

const punchGroup = ({ work, members }: WorkGroup): PunchGroup => ({
  employeeIds: idsOf(members),
  projectId: work?.projectId ?? null,
  costCodeId: work?.costCodeId ?? null,
  classificationId: work?.classificationId ?? null,
});

const keep = (groups: readonly WorkGroup[], isKept: (id: string) => boolean): WorkGroup[] =>
  groups
    .map((group) => ({
      ...group,
      members: group.members.filter(({ employee_id }) => isKept(employee_id)),
    }))
    .filter(({ members }) => members.length > 0);

const groupsWith = (groups: readonly WorkGroup[], people: readonly RefusedPerson[]) =>
  keep(groups, (id) => people.some((person) => person.id === id));

const groupsWithout = (groups: readonly WorkGroup[], people: readonly RefusedPerson[]) =>
  keep(groups, (id) => !people.some((person) => person.id === id));

/** The crew whose clocks are shown: one of them, or everyone one leads. */
function useShown(crewId: string | null) {
  const crew = useCrewToday();
  const all = crew.data ?? [];
  const own = all.filter(({ leads }) => leads);
  const ofCrew = crewId ? all.filter(({ crew_ids }) => crew_ids.includes(crewId)) : own;
  const isCrew = ofCrew.length > 0;
  const members = isCrew ? ofCrew : all;
  const others = isCrew && !crewId ? all.filter(({ leads }) => !leads) : [];
  return { crew, members, others, isCrew };
}

/** Who is ticked, on what they start, and what happens to their clocks. */
export function useCrewClock(crewId: string | null) {
  const { crew, members, others, isCrew } = useShown(crewId);
  const now = useNowSeconds() * 1000;
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null);
  const [changed, setChanged] = useState<Work | null>(null);
  const punch = useCrewPunch();
  const isPlaced = Boolean(useViewer().clock_rules);
  const [last, setLast] = useState<[CrewAction, readonly WorkGroup[]] | null>(null);
  const [known, setKnown] = useState<readonly RefusedPerson[]>([]);
  const knownRefusals = useKnownRefusals();
  const own = useOwnWork();
  const common = commonPlan(members);
  const chosen = ticked ?? presetOf(members, isCrew, now);
  const people = [...members, ...others].filter(({ employee_id }) => chosen.has(employee_id));
  const isOut = (member: CrewMember): boolean => member.status === 'out';
  const starting = people.filter(isOut);
  const working = people.filter((member) => !isOut(member));
  // Nobody ticked: the line says what a start would mean.
  const planFor = starting.length > 0 ? starting : members.filter((one) => stateOf(one) === 'out');
  const startGroups = groupsOf(planFor, changed, common ?? own);

  const run = (
    action: CrewAction,
    groups: readonly WorkGroup[],
    extra: Pick<CrewPunch, 'reason' | 'endedAt'> = {},
  ): void => {
    setLast([action, groups]);
    setKnown([]);
    punch.mutate(
      { action, groups: groups.map(punchGroup), isPlaced, ...extra },
      { onSuccess: ({ refused }) => setTicked(new Set(refused.map(({ id }) => id))) },
    );
  };
  const refused = punch.data?.refused ?? [];
  const start = (): void => {
    // With a signal the server says it, of everybody at once.
    const problems = navigator.onLine ? [] : knownRefusals(startGroups);
    if (problems.length === 0) run('in', startGroups);
    else setKnown(problems);
  };
  return {
    crew,
    members,
    others,
    isCrew,
    common,
    chosen,
    starting,
    working,
    startGroups,
    changed,
    punch,
    action: last?.[0] ?? 'in',
    refused,
    /** A foreman could not start this person on the work that is chosen or planned. */
    isClosed: (member: CrewMember): boolean =>
      isOut(member) && isClosedTo(member, changed ?? planOf(member) ?? common ?? own),
    again: (reason: string) =>
      last && run(last[0], groupsWith(last[1], refused.filter(needsReason)), { reason }),
    /** Of a start without a signal: who could not start, as far as this phone knows. */
    known,
    forgetKnown: () => setKnown([]),
    startAll: () => run('in', startGroups),
    startOthers: () => run('in', groupsWithout(startGroups, known)),
    choose: (ids: readonly string[], wanted: boolean): void => {
      const next = new Set(chosen);
      for (const id of ids) wanted ? next.add(id) : next.delete(id);
      setTicked(next);
    },
    change: setChanged,
    start,
    switchTo: (work: Work) => run('switch', [{ work, members: working }]),
    /** Whose clocks were probably forgotten: stopping them asks for the real end. */
    forgotten: working.filter(({ since }) => since !== null && isLongClock(since)),
    stop: (endedAt?: string) =>
      run('out', [{ work: null, members: working }], endedAt ? { endedAt } : {}),
  };
}

export type CrewClockState = ReturnType<typeof useCrewClock>;

import { countsAt, type OfflineEvent } from '@/entities/offline/offline-event';

export interface CrewMember {
  employee_id: string;
  first_name: string;
  last_name: string;
  job_title: string | null;
  /** The crews of today, by name. */
  crew_ids: string[];
  crew_names: string[];
  /** Whether the viewer leads one of them. */
  leads: boolean;
  status: 'in' | 'break' | 'out';
  /** Of the break, else of the entry that runs. */
  since: string | null;
  project_id: string | null;
  project_name: string | null;
  cost_code_id: string | null;
  /** Of the clock that runs on a public project. */
  classification_id?: string | null;
  /** Worked today, up to the moment it was asked for. */
  minutes: number;
  last_out: string | null;
  time_off: boolean;
  plan_project_id: string | null;
  plan_project_name: string | null;
  plan_cost_code_id: string | null;
  plan_starts_at: string | null;
  plan_ends_at: string | null;
  /** Projects of the foreman's teams that the person is not on. */
  closed_project_ids?: string[];
}

const NO_PLAN = {
  plan_project_id: null,
  plan_project_name: null,
  plan_cost_code_id: null,
  plan_starts_at: null,
  plan_ends_at: null,
};

/** What was stored on another day says nothing about the plan and the minutes of this one. */
export const onAnotherDay = (member: CrewMember): CrewMember => ({
  ...member,
  ...NO_PLAN,
  minutes: 0,
  last_out: null,
  time_off: false,
});

export type NameOf = (projectId: string | null | undefined) => string | null;

/** The member after a punch the server has not heard of yet. */
function after(member: CrewMember, event: OfflineEvent, nameOf: NameOf): CrewMember {
  const { project_id = null, cost_code_id = null, classification_id = null } = event.payload;
  switch (event.kind) {
    case 'clock_in':
    case 'switch':
      return {
        ...member,
        status: 'in',
        since: countsAt(event),
        project_id,
        project_name: nameOf(project_id),
        cost_code_id,
        classification_id,
      };
    case 'clock_out':
      return {
        ...member,
        status: 'out',
        since: null,
        project_id: null,
        project_name: null,
        cost_code_id: null,
        classification_id: null,
        last_out: countsAt(event),
      };
    case 'start_break':
      return { ...member, status: 'break', since: countsAt(event) };
    case 'end_break':
      return { ...member, status: 'in', since: countsAt(event) };
    default:
      return member;
  }
}

export function withPunches(
  members: readonly CrewMember[],
  events: readonly OfflineEvent[],
  nameOf: NameOf,
): CrewMember[] {
  return members.map((member) =>
    events
      .filter(({ employee_id }) => employee_id === member.employee_id)
      .reduce((now, event) => after(now, event, nameOf), member),
  );
}

/** Who decides open steps of approval chains, one entry after the other, written apart from the SQL. */
export interface NaivePerson {
  readonly id: string;
  readonly role: string;
  readonly company_role_id: string | null;
  readonly can_approve: boolean;
  /** Has time off today. */
  readonly is_off: boolean;
}

export interface NaiveStep {
  readonly id: string;
  readonly chain_id: string;
  readonly level: number;
  readonly decider: string;
  readonly role: string | null;
  readonly employee_id: string | null;
  readonly company_role_id: string | null;
}

export interface NaiveEntry {
  readonly id: string;
  readonly employee_id: string;
  readonly project_id: string | null;
  readonly work_date: string;
}

export interface NaiveCompany {
  readonly people: readonly NaivePerson[];
  readonly projects: readonly { id: string; parent_id: string | null; manager_id: string | null }[];
  /** In the order they were made. */
  readonly chains: readonly { id: string; project_id: string | null; group_id: string | null }[];
  readonly steps: readonly NaiveStep[];
  readonly groupMembers: readonly { group_id: string; employee_id: string }[];
  readonly crewMembers: readonly {
    employee_id: string;
    foreman_id: string | null;
    from_date: string;
    to_date: string | null;
  }[];
  readonly substitutes: readonly { employee_id: string; substitute_id: string }[];
  readonly ownApprovalByOthers: boolean;
  readonly entries: readonly NaiveEntry[];
  /** Steps that are approved, as "entry step". */
  readonly done: ReadonlySet<string>;
}

/** "entry step decider person-who-is-off via", a line for everybody who may decide. */
export function naiveOpenSteps(company: NaiveCompany): string[] {
  return company.entries.flatMap((entry) => {
    const chain = chainOf(company, entry);
    const waiting = company.steps.filter(
      (step) => step.chain_id === chain && !company.done.has(`${entry.id} ${step.id}`),
    );
    const level = Math.min(...waiting.map((step) => step.level));
    return waiting
      .filter((step) => step.level === level)
      .flatMap((step) =>
        decidersOf(company, entry, step).map((who) => `${entry.id} ${step.id} ${who}`),
      );
  });
}

function lineOf(company: NaiveCompany, project: string | null): string[] {
  const found = company.projects.find(({ id }) => id === project);
  return found ? [found.id, ...lineOf(company, found.parent_id)] : [];
}

function chainOf(company: NaiveCompany, entry: NaiveEntry): string | undefined {
  for (const project of lineOf(company, entry.project_id)) {
    const near = company.chains.find(({ project_id }) => project_id === project);
    if (near) return near.id;
  }
  const ofGroup = company.chains.find((chain) =>
    company.groupMembers.some(
      (member) => member.group_id === chain.group_id && member.employee_id === entry.employee_id,
    ),
  );
  const ofCompany = company.chains.find((chain) => !chain.project_id && !chain.group_id);
  return (ofGroup ?? ofCompany)?.id;
}

function namedFor(company: NaiveCompany, entry: NaiveEntry, step: NaiveStep): NaivePerson[] {
  const able = company.people.filter((person) => person.can_approve);
  switch (step.decider) {
    case 'person':
      return able.filter(({ id }) => id === step.employee_id);
    case 'company_role':
      return able.filter((person) => person.company_role_id === step.company_role_id);
    case 'role':
      return able.filter(({ role }) => role === 'owner' || role === step.role);
    case 'project_manager': {
      const managers = lineOf(company, entry.project_id).map(
        (line) => company.projects.find(({ id }) => id === line)?.manager_id,
      );
      const nearest = managers.find((manager) => manager);
      return able.filter(({ id }) => id === nearest);
    }
    default: {
      const foremen = company.crewMembers
        .filter((member) => member.employee_id === entry.employee_id)
        .filter(({ from_date }) => from_date <= entry.work_date)
        .filter(({ to_date }) => !to_date || to_date >= entry.work_date)
        .map((member) => member.foreman_id);
      return able.filter(({ id }) => foremen.includes(id));
    }
  }
}

/** A foreman never; managers and owners unless somebody else with an account could. */
function decidesOwn(company: NaiveCompany, person: NaivePerson): boolean {
  if (person.role !== 'owner' && person.role !== 'manager') return false;
  const others = company.people.filter(
    (other) =>
      other.id !== person.id &&
      other.can_approve &&
      (other.role === 'owner' || (other.role === 'manager' && person.role !== 'owner')),
  );
  return !(company.ownApprovalByOthers && others.length > 0);
}

function presentOf(company: NaiveCompany, entry: NaiveEntry, named: readonly NaivePerson[]) {
  const mayDecide = (person: NaivePerson) =>
    person.id !== entry.employee_id || decidesOwn(company, person);
  return named.flatMap((person) => {
    if (!person.is_off) return mayDecide(person) ? [{ id: person.id, for: '' }] : [];
    if (person.id === entry.employee_id) return [];
    const standIn = company.substitutes.find(({ employee_id }) => employee_id === person.id);
    const other = company.people.find(({ id }) => id === standIn?.substitute_id);
    const isThere = other?.can_approve && !other.is_off && mayDecide(other);
    return other && isThere ? [{ id: other.id, for: person.id }] : [];
  });
}

function decidersOf(company: NaiveCompany, entry: NaiveEntry, step: NaiveStep): string[] {
  const named = namedFor(company, entry, step);
  const present = presentOf(company, entry, named);
  if (present.length > 0)
    return present.map((who) => `${who.id} ${who.for} ${who.for ? 'substitute' : 'approver'}`);
  const levels = company.steps
    .filter((one) => one.chain_id === step.chain_id && one.level > step.level)
    .map(({ level }) => level);
  for (const level of named.length > 0 ? [...new Set(levels)].sort((a, b) => a - b) : []) {
    const after = company.steps.filter(
      (one) => one.chain_id === step.chain_id && one.level === level,
    );
    const people = new Set(after.flatMap((one) => namedFor(company, entry, one)));
    const next = presentOf(company, entry, [...people]);
    if (next.length > 0) return next.map((who) => `${who.id} ${who.for} next_level`);
  }
  return company.people
    .filter((person) => person.role === 'owner' && person.can_approve)
    .filter((person) => person.id !== entry.employee_id || decidesOwn(company, person))
    .map(({ id }) => `${id}  ${named.length > 0 ? 'owner' : 'nobody'}`);
}

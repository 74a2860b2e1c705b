import { type Account, makeAccount } from './account.ts';
import { must } from './api.ts';

export interface Person extends Account {
  employeeId: string;
}

export interface Company {
  id: string;
  name: string;
  owner: Person;
  projects: { id: string; name: string }[];
  costCodes: { id: string; code: string; name: string }[];
  /** Invites, confirms and links a person; the account is ready to sign in. */
  addPerson(role: 'manager' | 'foreman' | 'employee', name?: [string, string]): Promise<Person>;
}

export interface CompanyOptions {
  name?: string;
  timeZone?: string;
  projects?: string[];
  costCodes?: [code: string, name: string][];
  rate?: number;
}

/** Every test makes a company of its own, so all of them run side by side. */
export async function makeCompany(options: CompanyOptions = {}): Promise<Company> {
  const name = options.name ?? 'Reyes Concrete';
  const account = await makeAccount();
  const founder = must(
    await account.client.rpc('create_company', {
      name_param: name,
      time_zone_param: options.timeZone ?? 'America/New_York',
    }),
  );
  const owner = { ...account, employeeId: founder.id };
  const projectNames = options.projects ?? ['Riverside Tower', 'Elm St. Duplex'];
  const codes = options.costCodes ?? [
    ['03 11 00', 'Concrete forming'],
    ['03 30 00', 'Cast-in-place concrete'],
  ];
  const company_id = founder.company_id;
  const projects = must(
    await owner.client
      .from('projects')
      .insert(projectNames.map((project) => ({ company_id, name: project })))
      .select('id, name'),
  );
  const costCodes = must(
    await owner.client
      .from('cost_codes')
      .insert(codes.map(([code, title]) => ({ company_id, code, name: title })))
      .select('id, code, name'),
  );

  const addPerson: Company['addPerson'] = async (
    role,
    [firstName, lastName] = ['Amir', 'Khan'],
  ) => {
    const person = await makeAccount({ firstName, lastName });
    const employee = must(
      await owner.client.rpc('invite_employee', {
        email_param: person.email,
        first_name_param: firstName,
        last_name_param: lastName,
        role_param: role,
        hourly_rate_param: options.rate ?? 30,
      }),
    );
    const [invitation] = must(await person.client.rpc('my_invitations'));
    if (invitation) must(await person.client.rpc('accept_invitation', { id_param: invitation.id }));
    return { ...person, employeeId: employee.id };
  };

  return { id: company_id, name, owner, projects, costCodes, addPerson };
}

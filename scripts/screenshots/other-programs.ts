import { demoId } from './demo-id.ts';
import type { DemoServer } from './demo-server.ts';
import { ownerApi } from './owner-api.ts';

/** Tokens and webhooks of programs that a company connects. */
export async function connectPrograms(server: DemoServer): Promise<void> {
  const send = await ownerApi(server);
  const { token } = await send<{ token: string }>('POST', 'rpc/create_api_token', {
    name_param: 'Payroll export',
    scopes_param: ['time:read', 'payroll:read'],
    expires_on_param: '2027-02-10',
  });
  await send('POST', 'rpc/create_company_token', {
    name_param: 'Estimating',
    role_param: 'manager',
    scopes_param: ['projects:write'],
    expires_on_param: '2026-11-20',
  });
  await fetch(`${server.url}/rest/v1/projects?select=id&limit=1`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await send('POST', 'rpc/create_webhook', {
    url_param: 'https://hooks.example.com/chalkline/time',
    events_param: ['time_entry.started', 'time_entry.stopped', 'time_entry.approved'],
    description_param: 'Message to the site channel',
  });
}

let portalPath = '';

/** A link by which the customer of a project sees it. */
export async function invitePortalVisitor(server: DemoServer): Promise<void> {
  const send = await ownerApi(server);
  const { token } = await send<{ token: string }>('POST', 'rpc/create_portal_link', {
    project_id_param: demoId('P100'),
    shows_param: ['roll_call', 'headcount', 'field_reports', 'photos'],
    expires_on_param: '2027-02-10',
    label_param: 'Harborview Health',
  });
  portalPath = `/portal/${token}`;
}

/** Where the link of `invitePortalVisitor` leads. */
export const invitedPath = (): string => portalPath;

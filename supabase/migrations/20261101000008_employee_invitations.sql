create table public.employee_invitations (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  employee_id uuid not null,
  email text not null,
  invited_by uuid,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  link_made_at timestamptz,
  expires_at timestamptz not null default now() + interval '7 days',
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  primary key (company_id, id),
  constraint employee_invitations_employee foreign key (company_id, employee_id)
    references public.employees (company_id, id) on delete cascade,
  constraint employee_invitations_one_end check (accepted_at is null or withdrawn_at is null)
);
create unique index employee_invitations_one_open on public.employee_invitations (company_id, employee_id)
  where accepted_at is null and withdrawn_at is null;
create index employee_invitations_open_by_email on public.employee_invitations (email)
  where accepted_at is null and withdrawn_at is null;

comment on table public.employee_invitations is 'An address asked to join; single use, 7 days, can be resent and withdrawn. Written by functions only.';

comment on column public.employee_invitations.sent_at is 'When it was last mailed; null where a link was only handed over.';
comment on column public.employee_invitations.link_made_at is 'When a link to hand over was last made; audit_events say by whom.';

alter table public.employee_invitations enable row level security;

create policy "Managers read the invitations of their company" on public.employee_invitations
  for select to authenticated
  using (company_id = (select private.my_company_id()) and (select private.is_manager()));

grant select on public.employee_invitations to authenticated;
grant select, insert, update, delete on public.employee_invitations to service_role;

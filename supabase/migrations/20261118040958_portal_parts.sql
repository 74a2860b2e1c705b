create table private.portal_passes (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  portal_link_id uuid not null,
  code_hash text,
  code_expires_at timestamptz not null,
  failed_attempts smallint default 0 not null,
  pass_hash text,
  pass_expires_at timestamptz,
  created_at timestamptz default now() not null,
  constraint portal_passes_pkey primary key (company_id, id),
  constraint portal_passes_pass_once unique (pass_hash),
  constraint portal_passes_link foreign key (company_id, portal_link_id) references public.portal_links(company_id, id) on delete cascade
);
select private.refuse_non_finite('private.portal_passes');
create index portal_passes_by_link on private.portal_passes (company_id, portal_link_id, created_at desc);
alter table public.portal_links add column email text;
alter table public.portal_links add constraint portal_links_email_form check (email ~ '^[^[:cntrl:][:space:],;<>"@]+@[^[:cntrl:][:space:],;<>"@]+\.[^[:cntrl:][:space:],;<>"@]+$'::text and char_length(email) <= 254);
alter table public.portal_views drop constraint portal_views_subject_known,
  add constraint portal_views_subject_known check (subject in ('page', 'certified_payroll', 'field_report', 'photos', 'photo', 'ticket'));
alter table private.portal_passes enable row level security;

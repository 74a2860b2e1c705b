create table public.travel_rules (
  company_id uuid default private.my_company_id() not null,
  id uuid default gen_random_uuid() not null,
  from_date date not null,
  rule text not null,
  created_by uuid default auth.uid(),
  created_at timestamptz default now() not null,
  constraint travel_rules_pkey primary key (company_id, id),
  constraint travel_rules_once_a_day unique (company_id, from_date),
  constraint travel_rules_known check (rule in ('paid', 'unpaid', 'by_state')),
  constraint travel_rules_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.travel_rules');
alter table public.cost_codes add column kind text default 'work'::text not null;
alter table public.cost_codes add constraint cost_codes_kind_known check (kind = any (array['work'::text, 'travel'::text]));

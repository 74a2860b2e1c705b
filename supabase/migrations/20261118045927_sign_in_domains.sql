create table public.sign_in_domains (
  company_id uuid not null,
  id uuid default gen_random_uuid() not null,
  domain text not null,
  provider text not null,
  created_at timestamptz default now() not null,
  created_by uuid default auth.uid(),
  constraint sign_in_domains_pkey primary key (company_id, id),
  constraint sign_in_domains_once unique (company_id, domain),
  constraint sign_in_domains_domain_form check (domain ~ '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?\.[a-z0-9-]+$' and char_length(domain) <= 253),
  constraint sign_in_domains_provider_length check (char_length(provider) >= 1 and char_length(provider) <= 60),
  constraint sign_in_domains_company_id_fkey foreign key (company_id) references public.companies(id) on delete cascade
);
select private.refuse_non_finite('public.sign_in_domains');
create index sign_in_domains_by_domain on public.sign_in_domains (domain);

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
comment on table public.sign_in_domains is 'People of the company with an address of this domain sign in with an account of the provider, and not with a password. Set by require_sign_in_provider, ended by allow_passwords.';
comment on column public.sign_in_domains.provider is 'As clients name it: google, azure, custom:okta.';
alter table public.sign_in_domains enable row level security;
grant select on table public.sign_in_domains to authenticated;

create policy "Employees read how their company signs in" on public.sign_in_domains
  for select to authenticated
  using (company_id = (select private.my_company_id()));

create or replace trigger keep_creator before insert or update on public.sign_in_domains
  for each row execute function private.lock_creator();

create or replace trigger keep_identity before update on public.sign_in_domains
  for each row execute function private.lock_identity();

create or replace trigger zz_record_change after insert or delete or update on public.sign_in_domains
  for each row execute function private.record_change();

create or replace function private.domain_of(email_param text) returns text
language sql immutable set search_path = '' as $$
  select lower(substr(email_param, length(email_param) - position('@' in reverse(email_param)) + 2));
$$;
comment on function private.domain_of(text) is 'What stands behind the last @ of an address, in lower case.';

create or replace function public.my_sign_in_domains() returns table(domain text, provider text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_owner();
  return query
    select i.identity_data ->> 'organization_domain', i.provider from auth.identities i
    where i.user_id = auth.uid() and i.identity_data ->> 'organization_domain' is not null;
end $$;
comment on function public.my_sign_in_domains() is 'Owner: domains that an account linked to the caller''s own proves to belong to its organization, and the provider that says so.';
grant execute on function public.my_sign_in_domains() to authenticated;

create or replace function public.require_sign_in_provider(domain_param text, provider_param text) returns public.sign_in_domains
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.require_owner();
  wanted text := lower(btrim(domain_param));
  rule public.sign_in_domains;
begin
  perform private.require_second_factor();
  -- Nobody's word but the provider's: on a server with several companies a domain is not claimed, it is shown.
  if not exists (select from auth.identities i where i.user_id = auth.uid() and i.provider = provider_param
      and i.identity_data ->> 'organization_domain' = wanted) then
    raise exception using errcode = 'P0001', hint = 'domain_not_proved',
      message = 'Link an account of this domain to your own first. It proves that the domain belongs to your company.';
  end if;
  if not exists (select from public.employees e join auth.mfa_factors f on f.user_id = e.user_id and f.status = 'verified'
      where e.company_id = company and e.role = 'owner' and e.active) then
    raise exception using errcode = 'P0001', hint = 'owner_needs_second_factor',
      message = 'Turn on two-factor authentication for an owner first. Someone has to get in when the provider is down.';
  end if;
  insert into public.sign_in_domains (company_id, domain, provider) values (company, wanted, provider_param)
    on conflict on constraint sign_in_domains_once do update set provider = excluded.provider
    returning * into rule;
  return rule;
end $$;
comment on function public.require_sign_in_provider(text,text) is 'Owner who has linked an account of this domain: people of the company with such an address sign in with the provider from now on, and not with a password. Owners with two-factor authentication still can; one is needed.';
grant execute on function public.require_sign_in_provider(text,text) to authenticated;

create or replace function public.allow_passwords(domain_param text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  company uuid := private.require_owner();
begin
  perform private.require_second_factor();
  delete from public.sign_in_domains d where d.company_id = company and d.domain = lower(btrim(domain_param));
end $$;
comment on function public.allow_passwords(text) is 'Owner: people with an address of this domain may sign in with a password again. A repeat changes nothing.';
grant execute on function public.allow_passwords(text) to authenticated;

create or replace function private.required_provider(user_id_param uuid, email_param text) returns text
language sql stable security definer set search_path = '' as $$
  -- Without an account the domain alone answers, so that nobody learns who has one.
  select case when user_id_param is null then (
    select d.provider from public.sign_in_domains d where d.domain = private.domain_of(email_param) order by d.created_at limit 1)
  else (
    select d.provider from public.employees e
    join auth.users u on u.id = e.user_id
    join public.sign_in_domains d on d.company_id = e.company_id and d.domain = private.domain_of(u.email)
    where e.user_id = user_id_param and e.active
      and not (e.role = 'owner' and exists (select from auth.mfa_factors f where f.user_id = e.user_id and f.status = 'verified'))
    order by d.created_at limit 1) end;
$$;
comment on function private.required_provider(uuid,text) is 'For the server (config.toml, auth.required_provider): the provider that this account, or without one an address, must sign in with; null: a password will do. Owners with a second factor are let in, for emergencies.';

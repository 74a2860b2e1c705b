-- Mails about accounts are kept instead of sent.
create table public.handed_mails (id bigint generated always as identity primary key, event jsonb not null);
alter table public.handed_mails enable row level security;
grant select on public.handed_mails to service_role;

create function public.keep_mail(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.handed_mails (event) values (event);
  return '{}';
end $$;
revoke execute on function public.keep_mail from public, anon, authenticated;

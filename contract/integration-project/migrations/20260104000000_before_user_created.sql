-- Who may have an account: nobody of one domain. What the hook was asked is kept for the tests.
create table public.asked_about_users (event jsonb not null);
alter table public.asked_about_users enable row level security;
grant select on public.asked_about_users to service_role;

create function public.judge_new_user(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if event -> 'user' ->> 'email' like '%@blocked.example' then
    return jsonb_build_object('error', jsonb_build_object('http_code', 403, 'message', 'Use the address of your company.'));
  end if;
  insert into public.asked_about_users values (event);
  return '{}';
end $$;
revoke execute on function public.judge_new_user from public, anon, authenticated;

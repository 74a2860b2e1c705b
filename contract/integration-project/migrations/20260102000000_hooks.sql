-- Hooks as Supabase's guide writes them: who was wrong twice is refused, right or wrong.
create table public.attempts (
  user_id uuid not null,
  factor_id uuid,
  failed_at timestamptz not null default now()
);
alter table public.attempts enable row level security;

create function public.judge_password_attempt(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if not (event ->> 'valid')::boolean then
    insert into public.attempts (user_id) values ((event ->> 'user_id')::uuid);
  end if;
  if (select count(*) from public.attempts a where a.user_id = (event ->> 'user_id')::uuid and a.factor_id is null) >= 2 then
    return jsonb_build_object('decision', 'reject', 'message', 'Ask the office for a new password.', 'should_logout_user', true);
  end if;
  return jsonb_build_object('decision', 'continue');
end $$;

create function public.judge_factor_attempt(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if (event ->> 'valid')::boolean then
    return jsonb_build_object('decision', 'continue');
  end if;
  insert into public.attempts (user_id, factor_id) values ((event ->> 'user_id')::uuid, (event ->> 'factor_id')::uuid);
  if (select count(*) from public.attempts a where a.factor_id = (event ->> 'factor_id')::uuid) >= 2 then
    return jsonb_build_object('decision', 'reject', 'message', '');
  end if;
  return jsonb_build_object('decision', 'continue');
end $$;

revoke execute on function public.judge_password_attempt, public.judge_factor_attempt from public, anon, authenticated;

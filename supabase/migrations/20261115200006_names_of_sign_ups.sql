-- An account that was never used is named by whoever signed up with its address last. The names follow
-- what the auth server settles on: an invitation clears what a stranger chose, a confirmed sign-up
-- brings its own.

create function private.name_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  begin
    update public.profiles p
      set first_name = coalesce(left(new.raw_user_meta_data ->> 'first_name', 100), case when new.email_confirmed_at is not null then p.first_name end),
        last_name = coalesce(left(new.raw_user_meta_data ->> 'last_name', 100), case when new.email_confirmed_at is not null then p.last_name end)
      where p.id = new.id;
  exception when others then
    raise warning 'account %: %', new.id, sqlerrm;
  end;
  return null;
end $$;
comment on function private.name_profile() is 'Until the first sign-in the profile carries the names of the account.';
revoke execute on function private.name_profile() from public;

-- The name sorts before z_follow_account, which fills in what the employer wrote.
create trigger name_profile after update of raw_user_meta_data on auth.users
  for each row when (old.last_sign_in_at is null and old.raw_user_meta_data is distinct from new.raw_user_meta_data)
  execute function private.name_profile();

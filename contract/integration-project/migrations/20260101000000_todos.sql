-- A small project that uses every part of the platform: rows, users, files and channels.
create table public.todos (
  id uuid primary key default gen_random_uuid(),
  task text not null,
  is_complete boolean not null default false,
  created_at timestamptz not null default now(),
  user_id uuid references auth.users (id)
);
alter table public.todos enable row level security;

create policy "Everyone reads public todos" on public.todos for select to anon using (true);
create policy "Everyone adds todos" on public.todos for insert to anon with check (true);
create policy "Everyone removes todos" on public.todos for delete to anon using (true);
create policy "Users read their own todos" on public.todos for select to authenticated
  using (auth.uid() = user_id);
create policy "Users add their own todos" on public.todos for insert to authenticated
  with check (auth.uid() = user_id);
create policy "Users change their own todos" on public.todos for update to authenticated
  using (auth.uid() = user_id) with check (auth.uid() = user_id);
create policy "Users remove their own todos" on public.todos for delete to authenticated
  using (auth.uid() = user_id);
grant all on public.todos to anon, authenticated, service_role;

alter publication supabase_realtime add table public.todos;

create policy "Users listen on channels" on realtime.messages for select to authenticated
  using (realtime.topic() like '%channel%');
create policy "Users speak on channels" on realtime.messages for insert to authenticated
  with check (realtime.topic() like '%channel%');

insert into storage.buckets (id, name, public) values ('test-bucket', 'test-bucket', false)
on conflict (id) do nothing;
create policy "The test bucket is open" on storage.objects for all
  using (bucket_id = 'test-bucket');

create function public.get_trace_headers() returns json language sql stable as $$
  select json_build_object(
    'traceparent', current_setting('request.headers', true)::json ->> 'traceparent',
    'tracestate', current_setting('request.headers', true)::json ->> 'tracestate')
$$;
grant execute on function public.get_trace_headers() to anon;

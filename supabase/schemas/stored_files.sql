-- Today's definitions, written by `npm run db -- schemas` from what the migrations make.
set check_function_bodies = off;

create policy "Anonymous accounts add no files" on storage.objects as restrictive
  for insert to authenticated
  with check (not (select private.is_anonymous()));

create policy "Managers add files of bulletins" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'bulletins'::text and (storage.foldername(name))[1] = (((select private.my_company_id()))::text) and (select private.is_manager()));

create policy "Managers remove files of bulletins" on storage.objects
  for delete to authenticated
  using (bucket_id = 'bulletins'::text and (storage.foldername(name))[1] = (((select private.my_company_id()))::text) and (select private.is_manager()));

create policy "People add a photo of their own" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'avatars'::text and (storage.foldername(name))[1] = (((select auth.uid()))::text) and (select private.has_passed_second_factor()));

create policy "People remove their own photo" on storage.objects
  for delete to authenticated
  using (bucket_id = 'avatars'::text and (storage.foldername(name))[1] = (((select auth.uid()))::text) and (select private.has_passed_second_factor()));

create policy "People replace their own photo" on storage.objects
  for update to authenticated
  using (bucket_id = 'avatars'::text and (storage.foldername(name))[1] = (((select auth.uid()))::text) and (select private.has_passed_second_factor()))
  with check (bucket_id = 'avatars'::text and (storage.foldername(name))[1] = (((select auth.uid()))::text));

create policy "People see the files of bulletins they see" on storage.objects
  for select to authenticated
  using (bucket_id = 'bulletins'::text and (storage.foldername(name))[1] = (((select private.my_company_id()))::text) and ((select private.is_manager()) or ((storage.foldername(name))[2] in ( select b.b::text as b
   from private.bulletins_for_me() b(b)))));

create policy "People see their own photo and those of their colleagues" on storage.objects
  for select to authenticated
  using (bucket_id = 'avatars'::text and ((storage.foldername(name))[1] = (((select auth.uid()))::text) or private.is_colleague((storage.foldername(name))[1])));

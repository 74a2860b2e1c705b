insert into public.after_commit (id) values (1);
update public.after_commit set id = 2;

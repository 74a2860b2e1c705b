-- A photo that was announced and whose file never came (the tablet could not open it again, or was lost) is told to managers.
create index kiosk_photos_missing on public.kiosk_photos using btree (company_id, created_at) where uploaded_at is null;

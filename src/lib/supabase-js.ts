// A file of its own in the build, under this name.
export { createClient } from '@supabase/supabase-js';

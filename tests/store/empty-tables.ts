/** Empties a Postgres store, so that many tests can use one database. */
export const EMPTY_ALL_TABLES = `
  do $$ begin
    execute (
      select 'truncate ' || string_agg(tablename, ', ') || ' restart identity'
      from pg_tables where schemaname = 'public' and tablename not in ('guard', 'swarm_meta')
    );
  end $$`;

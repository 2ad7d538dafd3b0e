-- D1 can't export a database that has a search index. docs/backup-and-restore.md says how to create it again: create-search-index.sql.
DROP TRIGGER IF EXISTS notice_search_update_added;
DROP TRIGGER IF EXISTS notice_search_update_changed;
DROP TRIGGER IF EXISTS notice_search_update_deleted;
DROP TRIGGER IF EXISTS notice_search_notice_changed;
DROP TRIGGER IF EXISTS notice_search_notice_deleted;
DROP TRIGGER IF EXISTS notice_search_postmortem_added;
DROP TRIGGER IF EXISTS notice_search_postmortem_changed;
DROP TRIGGER IF EXISTS notice_search_postmortem_deleted;
DROP TABLE IF EXISTS notice_search;

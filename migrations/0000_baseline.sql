CREATE TABLE `archive_restores` (
	`id` integer PRIMARY KEY NOT NULL,
	`archive_id` text NOT NULL,
	`row_counts` text NOT NULL,
	`part` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`started_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`finished_at` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_entries` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` text NOT NULL,
	`actor` text NOT NULL,
	`actor_name` text NOT NULL,
	`kind` text NOT NULL,
	`action` text NOT NULL,
	`item_id` text NOT NULL,
	`item_name` text NOT NULL,
	`notice_update_id` text,
	`request_id` text NOT NULL,
	`before` text,
	`after` text
);
--> statement-breakpoint
CREATE INDEX `audit_entries_by_time` ON `audit_entries` (`at`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_item` ON `audit_entries` (`item_id`,`at`) WHERE item_id <> '';--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`fingerprint` text NOT NULL,
	`created_id` text NOT NULL,
	`answer` text DEFAULT '' NOT NULL,
	`claimed_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_age` ON `idempotency_keys` (`claimed_at`);--> statement-breakpoint
CREATE TABLE `components` (
	`component_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`status` text NOT NULL,
	`order` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`group_id` text,
	FOREIGN KEY (`group_id`) REFERENCES `component_groups`(`group_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `components_by_order` ON `components` (`order`);--> statement-breakpoint
CREATE TABLE `status_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`component_id` text NOT NULL,
	`status` text NOT NULL,
	`at` text NOT NULL,
	`cause` text NOT NULL,
	`previous_status` text,
	FOREIGN KEY (`component_id`) REFERENCES `components`(`component_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `status_changes_by_component` ON `status_changes` (`component_id`,`at`);--> statement-breakpoint
CREATE TABLE `status_overrides` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`component_id` text NOT NULL,
	`from` text NOT NULL,
	`to` text NOT NULL,
	`status` text NOT NULL,
	`cause` text NOT NULL,
	FOREIGN KEY (`component_id`) REFERENCES `components`(`component_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `status_overrides_by_end` ON `status_overrides` (`to`);--> statement-breakpoint
CREATE INDEX `status_overrides_by_component` ON `status_overrides` (`component_id`,`to`);--> statement-breakpoint
CREATE INDEX `status_overrides_by_cause` ON `status_overrides` (`cause`,`component_id`);--> statement-breakpoint
CREATE TABLE `endpoints` (
	`subscriber_id` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`resting_since` text,
	`secret_version` integer DEFAULT 1 NOT NULL,
	`rotated_at` text,
	`earlier_rotations` text,
	`host_key` text,
	`is_slow` integer DEFAULT false NOT NULL,
	`is_secret_shown` integer DEFAULT false NOT NULL,
	`fast_in_row` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`subscriber_id`) REFERENCES `subscribers`(`subscriber_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `endpoints_by_host` ON `endpoints` (`host_key`) WHERE host_key IS NOT NULL;--> statement-breakpoint
CREATE TABLE `failures` (
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`name` text NOT NULL,
	`reason` text NOT NULL,
	`count` integer DEFAULT 1 NOT NULL,
	`at` text NOT NULL,
	`told_at` text,
	PRIMARY KEY(`kind`, `subject_id`)
);
--> statement-breakpoint
CREATE TABLE `component_groups` (
	`group_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`order` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `cron_runs` (
	`id` integer PRIMARY KEY NOT NULL,
	`last_run_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `bounce_notifications` (
	`message_id` text PRIMARY KEY NOT NULL,
	`received_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `bounce_notifications_by_age` ON `bounce_notifications` (`received_at`);--> statement-breakpoint
CREATE TABLE `cancelled_maintenances` (
	`maintenance_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`start_at` text NOT NULL,
	`end_at` text NOT NULL,
	`sequence` integer NOT NULL,
	`created_at` text NOT NULL,
	`cancelled_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `metric_backfills` (
	`metric_id` text NOT NULL,
	`day` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` text NOT NULL,
	PRIMARY KEY(`metric_id`, `day`),
	FOREIGN KEY (`metric_id`) REFERENCES `metrics`(`metric_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `metric_backfills_by_time` ON `metric_backfills` (`next_attempt_at`);--> statement-breakpoint
CREATE TABLE `metric_days` (
	`metric_id` text NOT NULL,
	`day` text NOT NULL,
	`revision` integer NOT NULL,
	`sums` text NOT NULL,
	`counts` text NOT NULL,
	PRIMARY KEY(`metric_id`, `day`),
	FOREIGN KEY (`metric_id`) REFERENCES `metrics`(`metric_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `metrics` (
	`metric_id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`props` text NOT NULL,
	`title` text NOT NULL,
	`status` text NOT NULL,
	`unit` text NOT NULL,
	`description` text NOT NULL,
	`decimal_places` integer NOT NULL,
	`order` integer NOT NULL,
	`collection_error` text DEFAULT '' NOT NULL,
	`collection_note` text DEFAULT '' NOT NULL,
	`collected_until` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `metrics_by_order` ON `metrics` (`order`);--> statement-breakpoint
CREATE TABLE `nightly_exports` (
	`id` integer PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	`content_version` text DEFAULT '' NOT NULL,
	`part` text DEFAULT 'componentGroups' NOT NULL,
	`cursor` text DEFAULT '' NOT NULL,
	`lease_until` text DEFAULT '' NOT NULL,
	`pages` integer DEFAULT 0 NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`finished_at` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `deleted_components` (
	`notice_id` text NOT NULL,
	`component_id` text NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`order` integer NOT NULL,
	PRIMARY KEY(`notice_id`, `component_id`),
	FOREIGN KEY (`notice_id`) REFERENCES `notices`(`notice_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `notice_components` (
	`notice_id` text NOT NULL,
	`component_id` text NOT NULL,
	`status` text NOT NULL,
	`restore_status` text,
	`restore_seen_at` text,
	`created_at` text NOT NULL,
	`changed_at` text NOT NULL,
	PRIMARY KEY(`notice_id`, `component_id`),
	FOREIGN KEY (`notice_id`) REFERENCES `notices`(`notice_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`component_id`) REFERENCES `components`(`component_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notice_components_by_component` ON `notice_components` (`component_id`);--> statement-breakpoint
CREATE INDEX `notice_components_by_age` ON `notice_components` (`component_id`,`created_at`,`notice_id`);--> statement-breakpoint
CREATE INDEX `notice_components_by_change` ON `notice_components` (`component_id`,`changed_at`);--> statement-breakpoint
CREATE INDEX `notice_components_held` ON `notice_components` (`component_id`) WHERE restore_status IS NOT NULL;--> statement-breakpoint
CREATE TABLE `notice_update_components` (
	`notice_update_id` text NOT NULL,
	`component_id` text NOT NULL,
	`name` text NOT NULL,
	`old_status` text NOT NULL,
	`new_status` text NOT NULL,
	PRIMARY KEY(`notice_update_id`, `component_id`),
	FOREIGN KEY (`notice_update_id`) REFERENCES `notice_updates`(`notice_update_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `notice_updates` (
	`notice_update_id` text PRIMARY KEY NOT NULL,
	`notice_id` text NOT NULL,
	`status` text NOT NULL,
	`message` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`notice_id`) REFERENCES `notices`(`notice_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notice_updates_by_notice` ON `notice_updates` (`notice_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `notice_updates_long` ON `notice_updates` (`notice_id`) WHERE octet_length(message) > 2000;--> statement-breakpoint
CREATE TABLE `notices` (
	`notice_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`message` text NOT NULL,
	`start_at` text,
	`end_at` text,
	`planned_start_at` text,
	`planned_end_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`edited_at` text DEFAULT '' NOT NULL,
	`changed_at` text GENERATED ALWAYS AS (max(updated_at, edited_at)) VIRTUAL,
	`sequence` integer DEFAULT 0 NOT NULL,
	`deleted_component_count` integer DEFAULT 0 NOT NULL,
	`postmortem_published_at` text,
	`backfilled` integer DEFAULT false NOT NULL,
	`next_reminder_at` text
);
--> statement-breakpoint
CREATE INDEX `notices_by_change` ON `notices` (`changed_at`);--> statement-breakpoint
CREATE INDEX `notices_over_days` ON `notices` (`changed_at`) WHERE substr(created_at, 1, 10) < substr(changed_at, 1, 10);--> statement-breakpoint
CREATE INDEX `notices_by_age` ON `notices` (`kind`,`created_at`,`notice_id`);--> statement-breakpoint
CREATE INDEX `notices_by_status_and_age` ON `notices` (`kind`,`status`,`created_at`,`notice_id`);--> statement-breakpoint
CREATE INDEX `notices_by_start` ON `notices` (`kind`,`start_at`);--> statement-breakpoint
CREATE INDEX `notices_to_start` ON `notices` (`kind`,`status`,`start_at`) WHERE status = 'Scheduled';--> statement-breakpoint
CREATE INDEX `notices_to_end` ON `notices` (`kind`,`status`,`end_at`) WHERE status IN ('In Progress', 'Verifying');--> statement-breakpoint
CREATE TABLE `undos` (
	`token` text PRIMARY KEY NOT NULL,
	`expires_at` text NOT NULL,
	`key_hash` text,
	`kind` text NOT NULL,
	`notice_id` text NOT NULL,
	`notice_update_id` text,
	`message_id` text NOT NULL,
	`written_at` text NOT NULL,
	`former` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `undos_by_expiry` ON `undos` (`expires_at`);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`delivery_id` integer PRIMARY KEY NOT NULL,
	`message_id` text NOT NULL,
	`subscriber_id` text,
	`channel` text DEFAULT 'email' NOT NULL,
	`lane` text DEFAULT 'MAIL' NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` text,
	`is_slow` integer DEFAULT false NOT NULL,
	`error` text DEFAULT '' NOT NULL,
	`service_id` text DEFAULT '' NOT NULL,
	`notice_id` text,
	`response_status` integer,
	`tried_at` text,
	`changes` text,
	`position` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`message_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`subscriber_id`) REFERENCES `subscribers`(`subscriber_id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`lane`,`is_slow`,`next_at`) WHERE state = 'waiting' AND next_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `deliveries_by_message` ON `deliveries` (`message_id`);--> statement-breakpoint
CREATE INDEX `deliveries_by_subscriber` ON `deliveries` (`subscriber_id`);--> statement-breakpoint
CREATE INDEX `deliveries_to_endpoints` ON `deliveries` (`subscriber_id`) WHERE state = 'waiting' AND channel <> 'email';--> statement-breakpoint
CREATE INDEX `deliveries_by_service_id` ON `deliveries` (`service_id`) WHERE service_id <> '';--> statement-breakpoint
CREATE INDEX `deliveries_by_thread` ON `deliveries` (`subscriber_id`,`notice_id`) WHERE service_id <> '' AND notice_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `lanes` (
	`lane` text PRIMARY KEY NOT NULL,
	`paused_until` text DEFAULT '' NOT NULL,
	`next_at` text DEFAULT '' NOT NULL,
	`wake_at` text DEFAULT '' NOT NULL,
	`changes_cursor` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `message_lanes` (
	`message_id` text NOT NULL,
	`lane` text NOT NULL,
	`cursor` text DEFAULT '' NOT NULL,
	`due_at` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`error` text DEFAULT '' NOT NULL,
	`remaining` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`message_id`, `lane`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`message_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `message_lanes_due` ON `message_lanes` (`lane`,`due_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE TABLE `messages` (
	`message_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`notice_id` text,
	`notice_update_id` text,
	`content` text,
	`created_at` text NOT NULL,
	`failure` text
);
--> statement-breakpoint
CREATE INDEX `messages_by_age` ON `messages` (`created_at`);--> statement-breakpoint
CREATE INDEX `messages_confirmations` ON `messages` (`created_at`) WHERE kind = 'confirmation';--> statement-breakpoint
CREATE INDEX `messages_of_notices` ON `messages` (`created_at`) WHERE kind IN ('incident', 'maintenance');--> statement-breakpoint
CREATE INDEX `messages_by_notice` ON `messages` (`notice_id`);--> statement-breakpoint
CREATE INDEX `messages_failures` ON `messages` (`created_at`) WHERE kind = 'failure';--> statement-breakpoint
CREATE TABLE `postmortems` (
	`notice_id` text PRIMARY KEY NOT NULL,
	`postmortem_id` text NOT NULL,
	`body` text NOT NULL,
	`state` text NOT NULL,
	`published_at` text,
	`notified_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`notice_id`) REFERENCES `notices`(`notice_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `postmortems_published` ON `postmortems` (`updated_at`) WHERE state = 'Published';--> statement-breakpoint
CREATE INDEX `postmortems_drafts` ON `postmortems` (`updated_at`) WHERE state = 'Draft';--> statement-breakpoint
CREATE INDEX `postmortems_by_id` ON `postmortems` (`postmortem_id`);--> statement-breakpoint
CREATE TABLE `push_keys` (
	`one` integer PRIMARY KEY NOT NULL,
	`keys` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `restores` (
	`id` integer PRIMARY KEY NOT NULL,
	`step` text DEFAULT 'begin' NOT NULL,
	`day` text DEFAULT '' NOT NULL,
	`metric_id` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`encrypted_value` text NOT NULL,
	`hash` text NOT NULL,
	`name` text DEFAULT 'API key' NOT NULL,
	`scopes` text DEFAULT 'all' NOT NULL,
	`created_date` text NOT NULL,
	`expires_at` text DEFAULT '' NOT NULL,
	`last_used_at` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash_unique` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE TABLE `settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`service_name` text DEFAULT '' NOT NULL,
	`background_color` text DEFAULT '#FFFFFF' NOT NULL,
	`logo_id` text DEFAULT '' NOT NULL,
	`email_enabled` integer DEFAULT false NOT NULL,
	`endpoints_enabled` integer DEFAULT false NOT NULL,
	`source_region` text DEFAULT 'us-west-2' NOT NULL,
	`source_email_address` text DEFAULT '' NOT NULL,
	`privacy_notice_url` text DEFAULT '' NOT NULL,
	`turnstile_site_key` text DEFAULT '' NOT NULL,
	`turnstile_secret` text DEFAULT '' NOT NULL,
	`update_reminder_minutes` integer DEFAULT 60 NOT NULL,
	`updated_at` text DEFAULT '' NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`header_links` text DEFAULT '[]' NOT NULL,
	`footer_links` text DEFAULT '[]' NOT NULL,
	`accent_color` text DEFAULT '' NOT NULL,
	`page_width` text DEFAULT 'normal' NOT NULL,
	`font` text DEFAULT 'system' NOT NULL,
	`dark_logo_id` text DEFAULT '' NOT NULL,
	`favicon_id` text DEFAULT '' NOT NULL,
	`nightly_exports_kept` integer DEFAULT 7 NOT NULL,
	`audit_days` integer DEFAULT 730 NOT NULL,
	`mail_provider` text DEFAULT 'ses' NOT NULL
);
--> statement-breakpoint
CREATE TABLE `content_version` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`raised_at` text DEFAULT '' NOT NULL,
	`console_version` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `confirmation_limits` (
	`mailbox_key` text PRIMARY KEY NOT NULL,
	`sent` integer NOT NULL,
	`next_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `confirmation_limits_by_age` ON `confirmation_limits` (`next_at`);--> statement-breakpoint
CREATE TABLE `subscribe_networks` (
	`network_key` text PRIMARY KEY NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `subscribe_networks_by_age` ON `subscribe_networks` (`at`);--> statement-breakpoint
CREATE TABLE `subscribe_calls` (
	`call_id` integer PRIMARY KEY NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `subscriber_components` (
	`subscriber_id` text NOT NULL,
	`component_id` text NOT NULL,
	PRIMARY KEY(`subscriber_id`, `component_id`),
	FOREIGN KEY (`subscriber_id`) REFERENCES `subscribers`(`subscriber_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`component_id`) REFERENCES `components`(`component_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `subscriber_components_by_component` ON `subscriber_components` (`component_id`);--> statement-breakpoint
CREATE TABLE `subscriber_groups` (
	`subscriber_id` text NOT NULL,
	`group_id` text NOT NULL,
	PRIMARY KEY(`subscriber_id`, `group_id`),
	FOREIGN KEY (`subscriber_id`) REFERENCES `subscribers`(`subscriber_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `component_groups`(`group_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `subscriber_groups_by_group` ON `subscriber_groups` (`group_id`);--> statement-breakpoint
CREATE TABLE `subscriber_notices` (
	`subscriber_id` text NOT NULL,
	`notice_id` text NOT NULL,
	`is_confirmed` integer NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`subscriber_id`, `notice_id`),
	FOREIGN KEY (`subscriber_id`) REFERENCES `subscribers`(`subscriber_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `subscriber_notices_by_notice` ON `subscriber_notices` (`notice_id`);--> statement-breakpoint
CREATE TABLE `subscribers` (
	`subscriber_id` text PRIMARY KEY NOT NULL,
	`channel` text DEFAULT 'email' NOT NULL,
	`email_address` text NOT NULL,
	`address_key` text NOT NULL,
	`token_version` integer DEFAULT 1 NOT NULL,
	`state` text NOT NULL,
	`ended_reason` text,
	`ended_at` text,
	`everything` integer NOT NULL,
	`time_zone` text DEFAULT 'UTC' NOT NULL,
	`language` text DEFAULT 'en' NOT NULL,
	`day_reminder` integer DEFAULT false NOT NULL,
	`hour_reminder` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	`confirmed_at` text,
	`confirmation_sent_at` text,
	`mailbox_key` text,
	`is_team` integer DEFAULT false NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`shown_address` text DEFAULT '' NOT NULL,
	`hears_failures` integer DEFAULT false NOT NULL,
	`updated_at` text DEFAULT '' NOT NULL,
	`lane` text GENERATED ALWAYS AS (CASE WHEN channel = 'email' THEN 'MAIL' WHEN is_team THEN 'TEAM'
          WHEN channel IN ('webhook', 'push') THEN 'ENDPOINTS' ELSE 'CHAT' END) VIRTUAL NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscribers_address_key_unique` ON `subscribers` (`address_key`);--> statement-breakpoint
CREATE INDEX `subscribers_by_address` ON `subscribers` (lower(email_address));--> statement-breakpoint
CREATE INDEX `subscribers_by_mailbox` ON `subscribers` (`mailbox_key`);--> statement-breakpoint
CREATE INDEX `subscribers_by_state` ON `subscribers` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `subscribers_to_forget` ON `subscribers` (`state`,`ended_reason`,`ended_at`) WHERE state = 'ended';--> statement-breakpoint
CREATE INDEX `subscribers_of_push` ON `subscribers` (`created_at`) WHERE channel = 'push';--> statement-breakpoint
CREATE INDEX `subscribers_unconfirmed_push` ON `subscribers` (`created_at`) WHERE channel = 'push' AND state = 'unconfirmed';--> statement-breakpoint
CREATE INDEX `subscribers_by_confirmation` ON `subscribers` (`confirmed_at`) WHERE state = 'confirmed' AND NOT is_team;--> statement-breakpoint
CREATE INDEX `subscribers_of_team` ON `subscribers` (`subscriber_id`) WHERE is_team;--> statement-breakpoint
CREATE INDEX `subscribers_by_lane` ON `subscribers` (`lane`,`subscriber_id`) WHERE state = 'confirmed';--> statement-breakpoint
CREATE INDEX `subscribers_with_webhooks` ON `subscribers` (`is_team`) WHERE channel = 'webhook' AND state = 'confirmed';--> statement-breakpoint
CREATE TABLE `templates` (
	`template_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`message` text NOT NULL,
	`status` text,
	`components` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `templates_name_key_unique` ON `templates` (`name_key`);--> statement-breakpoint
-- drizzle-kit knows no views, virtual tables and triggers.
-- Each trigger is one line, because the splitting of files into statements does not know triggers everywhere.
CREATE VIEW `notice_texts` AS SELECT `notice_id`, unixepoch(`created_at`) * 16777216 + `rowid` AS `position`, `name` || char(10) || coalesce((SELECT group_concat(`message`, char(10)) FROM (SELECT `message`, sum(length(`message`)) OVER (ORDER BY `created_at` DESC, `rowid` DESC ROWS UNBOUNDED PRECEDING) AS `characters` FROM `notice_updates` WHERE `notice_updates`.`notice_id` = `notices`.`notice_id`) WHERE `characters` <= 300000), '') || coalesce((SELECT char(10) || `body` FROM `postmortems` WHERE `postmortems`.`notice_id` = `notices`.`notice_id` AND `postmortems`.`state` = 'Published'), '') AS `text` FROM `notices`;--> statement-breakpoint
CREATE VIRTUAL TABLE `notice_search` USING fts5(`text`, content='', contentless_delete=1, tokenize='trigram remove_diacritics 1');--> statement-breakpoint
CREATE TRIGGER `notice_search_notice_changed` AFTER UPDATE OF `name`, `created_at` ON `notices` WHEN NEW.`name` <> OLD.`name` OR NEW.`created_at` <> OLD.`created_at` BEGIN DELETE FROM `notice_search` WHERE `rowid` = unixepoch(OLD.`created_at`) * 16777216 + OLD.`rowid`; INSERT INTO `notice_search` (`rowid`, `text`) SELECT `position`, `text` FROM `notice_texts` WHERE `notice_id` = NEW.`notice_id`; END;--> statement-breakpoint
CREATE TRIGGER `notice_search_notice_deleted` AFTER DELETE ON `notices` BEGIN DELETE FROM `notice_search` WHERE `rowid` = unixepoch(OLD.`created_at`) * 16777216 + OLD.`rowid`; END;--> statement-breakpoint
CREATE TRIGGER `notice_search_postmortem_added` AFTER INSERT ON `postmortems` WHEN NEW.`state` = 'Published' BEGIN DELETE FROM `notice_search` WHERE `rowid` = (SELECT `position` FROM `notice_texts` WHERE `notice_id` = NEW.`notice_id`); INSERT INTO `notice_search` (`rowid`, `text`) SELECT `position`, `text` FROM `notice_texts` WHERE `notice_id` = NEW.`notice_id`; END;--> statement-breakpoint
CREATE TRIGGER `notice_search_postmortem_changed` AFTER UPDATE OF `body`, `state` ON `postmortems` WHEN NEW.`state` <> OLD.`state` OR (NEW.`state` = 'Published' AND NEW.`body` <> OLD.`body`) BEGIN DELETE FROM `notice_search` WHERE `rowid` = (SELECT `position` FROM `notice_texts` WHERE `notice_id` = NEW.`notice_id`); INSERT INTO `notice_search` (`rowid`, `text`) SELECT `position`, `text` FROM `notice_texts` WHERE `notice_id` = NEW.`notice_id`; END;--> statement-breakpoint
CREATE TRIGGER `notice_search_postmortem_deleted` AFTER DELETE ON `postmortems` WHEN OLD.`state` = 'Published' BEGIN DELETE FROM `notice_search` WHERE `rowid` = (SELECT `position` FROM `notice_texts` WHERE `notice_id` = OLD.`notice_id`); INSERT INTO `notice_search` (`rowid`, `text`) SELECT `position`, `text` FROM `notice_texts` WHERE `notice_id` = OLD.`notice_id`; END;--> statement-breakpoint
CREATE TRIGGER `notice_search_update_added` AFTER INSERT ON `notice_updates` BEGIN DELETE FROM `notice_search` WHERE `rowid` = (SELECT `position` FROM `notice_texts` WHERE `notice_id` = NEW.`notice_id`); INSERT INTO `notice_search` (`rowid`, `text`) SELECT `position`, `text` FROM `notice_texts` WHERE `notice_id` = NEW.`notice_id`; END;--> statement-breakpoint
CREATE TRIGGER `notice_search_update_changed` AFTER UPDATE OF `message` ON `notice_updates` WHEN NEW.`message` <> OLD.`message` BEGIN DELETE FROM `notice_search` WHERE `rowid` = (SELECT `position` FROM `notice_texts` WHERE `notice_id` = NEW.`notice_id`); INSERT INTO `notice_search` (`rowid`, `text`) SELECT `position`, `text` FROM `notice_texts` WHERE `notice_id` = NEW.`notice_id`; END;--> statement-breakpoint
CREATE TRIGGER `notice_search_update_deleted` AFTER DELETE ON `notice_updates` BEGIN DELETE FROM `notice_search` WHERE `rowid` = (SELECT `position` FROM `notice_texts` WHERE `notice_id` = OLD.`notice_id`); INSERT INTO `notice_search` (`rowid`, `text`) SELECT `position`, `text` FROM `notice_texts` WHERE `notice_id` = OLD.`notice_id`; END;--> statement-breakpoint
CREATE TRIGGER `audit_entries_kept_30_days` BEFORE DELETE ON `audit_entries` WHEN OLD.`after` IS NOT NULL AND OLD.`at` > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 days') BEGIN SELECT RAISE(ABORT, 'Entries of the audit log cannot be deleted within 30 days.'); END;--> statement-breakpoint
CREATE TRIGGER `audit_entries_not_replaced` BEFORE INSERT ON `audit_entries` WHEN EXISTS (SELECT 1 FROM `audit_entries` WHERE `seq` = NEW.`seq`) BEGIN SELECT RAISE(ABORT, 'Entries of the audit log cannot be replaced.'); END;--> statement-breakpoint
CREATE TRIGGER `audit_entries_unchanged` BEFORE UPDATE ON `audit_entries` WHEN OLD.`after` IS NOT NULL OR NEW.`before` IS NULL OR NEW.`after` IS NULL OR (NEW.`seq`, NEW.`at`, NEW.`actor`, NEW.`actor_name`, NEW.`kind`, NEW.`action`, NEW.`item_id`, NEW.`notice_update_id`, NEW.`request_id`) IS NOT (OLD.`seq`, OLD.`at`, OLD.`actor`, OLD.`actor_name`, OLD.`kind`, OLD.`action`, OLD.`item_id`, OLD.`notice_update_id`, OLD.`request_id`) BEGIN SELECT RAISE(ABORT, 'Entries of the audit log cannot be changed.'); END;

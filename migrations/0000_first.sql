CREATE TABLE `components` (
	`component_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`status` text NOT NULL,
	`order` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `components_by_order` ON `components` (`order`);--> statement-breakpoint
CREATE TABLE `status_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`component_id` text NOT NULL,
	`status` text NOT NULL,
	`at` text NOT NULL,
	`cause` text NOT NULL,
	FOREIGN KEY (`component_id`) REFERENCES `components`(`component_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `status_changes_by_component` ON `status_changes` (`component_id`,`at`);--> statement-breakpoint
CREATE TABLE `content_version` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL
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
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `metrics_by_order` ON `metrics` (`order`);--> statement-breakpoint
CREATE TABLE `notice_components` (
	`notice_id` text NOT NULL,
	`component_id` text NOT NULL,
	`status` text NOT NULL,
	`restore_status` text,
	`restore_seen_at` text,
	PRIMARY KEY(`notice_id`, `component_id`),
	FOREIGN KEY (`notice_id`) REFERENCES `notices`(`notice_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`component_id`) REFERENCES `components`(`component_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notice_components_by_component` ON `notice_components` (`component_id`);--> statement-breakpoint
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
CREATE TABLE `notices` (
	`notice_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`message` text NOT NULL,
	`start_at` text,
	`end_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `notices_by_age` ON `notices` (`kind`,`created_at`,`notice_id`);--> statement-breakpoint
CREATE INDEX `notices_by_status` ON `notices` (`kind`,`status`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`hash` text NOT NULL,
	`created_date` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash_unique` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE TABLE `settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`service_name` text DEFAULT '' NOT NULL,
	`background_color` text DEFAULT '#FFFFFF' NOT NULL,
	`logo_id` text DEFAULT '' NOT NULL,
	`email_enabled` integer DEFAULT false NOT NULL,
	`source_region` text DEFAULT 'us-west-2' NOT NULL,
	`source_email_address` text DEFAULT '' NOT NULL,
	`updated_at` text DEFAULT '' NOT NULL
);

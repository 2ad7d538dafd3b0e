CREATE TABLE `bounce_notifications` (
	`message_id` text PRIMARY KEY NOT NULL,
	`received_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `bounce_notifications_by_age` ON `bounce_notifications` (`received_at`);--> statement-breakpoint
CREATE TABLE `mail_deliveries` (
	`delivery_id` integer PRIMARY KEY NOT NULL,
	`message_id` text NOT NULL,
	`subscriber_id` text,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` text NOT NULL,
	`error` text DEFAULT '' NOT NULL,
	`service_id` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `mail_messages`(`message_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`subscriber_id`) REFERENCES `subscribers`(`subscriber_id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `mail_deliveries_due` ON `mail_deliveries` (`next_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `mail_deliveries_by_state` ON `mail_deliveries` (`message_id`,`state`);--> statement-breakpoint
CREATE INDEX `mail_deliveries_by_subscriber` ON `mail_deliveries` (`subscriber_id`);--> statement-breakpoint
CREATE INDEX `mail_deliveries_by_service_id` ON `mail_deliveries` (`service_id`) WHERE service_id <> '';--> statement-breakpoint
CREATE TABLE `mail_messages` (
	`message_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`notice_id` text,
	`content` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mail_messages_by_age` ON `mail_messages` (`created_at`);--> statement-breakpoint
CREATE INDEX `mail_messages_told` ON `mail_messages` (`created_at`) WHERE kind <> 'confirmation';--> statement-breakpoint
CREATE INDEX `mail_messages_by_notice` ON `mail_messages` (`notice_id`);--> statement-breakpoint
CREATE TABLE `mail_pause` (
	`one` integer PRIMARY KEY NOT NULL,
	`until` text NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE `subscriber_components` (
	`subscriber_id` text NOT NULL,
	`component_id` text NOT NULL,
	PRIMARY KEY(`subscriber_id`, `component_id`),
	FOREIGN KEY (`subscriber_id`) REFERENCES `subscribers`(`subscriber_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`component_id`) REFERENCES `components`(`component_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `subscriber_components_by_component` ON `subscriber_components` (`component_id`);--> statement-breakpoint
CREATE TABLE `subscribers` (
	`subscriber_id` text PRIMARY KEY NOT NULL,
	`email_address` text NOT NULL,
	`address_key` text NOT NULL,
	`token` text NOT NULL,
	`state` text NOT NULL,
	`ended_reason` text,
	`ended_at` text,
	`everything` integer NOT NULL,
	`time_zone` text DEFAULT 'UTC' NOT NULL,
	`language` text DEFAULT 'en' NOT NULL,
	`created_at` text NOT NULL,
	`confirmed_at` text,
	`confirmation_sent_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscribers_address_key_unique` ON `subscribers` (`address_key`);--> statement-breakpoint
CREATE INDEX `subscribers_by_state` ON `subscribers` (`state`,`created_at`);--> statement-breakpoint
ALTER TABLE `content_version` ADD `raised_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `notices` ADD `edited_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `notices` ADD `changed_at` text GENERATED ALWAYS AS (max(updated_at, edited_at)) VIRTUAL;--> statement-breakpoint
ALTER TABLE `notices` ADD `sequence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `notices_by_change` ON `notices` (`changed_at`);--> statement-breakpoint
CREATE INDEX `notices_over_days` ON `notices` (`changed_at`) WHERE substr(created_at, 1, 10) < substr(changed_at, 1, 10);--> statement-breakpoint
CREATE INDEX `notices_by_start` ON `notices` (`kind`,`start_at`);
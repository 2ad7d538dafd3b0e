CREATE TABLE `endpoint_deliveries` (
	`delivery_id` integer PRIMARY KEY NOT NULL,
	`message_id` text NOT NULL,
	`subscriber_id` text,
	`channel` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` text NOT NULL,
	`error` text DEFAULT '' NOT NULL,
	`response_status` integer,
	`tried_at` text,
	FOREIGN KEY (`message_id`) REFERENCES `mail_messages`(`message_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`subscriber_id`) REFERENCES `subscribers`(`subscriber_id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `endpoint_deliveries_by_message` ON `endpoint_deliveries` (`message_id`,`channel`,`state`);--> statement-breakpoint
CREATE INDEX `endpoint_deliveries_by_subscriber` ON `endpoint_deliveries` (`subscriber_id`);--> statement-breakpoint
CREATE INDEX `endpoint_deliveries_waiting` ON `endpoint_deliveries` (`subscriber_id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE TABLE `endpoints` (
	`subscriber_id` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`next_at` text,
	`resting_since` text,
	`secret_version` integer DEFAULT 1 NOT NULL,
	`rotated_at` text,
	`is_secret_shown` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`subscriber_id`) REFERENCES `subscribers`(`subscriber_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `endpoints_due` ON `endpoints` (`next_at`) WHERE next_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `endpoints_enabled` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `subscribers` ADD `channel` text DEFAULT 'email' NOT NULL;
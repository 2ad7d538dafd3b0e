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
CREATE INDEX `notices_by_start` ON `notices` (`kind`,`start_at`);
ALTER TABLE `components` ADD `shown` text DEFAULT 'always' NOT NULL;--> statement-breakpoint
ALTER TABLE `components` ADD `shows_uptime` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `components` ADD `uptime_since` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `components` ADD `link` text DEFAULT '' NOT NULL;
ALTER TABLE `subscribers` ADD `is_keyed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `subscribers` ADD `old_token_hash` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `subscribers` ADD `token_version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `subscribers_to_convert` ON `subscribers` (`subscriber_id`) WHERE token <> '';
ALTER TABLE `api_keys` ADD `encrypted_value` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `name` text DEFAULT 'API key' NOT NULL;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `scopes` text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `expires_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `last_used_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `api_keys_readable` ON `api_keys` (`id`) WHERE value <> '';
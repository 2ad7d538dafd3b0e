ALTER TABLE `received_alerts` ADD `key_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `alert_paths` text;
ALTER TABLE `settings` ADD `turnstile_site_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `turnstile_secret` text DEFAULT '' NOT NULL;
ALTER TABLE `settings` ADD `sign_in` text DEFAULT '{"kind":"variables"}' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `sign_in_secret` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `sign_in_at` text DEFAULT '' NOT NULL;
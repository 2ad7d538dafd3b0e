ALTER TABLE `settings` ADD `smtp_host` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `smtp_port` integer DEFAULT 465 NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `smtp_user` text DEFAULT '' NOT NULL;
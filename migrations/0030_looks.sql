ALTER TABLE `settings` ADD `note` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `header_links` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `footer_links` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `accent_color` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `page_width` text DEFAULT 'normal' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `font` text DEFAULT 'system' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `dark_logo_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `favicon_id` text DEFAULT '' NOT NULL;
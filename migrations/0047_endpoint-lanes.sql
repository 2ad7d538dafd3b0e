DROP INDEX `endpoints_due`;--> statement-breakpoint
ALTER TABLE `endpoints` ADD `lane` text DEFAULT 'ENDPOINTS' NOT NULL;--> statement-breakpoint
CREATE INDEX `endpoints_due_by_lane` ON `endpoints` (`lane`,`is_slow`,`next_at`) WHERE next_at IS NOT NULL;--> statement-breakpoint
UPDATE `endpoints` SET `lane` = (SELECT CASE WHEN s.`is_team` THEN 'TEAM' WHEN s.`channel` IN ('webhook', 'push') THEN 'ENDPOINTS' ELSE 'CHAT' END FROM `subscribers` AS s WHERE s.`subscriber_id` = `endpoints`.`subscriber_id`);

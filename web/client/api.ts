// Written by `npm run client`.
export interface paths {
    "/api/components": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the components by their order */
        get: operations["getComponents"];
        put?: never;
        /** Add a component */
        post: operations["postComponents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/components/{componentID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a component */
        delete: operations["deleteComponentsComponentID"];
        options?: never;
        head?: never;
        /** Change or move a component */
        patch: operations["patchComponentsComponentID"];
        trace?: never;
    };
    "/api/components/{componentID}/uptime": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a component's uptime and its days */
        get: operations["getComponentsComponentIDUptime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read it as a page */
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external-metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what a monitoring service has to offer, a page at a time */
        get: operations["getExternalMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ask whether everything is up */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/hooks/ses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tell of bounces and complaints, as Amazon SNS does */
        post: operations["postHooksSes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the incidents, newest first */
        get: operations["getIncidents"];
        put?: never;
        /** Open an incident */
        post: operations["postIncidents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/incidents/{incidentID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an incident */
        get: operations["getIncidentsIncidentID"];
        put?: never;
        post?: never;
        /** Delete an incident with its updates */
        delete: operations["deleteIncidentsIncidentID"];
        options?: never;
        head?: never;
        /** Change an incident, or append an update to it */
        patch: operations["patchIncidentsIncidentID"];
        trace?: never;
    };
    "/api/incidents/{incidentID}/incidentupdates/{incidentUpdateID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change an update of an incident */
        patch: operations["patchIncidentsIncidentIDIncidentupdatesIncidentUpdateID"];
        trace?: never;
    };
    "/api/mail/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what was told by mail, newest first */
        get: operations["getMailMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mail/recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count who hears of an incident or a maintenance */
        get: operations["getMailRecipients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mail/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test mail, by the stored settings */
        post: operations["postMailTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/maintenances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the maintenances, newest first */
        get: operations["getMaintenances"];
        put?: never;
        /** Plan a maintenance */
        post: operations["postMaintenances"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/maintenances/{maintenanceID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a maintenance */
        get: operations["getMaintenancesMaintenanceID"];
        put?: never;
        post?: never;
        /** Delete a maintenance with its updates */
        delete: operations["deleteMaintenancesMaintenanceID"];
        options?: never;
        head?: never;
        /** Change a maintenance, or append an update to it */
        patch: operations["patchMaintenancesMaintenanceID"];
        trace?: never;
    };
    "/api/maintenances/{maintenanceID}/maintenanceupdates/{maintenanceUpdateID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change an update of a maintenance */
        patch: operations["patchMaintenancesMaintenanceIDMaintenanceupdatesMaintenanceUpdateID"];
        trace?: never;
    };
    "/api/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List metrics */
        get: operations["getMetrics"];
        put?: never;
        /** Add a metric */
        post: operations["postMetrics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/metrics/{metricID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a metric and its points */
        delete: operations["deleteMetricsMetricID"];
        options?: never;
        head?: never;
        /** Change a metric */
        patch: operations["patchMetricsMetricID"];
        trace?: never;
    };
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read this description of the API */
        get: operations["getOpenapiJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public-metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List visible metrics */
        get: operations["getPublicMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public-metrics/{metricID}/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a graph's values */
        get: operations["getPublicMetricsMetricIDSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what visitors may know of the settings */
        get: operations["getPublicSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the settings */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change settings; a change of what mail is sent by is tried with a mail to the source address first */
        patch: operations["patchSettings"];
        trace?: never;
    };
    "/api/settings/apikeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create an API key */
        post: operations["postSettingsApikeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/apikeys/{keyID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an API key */
        delete: operations["deleteSettingsApikeysKeyID"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/logos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Upload a logo in the place of the one before */
        post: operations["postSettingsLogos"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/logos/{logoID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete the logo */
        delete: operations["deleteSettingsLogosLogoID"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/subscribers/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Erase what is stored about an e-mail address */
        post: operations["postSubscribersErase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/subscribers/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read all that is stored about an e-mail address */
        post: operations["postSubscribersFind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/subscribers/subscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask for e-mails; the address confirms it by a link */
        post: operations["postSubscribersSubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/components": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the components by their order */
        get: operations["getV0Components"];
        put?: never;
        /** Add a component */
        post: operations["postV0Components"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/components/{componentID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a component */
        delete: operations["deleteV0ComponentsComponentID"];
        options?: never;
        head?: never;
        /** Change or move a component */
        patch: operations["patchV0ComponentsComponentID"];
        trace?: never;
    };
    "/api/v0/components/{componentID}/uptime": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a component's uptime and its days */
        get: operations["getV0ComponentsComponentIDUptime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the incidents, newest first */
        get: operations["getV0Incidents"];
        put?: never;
        /** Open an incident */
        post: operations["postV0Incidents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/incidents/{incidentID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an incident */
        get: operations["getV0IncidentsIncidentID"];
        put?: never;
        post?: never;
        /** Delete an incident with its updates */
        delete: operations["deleteV0IncidentsIncidentID"];
        options?: never;
        head?: never;
        /** Change an incident, or append an update to it */
        patch: operations["patchV0IncidentsIncidentID"];
        trace?: never;
    };
    "/api/v0/incidents/{incidentID}/incidentupdates/{incidentUpdateID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change an update of an incident */
        patch: operations["patchV0IncidentsIncidentIDIncidentupdatesIncidentUpdateID"];
        trace?: never;
    };
    "/api/v0/maintenances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the maintenances, newest first */
        get: operations["getV0Maintenances"];
        put?: never;
        /** Plan a maintenance */
        post: operations["postV0Maintenances"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/maintenances/{maintenanceID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a maintenance */
        get: operations["getV0MaintenancesMaintenanceID"];
        put?: never;
        post?: never;
        /** Delete a maintenance with its updates */
        delete: operations["deleteV0MaintenancesMaintenanceID"];
        options?: never;
        head?: never;
        /** Change a maintenance, or append an update to it */
        patch: operations["patchV0MaintenancesMaintenanceID"];
        trace?: never;
    };
    "/api/v0/maintenances/{maintenanceID}/maintenanceupdates/{maintenanceUpdateID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change an update of a maintenance */
        patch: operations["patchV0MaintenancesMaintenanceIDMaintenanceupdatesMaintenanceUpdateID"];
        trace?: never;
    };
    "/api/v0/metrics/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Submit points of metrics of type Self */
        post: operations["postV0MetricsData"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/components.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the components by their order */
        get: operations["getV2ComponentsJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/incidents.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the 50 newest incidents */
        get: operations["getV2IncidentsJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/incidents/unresolved.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the open incidents, newest first */
        get: operations["getV2IncidentsUnresolvedJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/scheduled-maintenances.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the 50 newest maintenances */
        get: operations["getV2ScheduledMaintenancesJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/scheduled-maintenances/active.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the running maintenances */
        get: operations["getV2ScheduledMaintenancesActiveJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/scheduled-maintenances/upcoming.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the planned maintenances, the next first */
        get: operations["getV2ScheduledMaintenancesUpcomingJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/status.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read how all is, in a word */
        get: operations["getV2StatusJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v2/summary.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the whole page */
        get: operations["getV2SummaryJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logos/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a logo: its id, with @2x behind it for twice the size */
        get: operations["getLogosName"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics/{metricID}/{year}/{month}/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a day's points: {year}/{month}/{day}.json, in UTC */
        get: operations["getMetricsMetricIDYearMonthFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ApiKey: {
            /** Format: date-time */
            createdDate: string;
            /** @description Empty for a key that never expires. */
            expiresAt: string;
            id: string;
            /** @description Up to an hour behind. Empty for a key that was never used. */
            lastUsedAt: string;
            name: string;
            scopes: ("all" | "metrics" | "notices" | "read")[];
            /** @description What scripts send as x-api-key. Empty where the Worker's SECRET_KEY is not the one that it was encrypted with: the key still works, but it can not be shown. */
            value: string;
        };
        Component: {
            componentID: string;
            /** Format: date-time */
            createdAt: string;
            description: string;
            name: string;
            /** @description Seconds since the epoch or near it; components are listed by it, and no two have the same. */
            order: number;
            /** @enum {string} */
            status: "Operational" | "Under Maintenance" | "Degraded Performance" | "Partial Outage" | "Major Outage";
            /** Format: date-time */
            updatedAt: string;
        };
        ComponentChange: {
            description?: string;
            name?: string;
            order?: number;
            /** @enum {string} */
            status?: "Operational" | "Under Maintenance" | "Degraded Performance" | "Partial Outage" | "Major Outage";
        };
        ComponentDay: {
            /**
             * Format: date
             * @description A day in UTC.
             */
            date: string;
            /** @description Whole minutes in each status that it had, Operational apart; 0 is less than one. */
            minutes: {
                "Degraded Performance"?: number;
                "Major Outage"?: number;
                "Partial Outage"?: number;
                "Under Maintenance"?: number;
            };
            /**
             * @description The worst status that the component had on that day.
             * @enum {string}
             */
            worst: "Operational" | "Under Maintenance" | "Degraded Performance" | "Partial Outage" | "Major Outage";
        };
        ComponentUptime: {
            componentID: string;
            /**
             * @description The last so many days in UTC, of which today is one.
             * @enum {number}
             */
            days: 30 | 60 | 90 | 365;
            /** @description Oldest first; no day before the component existed. */
            history: components["schemas"]["ComponentDay"][];
            /**
             * Format: date-time
             * @description When counting starts: the first day, or the component's creation.
             */
            since: string;
            /** @description 1 is always. Major Outage counts whole, Partial Outage 0.3 of its time, nothing else; null for no time yet. */
            uptime: number | null;
        };
        DataPoint: {
            /** Format: date-time */
            timestamp: string;
            value: number;
        };
        Erasure: {
            emailAddress: string;
            /**
             * @description Whether an unreadable mark stays, which lets at most one mail in 30 days ask this address to confirm.
             * @default true
             */
            keepMark: boolean;
        };
        ErrorAnswer: {
            /** @description With a 409: what is stored now. */
            current?: unknown;
            /** @description A sentence that a person can act on. */
            errorMessage: string;
            /** @description Every reason, up to 100; under /api/v0 there is always at least one. */
            errors?: {
                message: string;
                /** @description Where in the body, as in `components.0.status`. */
                path?: string;
            }[];
        };
        ExternalMetrics: {
            metrics: {
                Dimensions: {
                    Name: string;
                    Value: string;
                }[];
                MetricName: string;
                Namespace: string;
            }[];
            nextCursor?: string;
        };
        FoundSubscriber: {
            /** @description null for an address that is not known. */
            subscriber: {
                /** @description Those chosen, where it is not everything. */
                components: {
                    componentID: string;
                    name: string;
                }[];
                /** @description When a mail with that link was last sent. */
                confirmationSentAt: string | null;
                /** @description When consent was given, by the link in the mail. */
                confirmedAt: string | null;
                /** @description Mails of the last 90 days, newest first, 10,000 at most. */
                deliveries: {
                    /** @description Tries that failed. */
                    attempts: number;
                    /** Format: date-time */
                    createdAt: string;
                    /** @description What the mail service said of the last try that failed. */
                    error: string;
                    /** @enum {string} */
                    kind: "incident" | "maintenance" | "confirmation";
                    /** @description Of the incident or maintenance. Empty for a confirmation. */
                    name: string;
                    /** @description What the mail service calls the mail. */
                    serviceID: string;
                    /** @enum {string} */
                    state: "waiting" | "sent" | "failed" | "withdrawn";
                    /** @description As it was told. */
                    status: string;
                }[];
                /** @description Empty once the subscription has ended. */
                emailAddress: string;
                endedAt: string | null;
                /** @description Why it ended, also of one that is requested again and not confirmed since. */
                endedReason: ("left" | "declined" | "bounce" | "complaint" | "erased") | null;
                everything: boolean;
                language: string;
                /**
                 * Format: date-time
                 * @description When the subscription was last requested before it was confirmed.
                 */
                requestedAt: string;
                /**
                 * @description Only a confirmed subscriber gets mails about incidents.
                 * @enum {string}
                 */
                state: "unconfirmed" | "confirmed" | "ended";
                subscriberID: string;
                timeZone: string;
            } | null;
        };
        Incident: {
            /** @description What was last said about each component that was touched. */
            components: {
                componentID: string;
                name: string;
                /** @enum {string} */
                status: "Operational" | "Under Maintenance" | "Degraded Performance" | "Partial Outage" | "Major Outage";
            }[];
            /** Format: date-time */
            createdAt: string;
            incidentID: string;
            /** @description Newest first, never empty; the newest 1,000, as far as they fit into 4 MiB. */
            incidentUpdates: components["schemas"]["IncidentUpdate"][];
            /** @description The newest update's, in Markdown. */
            message: string;
            name: string;
            /**
             * @description The newest update's.
             * @enum {string}
             */
            status: "Investigating" | "Identified" | "Monitoring" | "Resolved";
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description `status`, `message` or `components` append an update; the other fields alone do not. */
        IncidentChange: {
            components?: {
                componentID: string;
                /** @enum {string} */
                status: "Operational" | "Under Maintenance" | "Degraded Performance" | "Partial Outage" | "Major Outage";
            }[];
            /** @description For what was noticed late: a date and time that has been. Without a zone it means UTC. */
            createdAt?: string;
            /** @description Markdown. */
            message?: string;
            name?: string;
            /** @description Whether subscribers are told by mail what is posted; true unless told. */
            notifySubscribers?: boolean;
            /** @enum {string} */
            status?: "Investigating" | "Identified" | "Monitoring" | "Resolved";
        };
        IncidentUpdate: {
            /** Format: date-time */
            createdAt: string;
            incidentID: string;
            /** @enum {string} */
            incidentStatus: "Investigating" | "Identified" | "Monitoring" | "Resolved";
            incidentUpdateID: string;
            /** @description Markdown. */
            message: string;
            /** Format: date-time */
            updatedAt: string;
        };
        IncidentUpdateChange: {
            /** @description For what was noticed late: a date and time that has been. Without a zone it means UTC. */
            createdAt?: string;
            /** @enum {string} */
            incidentStatus?: "Investigating" | "Identified" | "Monitoring" | "Resolved";
            /** @description Markdown. */
            message?: string;
        };
        KeptPoints: {
            [key: string]: components["schemas"]["DataPoint"][];
        };
        KnownAddress: {
            emailAddress: string;
        };
        Logo: {
            id: string;
        };
        MailMessages: {
            /** @description Mails that ask to confirm a subscription, of the last 7 days. */
            confirmations: {
                /** @description Refused by the mail service, or given up after a day. */
                failed: number;
                /** @description What the mail service said of those that failed or wait, the most frequent first. */
                problems: {
                    count: number;
                    words: string;
                }[];
                sent: number;
                waiting: number;
                /** @description What keeps readers from subscribing right now or did in the last 24 hours, in sentences. */
                warnings: string[];
                /** @description Not sent any more: the subscription had ended, the incident was deleted, or mail was switched off. */
                withdrawn: number;
            };
            messages: {
                /** Format: date-time */
                createdAt: string;
                /** @description Refused by the mail service, or given up after a day. */
                failed: number;
                /** @enum {string} */
                kind: "incident" | "maintenance";
                messageID: string;
                name: string;
                noticeID: string;
                /** @description What the mail service said of those that failed or wait, the most frequent first. */
                problems: {
                    count: number;
                    words: string;
                }[];
                sent: number;
                status: string;
                waiting: number;
                /** @description Not sent any more: the subscription had ended, the incident was deleted, or mail was switched off. */
                withdrawn: number;
            }[];
        };
        Maintenance: {
            /** @description What was last said about each component that was touched. */
            components: {
                componentID: string;
                name: string;
                /** @enum {string} */
                status: "Operational" | "Under Maintenance" | "Degraded Performance" | "Partial Outage" | "Major Outage";
            }[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            endAt: string;
            maintenanceID: string;
            /** @description Newest first, never empty; the newest 1,000, as far as they fit into 4 MiB. */
            maintenanceUpdates: components["schemas"]["MaintenanceUpdate"][];
            /** @description The newest update's, in Markdown. */
            message: string;
            name: string;
            /** Format: date-time */
            startAt: string;
            /**
             * @description The newest update's.
             * @enum {string}
             */
            status: "Scheduled" | "In Progress" | "Verifying" | "Completed";
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description `status`, `message` or `components` append an update; the other fields alone do not. */
        MaintenanceChange: {
            components?: {
                componentID: string;
                /** @enum {string} */
                status: "Operational" | "Under Maintenance" | "Degraded Performance" | "Partial Outage" | "Major Outage";
            }[];
            /** @description For what was noticed late: a date and time that has been. Without a zone it means UTC. */
            createdAt?: string;
            /** Format: date-time */
            endAt?: string;
            /** @description Markdown. */
            message?: string;
            name?: string;
            /** @description Whether subscribers are told by mail what is posted; true unless told. */
            notifySubscribers?: boolean;
            /** Format: date-time */
            startAt?: string;
            /** @enum {string} */
            status?: "Scheduled" | "In Progress" | "Verifying" | "Completed";
        };
        MaintenanceUpdate: {
            /** Format: date-time */
            createdAt: string;
            maintenanceID: string;
            /** @enum {string} */
            maintenanceStatus: "Scheduled" | "In Progress" | "Verifying" | "Completed";
            maintenanceUpdateID: string;
            /** @description Markdown. */
            message: string;
            /** Format: date-time */
            updatedAt: string;
        };
        MaintenanceUpdateChange: {
            /** @description For what was noticed late: a date and time that has been. Without a zone it means UTC. */
            createdAt?: string;
            /** @enum {string} */
            maintenanceStatus?: "Scheduled" | "In Progress" | "Verifying" | "Completed";
            /** @description Markdown. */
            message?: string;
        };
        Metric: {
            collectionError: string;
            /** Format: date-time */
            createdAt: string;
            decimalPlaces: number;
            description: string;
            metricID: string;
            order: number;
            props: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            status: "Hidden" | "Visible";
            title: string;
            /** @enum {string} */
            type: "CloudWatch" | "Prometheus" | "Self";
            unit: string;
            /** Format: date-time */
            updatedAt: string;
        };
        MetricChange: {
            decimalPlaces?: number;
            description?: string;
            order?: number;
            props?: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            status?: "Hidden" | "Visible";
            title?: string;
            /** @enum {string} */
            type?: "CloudWatch" | "Prometheus" | "Self";
            unit?: string;
        };
        NewApiKey: {
            /** @description From when on the key is refused. It never expires unless told. */
            expiresAt?: string;
            /** @description What the key is for. `API key` unless told. */
            name?: string;
            /** @description What the key may do: `metrics` submits points, `notices` reads and changes components, incidents and maintenances, `read` only reads them, `all` does everything. `all` unless told. */
            scopes?: ("all" | "metrics" | "notices" | "read")[];
        };
        NewComponent: {
            description?: string;
            name: string;
            /** @enum {string} */
            status?: "Operational" | "Under Maintenance" | "Degraded Performance" | "Partial Outage" | "Major Outage";
        };
        NewIncident: {
            components?: {
                componentID: string;
                /** @enum {string} */
                status: "Operational" | "Under Maintenance" | "Degraded Performance" | "Partial Outage" | "Major Outage";
            }[];
            /** @description For what was noticed late: a date and time that has been. Without a zone it means UTC. */
            createdAt?: string;
            /** @description Markdown. */
            message?: string;
            name: string;
            /** @description Whether subscribers are told by mail what is posted; true unless told. */
            notifySubscribers?: boolean;
            /** @enum {string} */
            status: "Investigating" | "Identified" | "Monitoring" | "Resolved";
        };
        NewLogo: {
            /** @description A PNG or JPEG at twice its size on the page, as a data URL: data:image/png;base64,… */
            data: string;
            /** @description The same at its size on the page; without it `data` serves for both. */
            data1x?: string;
        };
        NewMaintenance: {
            components?: {
                componentID: string;
                /** @enum {string} */
                status: "Operational" | "Under Maintenance" | "Degraded Performance" | "Partial Outage" | "Major Outage";
            }[];
            /** @description For what was noticed late: a date and time that has been. Without a zone it means UTC. */
            createdAt?: string;
            /** Format: date-time */
            endAt: string;
            /** @description Markdown. */
            message?: string;
            name: string;
            /** @description Whether subscribers are told by mail what is posted; true unless told. */
            notifySubscribers?: boolean;
            /** Format: date-time */
            startAt: string;
            /** @enum {string} */
            status: "Scheduled" | "In Progress" | "Verifying" | "Completed";
        };
        NewMetric: {
            decimalPlaces?: number;
            description?: string;
            props?: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            status?: "Hidden" | "Visible";
            title: string;
            /** @enum {string} */
            type: "CloudWatch" | "Prometheus" | "Self";
            unit?: string;
        };
        NewSubscriber: {
            /** @description Ids of the components to hear about; without it everything. */
            components?: string[];
            emailAddress: string;
            /** @description As in en or pt-BR; English unless told. */
            language?: string;
            /** @description Of the tz database, as in Europe/Madrid; UTC unless told. Times in mails are in it, too. */
            timeZone?: string;
            /** @description Needed where the form at /subscribe shows Cloudflare's Turnstile: the token that it gives. */
            turnstileToken?: string;
            /** @description Nobody sees this field, so whoever fills it in is no person: it stays empty. */
            website?: unknown;
        };
        PublicMetric: {
            /** Format: date-time */
            createdAt: string;
            decimalPlaces: number;
            description: string;
            metricID: string;
            order: number;
            /** @enum {string} */
            status: "Hidden" | "Visible";
            title: string;
            /** @enum {string} */
            type: "CloudWatch" | "Prometheus" | "Self";
            unit: string;
            /** Format: date-time */
            updatedAt: string;
        };
        PublicSettings: {
            /** @description As in #1A2B3C. */
            backgroundColor: string;
            /** @description Where the metrics' day files are. */
            dataHost: string;
            emailEnabled: boolean;
            /** @description Empty without a logo; its addresses are /logos/{id} and /logos/{id}@2x on the status page. */
            logoID: string;
            /** @description Linked beside the form to subscribe. Empty without one. */
            privacyNoticeURL: string;
            serviceName: string;
            statusPageURL: string;
        };
        Recipients: {
            /** @description Confirmed subscribers who hear of it. */
            count: number;
            mailIsOn: boolean;
        };
        Series: {
            average: number | null;
            /** Format: date-time */
            start: string;
            stepSeconds: number;
            /** @enum {string} */
            timeframe: "day" | "week" | "month";
            values: (number | null)[];
        };
        Settings: {
            adminPageURL: string;
            /** @description Oldest first. */
            apiKeys: components["schemas"]["ApiKey"][];
            /** @description As in #1A2B3C. */
            backgroundColor: string;
            emailNotification: {
                enable: boolean;
                sourceEmailAddress: string;
                /** @enum {string} */
                sourceRegion: "us-west-2" | "us-east-1" | "eu-west-1";
            };
            /** @description Empty without a logo. */
            logoID: string;
            logos: components["schemas"]["Logo"][];
            /** @description Linked beside the form to subscribe. Empty without one. */
            privacyNoticeURL: string;
            serviceName: string;
            statusPageURL: string;
            /** @description Whoever subscribes is checked by Cloudflare's Turnstile where there is a site key. */
            turnstile: {
                hasSecretKey: boolean;
                siteKey: string;
            };
            /** @description Empty as long as nothing has been changed; for `If-Match`. */
            updatedAt: string;
        };
        SettingsChange: {
            backgroundColor?: string;
            emailNotification?: {
                enable?: boolean;
                sourceEmailAddress?: string;
                /** @enum {string} */
                sourceRegion?: "us-west-2" | "us-east-1" | "eu-west-1";
            };
            privacyNoticeURL?: string;
            serviceName?: string;
            turnstile?: {
                /** @description Needed with another site key; it is never shown again. */
                secretKey?: string;
                /** @description Empty turns Turnstile off and deletes its secret key. */
                siteKey?: string;
            };
        };
        Submission: {
            [key: string]: unknown;
        };
        TestMail: {
            emailAddress: string;
        };
        TopicMessage: {
            Message: string;
            MessageId: string;
            Signature: string;
            /** @enum {string} */
            SignatureVersion: "1" | "2";
            SigningCertURL: string;
            Subject?: string | null;
            Timestamp: string;
            TopicArn: string;
            /** @constant */
            Type: "Notification";
        } | {
            Message: string;
            MessageId: string;
            Signature: string;
            /** @enum {string} */
            SignatureVersion: "1" | "2";
            SigningCertURL: string;
            SubscribeURL: string;
            Timestamp: string;
            Token: string;
            TopicArn: string;
            /** @constant */
            Type: "SubscriptionConfirmation";
        } | {
            Message: string;
            MessageId: string;
            Signature: string;
            /** @enum {string} */
            SignatureVersion: "1" | "2";
            SigningCertURL: string;
            SubscribeURL: string;
            Timestamp: string;
            Token: string;
            TopicArn: string;
            /** @constant */
            Type: "UnsubscribeConfirmation";
        };
        V2AffectedComponent: {
            /** @description The component's id. */
            code: string;
            name: string;
            /** @enum {string} */
            new_status: "operational" | "under_maintenance" | "degraded_performance" | "partial_outage" | "major_outage";
            /** @enum {string} */
            old_status: "operational" | "under_maintenance" | "degraded_performance" | "partial_outage" | "major_outage";
        };
        V2Component: {
            /** Format: date-time */
            created_at: string;
            description: string | null;
            /** @constant */
            group: false;
            group_id: null;
            id: string;
            name: string;
            only_show_if_degraded: boolean;
            page_id: string;
            /** @description 1 for the first. */
            position: number;
            showcase: boolean;
            start_date: string | null;
            /** @enum {string} */
            status: "operational" | "under_maintenance" | "degraded_performance" | "partial_outage" | "major_outage";
            /** Format: date-time */
            updated_at: string;
        };
        V2Components: {
            components: components["schemas"]["V2Component"][];
            page: components["schemas"]["V2Page"];
        };
        V2Incident: {
            components: components["schemas"]["V2Component"][];
            /** Format: date-time */
            created_at: string;
            id: string;
            /** @enum {string} */
            impact: "none" | "minor" | "major" | "critical";
            /** @description Newest first, never empty. */
            incident_updates: {
                affected_components: components["schemas"]["V2AffectedComponent"][];
                /** @description Markdown. */
                body: string;
                /** Format: date-time */
                created_at: string;
                custom_tweet: null;
                deliver_notifications: boolean;
                /** Format: date-time */
                display_at: string;
                id: string;
                incident_id: string;
                /** @enum {string} */
                status: "investigating" | "identified" | "monitoring" | "resolved";
                tweet_id: null;
                /** Format: date-time */
                updated_at: string;
            }[];
            monitoring_at: string | null;
            name: string;
            page_id: string;
            resolved_at: string | null;
            shortlink: string;
            /** Format: date-time */
            started_at: string;
            /** @enum {string} */
            status: "investigating" | "identified" | "monitoring" | "resolved";
            /** Format: date-time */
            updated_at: string;
        };
        V2Incidents: {
            incidents: components["schemas"]["V2Incident"][];
            page: components["schemas"]["V2Page"];
        };
        V2Page: {
            id: string;
            name: string;
            time_zone: string;
            /**
             * Format: date-time
             * @description When anything that visitors see last changed.
             */
            updated_at: string;
            url: string;
        };
        V2PageStatus: {
            page: components["schemas"]["V2Page"];
            status: components["schemas"]["V2Status"];
        };
        V2ScheduledMaintenance: {
            components: components["schemas"]["V2Component"][];
            /** Format: date-time */
            created_at: string;
            id: string;
            /** @constant */
            impact: "maintenance";
            /** @description Newest first, never empty. */
            incident_updates: {
                affected_components: components["schemas"]["V2AffectedComponent"][];
                /** @description Markdown. */
                body: string;
                /** Format: date-time */
                created_at: string;
                custom_tweet: null;
                deliver_notifications: boolean;
                /** Format: date-time */
                display_at: string;
                id: string;
                incident_id: string;
                /** @enum {string} */
                status: "scheduled" | "in_progress" | "verifying" | "completed";
                tweet_id: null;
                /** Format: date-time */
                updated_at: string;
            }[];
            monitoring_at: string | null;
            name: string;
            page_id: string;
            resolved_at: string | null;
            /** Format: date-time */
            scheduled_for: string;
            /** Format: date-time */
            scheduled_until: string;
            shortlink: string;
            /** Format: date-time */
            started_at: string;
            /** @enum {string} */
            status: "scheduled" | "in_progress" | "verifying" | "completed";
            /** Format: date-time */
            updated_at: string;
        };
        V2ScheduledMaintenances: {
            page: components["schemas"]["V2Page"];
            scheduled_maintenances: components["schemas"]["V2ScheduledMaintenance"][];
        };
        V2Status: {
            /** @enum {string} */
            description: "All Systems Operational" | "Partially Degraded Service" | "Degraded System Service" | "Minor Service Outage" | "Partial System Outage" | "Major System Outage" | "Service Under Maintenance";
            /** @enum {string} */
            indicator: "none" | "minor" | "major" | "critical" | "maintenance";
        };
        V2Summary: {
            components: components["schemas"]["V2Component"][];
            incidents: components["schemas"]["V2Incident"][];
            page: components["schemas"]["V2Page"];
            scheduled_maintenances: components["schemas"]["V2ScheduledMaintenance"][];
            status: components["schemas"]["V2Status"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getComponents: {
        parameters: {
            query?: {
                /** @description 1 reads past every cache, for administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The ETag of an answer that the client has. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Component"][];
                };
            };
            /** @description Unchanged since the answer whose ETag was sent in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    postComponents: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text of the client's own, as a UUID. A repeat with the same key within 24 hours gets the same answer, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewComponent"];
            };
        };
        responses: {
            /** @description It has been created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Component"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    deleteComponentsComponentID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                componentID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone, or was before. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    patchComponentsComponentID: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `updatedAt` that the change was made on, in quotation marks. Without it the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                componentID: string;
            };
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ComponentChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Component"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getComponentsComponentIDUptime: {
        parameters: {
            query?: {
                /** @description 90 unless told. */
                days?: 30 | 60 | 90 | 365;
                /** @description 1 reads past every cache, for administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The ETag of an answer that the client has. */
                "If-None-Match"?: string;
            };
            path: {
                componentID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComponentUptime"];
                };
            };
            /** @description Unchanged since the answer whose ETag was sent in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an answer that the client has. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
            /** @description Unchanged since the answer whose ETag was sent in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getExternalMetrics: {
        parameters: {
            query: {
                /** @description The nextCursor of the page before. */
                cursor?: string;
                /** @description JSON: Region, and Namespace or not. */
                filters?: string;
                type: "CloudWatch";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalMetrics"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service that had to be asked refused or failed, with its own words. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    postHooksSes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TopicMessage"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getIncidents: {
        parameters: {
            query?: {
                /** @description Only what is older: a date and time, or the cursor of a Link header. */
                before?: string;
                /** @description 1 reads past every cache, for administrators only. */
                fresh?: "1";
                /** @description How many at most; 50 unless told. Fewer where they are too long for one answer. */
                limit?: number;
            };
            header?: {
                /** @description The ETag of an answer that the client has. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as <address>; rel="next"; missing on the last one. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"][];
                };
            };
            /** @description Unchanged since the answer whose ETag was sent in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    postIncidents: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text of the client's own, as a UUID. A repeat with the same key within 24 hours gets the same answer, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewIncident"];
            };
        };
        responses: {
            /** @description It has been created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getIncidentsIncidentID: {
        parameters: {
            query?: {
                /** @description 1 reads past every cache, for administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The ETag of an answer that the client has. */
                "If-None-Match"?: string;
            };
            path: {
                incidentID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"];
                };
            };
            /** @description Unchanged since the answer whose ETag was sent in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    deleteIncidentsIncidentID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                incidentID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone, or was before. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    patchIncidentsIncidentID: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `updatedAt` that the change was made on, in quotation marks. Without it the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                incidentID: string;
            };
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["IncidentChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    patchIncidentsIncidentIDIncidentupdatesIncidentUpdateID: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `updatedAt` that the change was made on, in quotation marks. Without it the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                incidentID: string;
                incidentUpdateID: string;
            };
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["IncidentUpdateChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentUpdate"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getMailMessages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailMessages"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getMailRecipients: {
        parameters: {
            query?: {
                /** @description Ids of the components that it is about, with commas between them. */
                components?: string;
                /** @description The id of one that is there, for those that it has touched already. */
                notice?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recipients"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    postMailTest: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text of the client's own, as a UUID. A repeat with the same key within 24 hours gets the same answer, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestMail"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service that had to be asked refused or failed, with its own words. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getMaintenances: {
        parameters: {
            query?: {
                /** @description Only what is older: a date and time, or the cursor of a Link header. */
                before?: string;
                /** @description 1 reads past every cache, for administrators only. */
                fresh?: "1";
                /** @description How many at most; 50 unless told. Fewer where they are too long for one answer. */
                limit?: number;
            };
            header?: {
                /** @description The ETag of an answer that the client has. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    /** @description The next page, as <address>; rel="next"; missing on the last one. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Maintenance"][];
                };
            };
            /** @description Unchanged since the answer whose ETag was sent in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    postMaintenances: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text of the client's own, as a UUID. A repeat with the same key within 24 hours gets the same answer, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMaintenance"];
            };
        };
        responses: {
            /** @description It has been created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Maintenance"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getMaintenancesMaintenanceID: {
        parameters: {
            query?: {
                /** @description 1 reads past every cache, for administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The ETag of an answer that the client has. */
                "If-None-Match"?: string;
            };
            path: {
                maintenanceID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Maintenance"];
                };
            };
            /** @description Unchanged since the answer whose ETag was sent in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    deleteMaintenancesMaintenanceID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                maintenanceID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone, or was before. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    patchMaintenancesMaintenanceID: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `updatedAt` that the change was made on, in quotation marks. Without it the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                maintenanceID: string;
            };
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MaintenanceChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Maintenance"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    patchMaintenancesMaintenanceIDMaintenanceupdatesMaintenanceUpdateID: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `updatedAt` that the change was made on, in quotation marks. Without it the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                maintenanceID: string;
                maintenanceUpdateID: string;
            };
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MaintenanceUpdateChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceUpdate"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an answer that the client has. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Metric"][];
                };
            };
            /** @description Unchanged since the answer whose ETag was sent in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    postMetrics: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text of the client's own, as a UUID. A repeat with the same key within 24 hours gets the same answer, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMetric"];
            };
        };
        responses: {
            /** @description It has been created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Metric"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    deleteMetricsMetricID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                metricID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone, or was before. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    patchMetricsMetricID: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `updatedAt` that the change was made on, in quotation marks. Without it the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                metricID: string;
            };
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MetricChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Metric"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getOpenapiJson: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an answer that the client has. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        openapi: "3.1.1";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Unchanged since the answer whose ETag was sent in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getPublicMetrics: {
        parameters: {
            query?: {
                /** @description 1 reads past every cache, for administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The ETag of an answer that the client has. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicMetric"][];
                };
            };
            /** @description Unchanged since the answer whose ETag was sent in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getPublicMetricsMetricIDSeries: {
        parameters: {
            query?: {
                timeframe?: "day" | "week" | "month";
            };
            header?: never;
            path: {
                metricID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Series"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getPublicSettings: {
        parameters: {
            query?: {
                /** @description 1 reads past every cache, for administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The ETag of an answer that the client has. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicSettings"];
                };
            };
            /** @description Unchanged since the answer whose ETag was sent in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an answer that the client has. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description Unchanged since the answer whose ETag was sent in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    patchSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `updatedAt` that the change was made on, in quotation marks. Without it the last one to write wins. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingsChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service that had to be asked refused or failed, with its own words. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    postSettingsApikeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text of the client's own, as a UUID. A repeat with the same key within 24 hours gets the same answer, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description It has been created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    deleteSettingsApikeysKeyID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone, or was before. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    postSettingsLogos: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text of the client's own, as a UUID. A repeat with the same key within 24 hours gets the same answer, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewLogo"];
            };
        };
        responses: {
            /** @description It has been created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Logo"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    deleteSettingsLogosLogoID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                logoID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone, or was before. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    postSubscribersErase: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text of the client's own, as a UUID. A repeat with the same key within 24 hours gets the same answer, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Erasure"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    postSubscribersFind: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text of the client's own, as a UUID. A repeat with the same key within 24 hours gets the same answer, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnownAddress"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundSubscriber"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    postSubscribersSubscribe: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text of the client's own, as a UUID. A repeat with the same key within 24 hours gets the same answer, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSubscriber"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getV0Components: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Component"][];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    postV0Components: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text of the client's own, as a UUID. A repeat with the same key within 24 hours gets the same answer, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewComponent"];
            };
        };
        responses: {
            /** @description It has been created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Component"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    deleteV0ComponentsComponentID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                componentID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone, or was before. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    patchV0ComponentsComponentID: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `updatedAt` that the change was made on, in quotation marks. Without it the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                componentID: string;
            };
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ComponentChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Component"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getV0ComponentsComponentIDUptime: {
        parameters: {
            query?: {
                /** @description 90 unless told. */
                days?: 30 | 60 | 90 | 365;
            };
            header?: never;
            path: {
                componentID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComponentUptime"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getV0Incidents: {
        parameters: {
            query?: {
                /** @description Only what is older: a date and time, or the cursor of a Link header. */
                before?: string;
                /** @description How many at most; 50 unless told. Fewer where they are too long for one answer. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The next page, as <address>; rel="next"; missing on the last one. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"][];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    postV0Incidents: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text of the client's own, as a UUID. A repeat with the same key within 24 hours gets the same answer, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewIncident"];
            };
        };
        responses: {
            /** @description It has been created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getV0IncidentsIncidentID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                incidentID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    deleteV0IncidentsIncidentID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                incidentID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone, or was before. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    patchV0IncidentsIncidentID: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `updatedAt` that the change was made on, in quotation marks. Without it the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                incidentID: string;
            };
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["IncidentChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    patchV0IncidentsIncidentIDIncidentupdatesIncidentUpdateID: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `updatedAt` that the change was made on, in quotation marks. Without it the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                incidentID: string;
                incidentUpdateID: string;
            };
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["IncidentUpdateChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentUpdate"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getV0Maintenances: {
        parameters: {
            query?: {
                /** @description Only what is older: a date and time, or the cursor of a Link header. */
                before?: string;
                /** @description How many at most; 50 unless told. Fewer where they are too long for one answer. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The next page, as <address>; rel="next"; missing on the last one. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Maintenance"][];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    postV0Maintenances: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text of the client's own, as a UUID. A repeat with the same key within 24 hours gets the same answer, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMaintenance"];
            };
        };
        responses: {
            /** @description It has been created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Maintenance"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The Idempotency-Key was used for another request. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getV0MaintenancesMaintenanceID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                maintenanceID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Maintenance"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    deleteV0MaintenancesMaintenanceID: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                maintenanceID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone, or was before. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    patchV0MaintenancesMaintenanceID: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `updatedAt` that the change was made on, in quotation marks. Without it the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                maintenanceID: string;
            };
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MaintenanceChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Maintenance"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    patchV0MaintenancesMaintenanceIDMaintenanceupdatesMaintenanceUpdateID: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `updatedAt` that the change was made on, in quotation marks. Without it the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                maintenanceID: string;
                maintenanceUpdateID: string;
            };
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MaintenanceUpdateChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceUpdate"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Somebody else changed it meanwhile, or deleted what it refers to. Nothing has been saved. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    postV0MetricsData: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text of the client's own, as a UUID. A repeat with the same key within 24 hours gets the same answer, and nothing is done twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON, also when it is declared as text/plain or not at all. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Submission"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeptPoints"];
                };
            };
            /** @description Something in the request is not as it has to be. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The body is of a type that is not taken here. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getV2ComponentsJson: {
        parameters: {
            query?: {
                /** @description 1 reads past every cache, for administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The ETag of an answer that the client has. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Components"];
                };
            };
            /** @description Unchanged since the answer whose ETag was sent in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getV2IncidentsJson: {
        parameters: {
            query?: {
                /** @description 1 reads past every cache, for administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The ETag of an answer that the client has. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Incidents"];
                };
            };
            /** @description Unchanged since the answer whose ETag was sent in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getV2IncidentsUnresolvedJson: {
        parameters: {
            query?: {
                /** @description 1 reads past every cache, for administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The ETag of an answer that the client has. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Incidents"];
                };
            };
            /** @description Unchanged since the answer whose ETag was sent in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getV2ScheduledMaintenancesJson: {
        parameters: {
            query?: {
                /** @description 1 reads past every cache, for administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The ETag of an answer that the client has. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2ScheduledMaintenances"];
                };
            };
            /** @description Unchanged since the answer whose ETag was sent in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getV2ScheduledMaintenancesActiveJson: {
        parameters: {
            query?: {
                /** @description 1 reads past every cache, for administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The ETag of an answer that the client has. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2ScheduledMaintenances"];
                };
            };
            /** @description Unchanged since the answer whose ETag was sent in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getV2ScheduledMaintenancesUpcomingJson: {
        parameters: {
            query?: {
                /** @description 1 reads past every cache, for administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The ETag of an answer that the client has. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2ScheduledMaintenances"];
                };
            };
            /** @description Unchanged since the answer whose ETag was sent in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getV2StatusJson: {
        parameters: {
            query?: {
                /** @description 1 reads past every cache, for administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The ETag of an answer that the client has. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2PageStatus"];
                };
            };
            /** @description Unchanged since the answer whose ETag was sent in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getV2SummaryJson: {
        parameters: {
            query?: {
                /** @description 1 reads past every cache, for administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The ETag of an answer that the client has. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Summary"];
                };
            };
            /** @description Unchanged since the answer whose ETag was sent in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getLogosName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": unknown;
                    "image/png": unknown;
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
        };
    };
    getMetricsMetricIDYearMonthFile: {
        parameters: {
            query?: {
                /** @description 1 reads past every cache, for administrators only. */
                fresh?: "1";
            };
            header?: never;
            path: {
                file: string;
                metricID: string;
                month: string;
                year: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataPoint"][];
                };
            };
            /** @description No valid credentials. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
            /** @description Not allowed: the caller is not an administrator, or the sender is not trusted. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
            /** @description There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
            /** @description The service is busy or down for a moment. */
            503: {
                headers: {
                    /** @description In how many seconds to try again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
        };
    };
}

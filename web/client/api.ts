// Written by `npm run client`.
export interface paths {
    "/api/components": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List components
         * @description Returns every component, in the order in which the status page shows them.
         */
        get: operations["listComponents"];
        put?: never;
        /**
         * Create a component
         * @description Adds a component at the end of the list. Unless the body says otherwise, its `status` is Operational and its `description` is empty. There can be 1,000 components.
         */
        post: operations["createComponent"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the statuses of many components
         * @description Sets the status of each component that the body names, all of them or none, and returns those components in their order. Each change is recorded with its time. No email is sent: open an incident for that.
         */
        patch: operations["updateComponentStatuses"];
        trace?: never;
    };
    "/api/components/{componentID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a component
         * @description Returns the component. Its `ETag` is taken by `If-Match` of the calls that change it.
         */
        get: operations["getComponent"];
        put?: never;
        post?: never;
        /**
         * Delete a component
         * @description Deletes the component and the record of its statuses. Incidents and maintenances that touched it stay. Succeeds, too, where the component is gone already.
         */
        delete: operations["deleteComponent"];
        options?: never;
        head?: never;
        /**
         * Update or move a component
         * @description Changes the fields that the body names and keeps the others. A new `status` is recorded with its time and counts toward the component's uptime. A new `order` moves the component in the list. No email is sent: open an incident for that.
         */
        patch: operations["updateComponent"];
        trace?: never;
    };
    "/api/components/{componentID}/uptime": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a component's uptime
         * @description Returns the share of time in which the component worked, and its worst status on each day. Days are in UTC. Major Outage counts in full and Partial Outage at 30 percent; Under Maintenance and Degraded Performance do not count.
         */
        get: operations["getComponentUptime"];
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
        /**
         * Get this description as a page
         * @description Returns the description of the API as a page for people. It needs no script.
         */
        get: operations["getApiDocs"];
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
        /**
         * List a monitoring service's metrics
         * @description Returns the metrics that CloudWatch has in a region, a page at a time: what `props` of a new CloudWatch metric can be.
         */
        get: operations["listExternalMetrics"];
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
        /**
         * Check the health
         * @description Answers 200 once the database and the file storage answer and have the schema of this version; otherwise 503.
         */
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
        /**
         * Receive an email notification
         * @description Takes what Amazon SNS posts when emails bounce or are reported as spam, and ends the subscriptions that it is about. The message's signature says that it is genuine, so no other credentials are needed.
         */
        post: operations["receiveEmailNotification"];
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
        /**
         * List incidents
         * @description Returns incidents with their updates, the newest first. A long list comes in pages: the `Link` header has the address of the next one.
         */
        get: operations["listIncidents"];
        put?: never;
        /**
         * Create an incident
         * @description Publishes an incident with its first update, and gives each component in `components` its status. Subscribers get an email unless `notifySubscribers` is false. For an incident that was noticed late, send `createdAt`.
         */
        post: operations["createIncident"];
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
        /**
         * Get an incident
         * @description Returns the incident with its updates, the newest first.
         */
        get: operations["getIncident"];
        put?: never;
        post?: never;
        /**
         * Delete an incident
         * @description Deletes the incident with its updates. Components keep their status unless `restoreComponents` is true. Succeeds, too, where the incident is gone already. To end an incident, set its `status` to Resolved instead.
         */
        delete: operations["deleteIncident"];
        options?: never;
        head?: never;
        /**
         * Update an incident
         * @description Changes the fields that the body names. `status`, `message` or `components` append an update, which subscribers get by email unless `notifySubscribers` is false; `name` and `createdAt` alone do not. Components that the body does not list keep their status, unless `restoreComponents` gives them back. A resolved incident can be opened again.
         */
        patch: operations["updateIncident"];
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
        /**
         * Delete an update of an incident
         * @description Deletes one update while another is left. If it was the newest, the incident's `status` and `message` follow the one that is newest then. Emails about it that still wait are withdrawn. Succeeds, too, where the update is gone already.
         */
        delete: operations["deleteIncidentUpdate"];
        options?: never;
        head?: never;
        /**
         * Edit an update of an incident
         * @description Corrects an update that was published. If it is the newest, the incident's `status` and `message` follow it. No email is sent, and components keep their status.
         */
        patch: operations["editIncidentUpdate"];
        trace?: never;
    };
    "/api/mail/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List emails
         * @description Returns how many emails about each incident and maintenance were sent, failed, wait or were withdrawn, the newest first, and the same for emails that ask to confirm a subscription.
         */
        get: operations["listEmails"];
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
        /**
         * Count an email's recipients
         * @description Returns how many confirmed subscribers would get an email about the components or the incident or maintenance that the parameters name.
         */
        get: operations["countEmailRecipients"];
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
        /**
         * Send a test email
         * @description Sends an email to an address with the stored settings. If the email service refuses, the call is refused with its own words.
         */
        post: operations["sendTestEmail"];
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
        /**
         * List maintenances
         * @description Returns maintenances with their updates, the newest first. A long list comes in pages: the `Link` header has the address of the next one.
         */
        get: operations["listMaintenances"];
        put?: never;
        /**
         * Create a maintenance
         * @description Plans a maintenance from `startAt` to `endAt`. A Scheduled one starts by itself at `startAt`, when each component in `components` gets the status named there, and completes by itself at `endAt`, when they go back to what an open incident or another running maintenance says of them, or to what they were. Until the start, `components` is a plan that changes nothing. Subscribers get an email unless `notifySubscribers` is false.
         */
        post: operations["createMaintenance"];
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
        /**
         * Get a maintenance
         * @description Returns the maintenance with its updates, the newest first.
         */
        get: operations["getMaintenance"];
        put?: never;
        post?: never;
        /**
         * Delete a maintenance
         * @description Deletes the maintenance with its updates. One that runs gives its components back, as at its end. Succeeds, too, where the maintenance is gone already.
         */
        delete: operations["deleteMaintenance"];
        options?: never;
        head?: never;
        /**
         * Update a maintenance
         * @description Changes the fields that the body names. `status`, `message` or `components` append an update, which subscribers get by email unless `notifySubscribers` is false; the other fields alone do not. A maintenance can be started and completed early with its `status`.
         */
        patch: operations["updateMaintenance"];
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
        /**
         * Delete an update of a maintenance
         * @description Deletes one update while another is left. If it was the newest, the maintenance's `status` and `message` follow the one that is newest then. Emails about it that still wait are withdrawn. Succeeds, too, where the update is gone already.
         */
        delete: operations["deleteMaintenanceUpdate"];
        options?: never;
        head?: never;
        /**
         * Edit an update of a maintenance
         * @description Corrects an update that was published. If it is the newest, the maintenance's `status` and `message` follow it. No email is sent, and components keep their status.
         */
        patch: operations["editMaintenanceUpdate"];
        trace?: never;
    };
    "/api/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List metrics
         * @description Returns every metric in the order of the page, Hidden ones too, with `props` and the reason why its last collection failed.
         */
        get: operations["listMetrics"];
        put?: never;
        /**
         * Create a metric
         * @description Adds a metric at the end of the list. `type` says where its points come from, and `props` is what that type needs: CloudWatch and Prometheus metrics are collected every minute and filled in for the last 30 days, a Self metric gets the points that scripts submit. A new metric is Hidden unless `status` says Visible. There can be 500 metrics.
         */
        post: operations["createMetric"];
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
        /**
         * Get a metric
         * @description Returns the metric with its `props` and the reason why its last collection failed. Its `ETag` is taken by `If-Match` of the calls that change it.
         */
        get: operations["getMetric"];
        put?: never;
        post?: never;
        /**
         * Delete a metric
         * @description Deletes the metric and all of its points. Succeeds, too, where the metric is gone already.
         */
        delete: operations["deleteMetric"];
        options?: never;
        head?: never;
        /**
         * Update or move a metric
         * @description Changes the fields that the body names and keeps the others. `props` are replaced as a whole; with another `type` they are required unless it is Self. A new `order` moves the metric in the list. Points stay.
         */
        patch: operations["updateMetric"];
        trace?: never;
    };
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get this description
         * @description Returns the description of the API in OpenAPI 3.1, from which clients can be generated.
         */
        get: operations["getApiDescription"];
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
        /**
         * List visible metrics
         * @description Returns the metrics that the status page shows, in its order, without their `props`.
         */
        get: operations["listPublicMetrics"];
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
        /**
         * Get a graph's values
         * @description Returns the averages that the graph of a visible metric draws: of every 5 minutes for a day, of every hour for a week, of every 3 hours for a month.
         */
        get: operations["getMetricSeries"];
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
        /**
         * Get the public settings
         * @description Returns what visitors may know of the settings.
         */
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
        /**
         * Get the settings
         * @description Returns all settings, with the values of the API keys.
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the settings
         * @description Changes the fields that the body names and keeps the others. Before email is turned on or its sender changes, a test email is sent to the sender's address; if that fails, the call is refused with the email service's own words, and nothing is changed.
         */
        patch: operations["updateSettings"];
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
        /**
         * Create an API key
         * @description Creates a key for calls under `/api/v0`. Without a body it may do everything and never expires. There can be 100 keys.
         */
        post: operations["createApiKey"];
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
        /**
         * Delete an API key
         * @description Deletes the key, which stops working at once. Succeeds, too, where the key is gone already.
         */
        delete: operations["deleteApiKey"];
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
        /**
         * Upload a logo
         * @description Stores a PNG or JPEG of 2 MiB at most as the logo of the page, in the place of the one before. What an image is is told by its bytes, whatever the data URL claims.
         */
        post: operations["uploadLogo"];
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
        /**
         * Delete the logo
         * @description Deletes the logo, so that the page shows the service's name. Succeeds, too, where it is gone already.
         */
        delete: operations["deleteLogo"];
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
        /**
         * Erase a subscriber
         * @description Deletes all that is stored about an email address. Succeeds, too, where nothing is stored about it.
         */
        post: operations["eraseSubscriber"];
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
        /**
         * Find a subscriber
         * @description Returns all that is stored about an email address. The address is in the body, since addresses of requests end up in logs.
         */
        post: operations["findSubscriber"];
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
        /**
         * Subscribe to emails
         * @description Sends an email with a link to confirm the subscription. The answer is the same for every well-formed address, whether it is subscribed or not, and while email is off. An address gets one such email in 10 minutes at most. 10 calls a minute are accepted from a network.
         */
        post: operations["subscribe"];
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
        /**
         * List components with an API key
         * @description Returns every component, in the order in which the status page shows them.
         *
         *     Needs an API key with the scope `read` or `notices` or `all`.
         */
        get: operations["listComponentsWithApiKey"];
        put?: never;
        /**
         * Create a component with an API key
         * @description Adds a component at the end of the list. Unless the body says otherwise, its `status` is Operational and its `description` is empty. There can be 1,000 components.
         *
         *     Needs an API key with the scope `notices` or `all`.
         */
        post: operations["createComponentWithApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the statuses of many components with an API key
         * @description Sets the status of each component that the body names, all of them or none, and returns those components in their order. Each change is recorded with its time. No email is sent: open an incident for that.
         *
         *     Needs an API key with the scope `notices` or `all`.
         */
        patch: operations["updateComponentStatusesWithApiKey"];
        trace?: never;
    };
    "/api/v0/components/{componentID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a component with an API key
         * @description Returns the component. Its `ETag` is taken by `If-Match` of the calls that change it.
         *
         *     Needs an API key with the scope `read` or `notices` or `all`.
         */
        get: operations["getComponentWithApiKey"];
        put?: never;
        post?: never;
        /**
         * Delete a component with an API key
         * @description Deletes the component and the record of its statuses. Incidents and maintenances that touched it stay. Succeeds, too, where the component is gone already.
         *
         *     Needs an API key with the scope `notices` or `all`.
         */
        delete: operations["deleteComponentWithApiKey"];
        options?: never;
        head?: never;
        /**
         * Update or move a component with an API key
         * @description Changes the fields that the body names and keeps the others. A new `status` is recorded with its time and counts toward the component's uptime. A new `order` moves the component in the list. No email is sent: open an incident for that.
         *
         *     Needs an API key with the scope `notices` or `all`.
         */
        patch: operations["updateComponentWithApiKey"];
        trace?: never;
    };
    "/api/v0/components/{componentID}/uptime": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a component's uptime with an API key
         * @description Returns the share of time in which the component worked, and its worst status on each day. Days are in UTC. Major Outage counts in full and Partial Outage at 30 percent; Under Maintenance and Degraded Performance do not count.
         *
         *     Needs an API key with the scope `read` or `notices` or `all`.
         */
        get: operations["getComponentUptimeWithApiKey"];
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
        /**
         * List incidents with an API key
         * @description Returns incidents with their updates, the newest first. A long list comes in pages: the `Link` header has the address of the next one.
         *
         *     Needs an API key with the scope `read` or `notices` or `all`.
         */
        get: operations["listIncidentsWithApiKey"];
        put?: never;
        /**
         * Create an incident with an API key
         * @description Publishes an incident with its first update, and gives each component in `components` its status. Subscribers get an email unless `notifySubscribers` is false. For an incident that was noticed late, send `createdAt`.
         *
         *     Needs an API key with the scope `notices` or `all`.
         */
        post: operations["createIncidentWithApiKey"];
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
        /**
         * Get an incident with an API key
         * @description Returns the incident with its updates, the newest first.
         *
         *     Needs an API key with the scope `read` or `notices` or `all`.
         */
        get: operations["getIncidentWithApiKey"];
        put?: never;
        post?: never;
        /**
         * Delete an incident with an API key
         * @description Deletes the incident with its updates. Components keep their status unless `restoreComponents` is true. Succeeds, too, where the incident is gone already. To end an incident, set its `status` to Resolved instead.
         *
         *     Needs an API key with the scope `notices` or `all`.
         */
        delete: operations["deleteIncidentWithApiKey"];
        options?: never;
        head?: never;
        /**
         * Update an incident with an API key
         * @description Changes the fields that the body names. `status`, `message` or `components` append an update, which subscribers get by email unless `notifySubscribers` is false; `name` and `createdAt` alone do not. Components that the body does not list keep their status, unless `restoreComponents` gives them back. A resolved incident can be opened again.
         *
         *     Needs an API key with the scope `notices` or `all`.
         */
        patch: operations["updateIncidentWithApiKey"];
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
        /**
         * Delete an update of an incident with an API key
         * @description Deletes one update while another is left. If it was the newest, the incident's `status` and `message` follow the one that is newest then. Emails about it that still wait are withdrawn. Succeeds, too, where the update is gone already.
         *
         *     Needs an API key with the scope `notices` or `all`.
         */
        delete: operations["deleteIncidentUpdateWithApiKey"];
        options?: never;
        head?: never;
        /**
         * Edit an update of an incident with an API key
         * @description Corrects an update that was published. If it is the newest, the incident's `status` and `message` follow it. No email is sent, and components keep their status.
         *
         *     Needs an API key with the scope `notices` or `all`.
         */
        patch: operations["editIncidentUpdateWithApiKey"];
        trace?: never;
    };
    "/api/v0/maintenances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List maintenances with an API key
         * @description Returns maintenances with their updates, the newest first. A long list comes in pages: the `Link` header has the address of the next one.
         *
         *     Needs an API key with the scope `read` or `notices` or `all`.
         */
        get: operations["listMaintenancesWithApiKey"];
        put?: never;
        /**
         * Create a maintenance with an API key
         * @description Plans a maintenance from `startAt` to `endAt`. A Scheduled one starts by itself at `startAt`, when each component in `components` gets the status named there, and completes by itself at `endAt`, when they go back to what an open incident or another running maintenance says of them, or to what they were. Until the start, `components` is a plan that changes nothing. Subscribers get an email unless `notifySubscribers` is false.
         *
         *     Needs an API key with the scope `notices` or `all`.
         */
        post: operations["createMaintenanceWithApiKey"];
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
        /**
         * Get a maintenance with an API key
         * @description Returns the maintenance with its updates, the newest first.
         *
         *     Needs an API key with the scope `read` or `notices` or `all`.
         */
        get: operations["getMaintenanceWithApiKey"];
        put?: never;
        post?: never;
        /**
         * Delete a maintenance with an API key
         * @description Deletes the maintenance with its updates. One that runs gives its components back, as at its end. Succeeds, too, where the maintenance is gone already.
         *
         *     Needs an API key with the scope `notices` or `all`.
         */
        delete: operations["deleteMaintenanceWithApiKey"];
        options?: never;
        head?: never;
        /**
         * Update a maintenance with an API key
         * @description Changes the fields that the body names. `status`, `message` or `components` append an update, which subscribers get by email unless `notifySubscribers` is false; the other fields alone do not. A maintenance can be started and completed early with its `status`.
         *
         *     Needs an API key with the scope `notices` or `all`.
         */
        patch: operations["updateMaintenanceWithApiKey"];
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
        /**
         * Delete an update of a maintenance with an API key
         * @description Deletes one update while another is left. If it was the newest, the maintenance's `status` and `message` follow the one that is newest then. Emails about it that still wait are withdrawn. Succeeds, too, where the update is gone already.
         *
         *     Needs an API key with the scope `notices` or `all`.
         */
        delete: operations["deleteMaintenanceUpdateWithApiKey"];
        options?: never;
        head?: never;
        /**
         * Edit an update of a maintenance with an API key
         * @description Corrects an update that was published. If it is the newest, the maintenance's `status` and `message` follow it. No email is sent, and components keep their status.
         *
         *     Needs an API key with the scope `notices` or `all`.
         */
        patch: operations["editMaintenanceUpdateWithApiKey"];
        trace?: never;
    };
    "/api/v0/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List metrics with an API key
         * @description Returns every metric in the order of the page, Hidden ones too, without its `props`: which IDs points can be submitted for.
         *
         *     Needs an API key with the scope `read` or `metrics` or `notices` or `all`.
         */
        get: operations["listMetricsWithApiKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/metrics/{metricID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a metric with an API key
         * @description Returns the metric, also a Hidden one, without its `props`.
         *
         *     Needs an API key with the scope `read` or `metrics` or `notices` or `all`.
         */
        get: operations["getMetricWithApiKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
        /**
         * Submit metric data
         * @description Stores points of metrics of type Self: send an object with the points of each metric under the metric's ID.
         *
         *     - **How much:** 3,000 points and 1 MiB a request at most.
         *     - **When:** `timestamp` is ISO 8601, in UTC where it has no time zone, or milliseconds since the epoch. It can be 10 minutes ahead and 400 days back at most.
         *     - **The minute is the key:** seconds are cut off. Of several points in one minute the last wins, in one request and across requests, so that sending points again changes nothing.
         *     - **All or nothing:** an unknown metric, one of another type, a bad `timestamp` or a bad `value` refuses the whole request with 400 and every reason, and stores nothing.
         *
         *     The answer has the points as they are kept. Graphs show them within seconds.
         *
         *     Needs an API key with the scope `metrics` or `all`.
         */
        post: operations["submitMetricData"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/subscribers/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a subscriber with an API key
         * @description Deletes all that is stored about an email address. Succeeds, too, where nothing is stored about it.
         *
         *     Needs an API key with the scope `all`.
         */
        post: operations["eraseSubscriberWithApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v0/subscribers/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find a subscriber with an API key
         * @description Returns all that is stored about an email address. The address is in the body, since addresses of requests end up in logs.
         *
         *     Needs an API key with the scope `all`.
         */
        post: operations["findSubscriberWithApiKey"];
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
        /**
         * List components for existing clients
         * @description Returns every component, in the order in which the page shows them.
         */
        get: operations["listV2Components"];
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
        /**
         * List incidents for existing clients
         * @description Returns the 50 newest incidents with their updates.
         */
        get: operations["listV2Incidents"];
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
        /**
         * List open incidents
         * @description Returns the incidents that are not resolved, the newest first.
         */
        get: operations["listV2UnresolvedIncidents"];
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
        /**
         * List maintenances for existing clients
         * @description Returns the 50 newest maintenances with their updates.
         */
        get: operations["listV2Maintenances"];
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
        /**
         * List active maintenances
         * @description Returns the maintenances that are in progress or being verified.
         */
        get: operations["listV2ActiveMaintenances"];
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
        /**
         * List upcoming maintenances
         * @description Returns the maintenances that are planned, the next one first.
         */
        get: operations["listV2UpcomingMaintenances"];
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
        /**
         * Get the overall status
         * @description Returns the overall status in a word and in a sentence.
         */
        get: operations["getV2Status"];
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
        /**
         * Get the whole page
         * @description Returns the overall status, all components, open incidents, and maintenances that are planned or in progress.
         */
        get: operations["getV2Summary"];
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
        /**
         * Get a logo's image
         * @description Returns the image. Each upload has another address, so that it can be cached for a year.
         */
        get: operations["getLogo"];
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
        /**
         * Get a day's points
         * @description Returns the points of a metric on a day in UTC, in ascending order. The list is empty for a day without points, and for a metric that is hidden, deleted or unknown.
         */
        get: operations["getMetricDay"];
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
        /**
         * @example {
         *       "id": "a9Wd3PxF6LsY",
         *       "value": "0123456789abcdefghijABCDEFGHIJ0123456789",
         *       "createdDate": "2026-01-31T09:00:00.000Z",
         *       "name": "Monitoring",
         *       "scopes": [
         *         "metrics"
         *       ],
         *       "expiresAt": "2027-01-31T00:00:00.000Z",
         *       "lastUsedAt": "2026-01-31T09:25:00.000Z"
         *     }
         */
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
        CloudWatchMetric: {
            /** @description Why the last collection failed, in the monitoring service's own words. Empty if it did not. */
            collectionError: string;
            /** Format: date-time */
            createdAt: string;
            decimalPlaces: number;
            description: string;
            metricID: string;
            order: number;
            props: components["schemas"]["CloudWatchProps"];
            /** @enum {string} */
            status: "Hidden" | "Visible";
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "CloudWatch";
            unit: string;
            /** Format: date-time */
            updatedAt: string;
        };
        CloudWatchMetricChange: {
            decimalPlaces?: number;
            description?: string;
            order?: number;
            props?: components["schemas"]["CloudWatchProps"];
            /** @enum {string} */
            status?: "Hidden" | "Visible";
            title?: string;
            /** @constant */
            type?: "CloudWatch";
            unit?: string;
        };
        /**
         * @example {
         *       "Region": "eu-west-1",
         *       "Namespace": "AWS/RDS",
         *       "MetricName": "CPUUtilization",
         *       "Dimensions": [
         *         {
         *           "Name": "DBInstanceIdentifier",
         *           "Value": "accounts"
         *         }
         *       ],
         *       "Statistics": "Average"
         *     }
         */
        CloudWatchProps: {
            Dimensions: {
                Name: string;
                Value: string;
            }[];
            MetricName: string;
            Namespace: string;
            /** @enum {string} */
            Region: "us-east-1" | "us-east-2" | "us-west-1" | "us-west-2" | "ca-central-1" | "eu-west-1" | "eu-central-1" | "eu-west-2" | "ap-northeast-1" | "ap-northeast-2" | "ap-southeast-1" | "ap-southeast-2" | "ap-south-1" | "sa-east-1";
            /** @enum {string} */
            Statistics: "Average" | "Minimum" | "Maximum" | "Sum" | "SampleCount" | "p99" | "p95" | "p90" | "p50" | "p10";
        };
        /**
         * @example {
         *       "componentID": "k3J9xQ2mWv8R",
         *       "name": "API",
         *       "description": "REST and webhooks",
         *       "status": "Partial Outage",
         *       "order": 1769850000,
         *       "createdAt": "2025-06-02T08:00:00.000Z",
         *       "updatedAt": "2026-01-31T09:00:00.000Z"
         *     }
         */
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
        /**
         * @example {
         *       "status": "Partial Outage"
         *     }
         */
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
        /**
         * @example {
         *       "components": [
         *         {
         *           "componentID": "k3J9xQ2mWv8R",
         *           "status": "Partial Outage"
         *         }
         *       ]
         *     }
         */
        ComponentStatusesChange: {
            components: {
                componentID: string;
                /** @enum {string} */
                status: "Operational" | "Under Maintenance" | "Degraded Performance" | "Partial Outage" | "Major Outage";
            }[];
        };
        /**
         * @example {
         *       "componentID": "k3J9xQ2mWv8R",
         *       "days": 90,
         *       "since": "2025-11-03T00:00:00.000Z",
         *       "uptime": 0.99994,
         *       "history": [
         *         {
         *           "date": "2026-01-31",
         *           "worst": "Partial Outage",
         *           "minutes": {
         *             "Partial Outage": 25
         *           }
         *         }
         *       ]
         *     }
         */
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
        /**
         * @example {
         *       "timestamp": "2026-01-31T09:00:00.000Z",
         *       "value": 118.4
         *     }
         */
        DataPoint: {
            /** Format: date-time */
            timestamp: string;
            value: number;
        };
        /**
         * @example {
         *       "emailAddress": "reader@example.com"
         *     }
         */
        Erasure: {
            emailAddress: string;
            /**
             * @description Whether an unreadable mark stays, which lets at most one mail in 30 days ask this address to confirm.
             * @default true
             */
            keepMark?: boolean;
        };
        /**
         * @description How every refusal is answered.
         * @example {
         *       "errorMessage": "Component status must be one of: Operational, Under Maintenance, Degraded Performance, Partial Outage, Major Outage.",
         *       "errors": [
         *         {
         *           "path": "components.0.status",
         *           "message": "Component status must be one of: Operational, Under Maintenance, Degraded Performance, Partial Outage, Major Outage."
         *         }
         *       ]
         *     }
         */
        ErrorAnswer: {
            /** @description With a 409 after an outdated `If-Match`: what is stored now. */
            current?: components["schemas"]["Component"] | components["schemas"]["Incident"] | components["schemas"]["IncidentUpdate"] | components["schemas"]["Maintenance"] | components["schemas"]["MaintenanceUpdate"] | components["schemas"]["Metric"] | components["schemas"]["Settings"];
            /** @description A sentence that a person can act on. */
            errorMessage: string;
            /** @description Every reason, up to 100; under /api/v0 there is always at least one. */
            errors?: {
                /** @description What is wrong there, and what it has to be. */
                message: string;
                /** @description Where in the body, as in `components.0.status`. */
                path?: string;
            }[];
        };
        /**
         * @example {
         *       "Region": "eu-west-1",
         *       "Namespace": "AWS/RDS"
         *     }
         */
        ExternalMetricFilters: {
            /** @description Only metrics of this namespace, as in `AWS/RDS`. */
            Namespace?: string;
            /** @enum {string} */
            Region: "us-east-1" | "us-east-2" | "us-west-1" | "us-west-2" | "ca-central-1" | "eu-west-1" | "eu-central-1" | "eu-west-2" | "ap-northeast-1" | "ap-northeast-2" | "ap-southeast-1" | "ap-southeast-2" | "ap-south-1" | "sa-east-1";
        };
        /**
         * @example {
         *       "metrics": [
         *         {
         *           "Namespace": "AWS/RDS",
         *           "MetricName": "CPUUtilization",
         *           "Dimensions": [
         *             {
         *               "Name": "DBInstanceIdentifier",
         *               "Value": "accounts"
         *             }
         *           ]
         *         }
         *       ],
         *       "nextCursor": "eyJOZXh0VG9rZW4i"
         *     }
         */
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
        /**
         * @example {
         *       "subscriber": null
         *     }
         */
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
        /**
         * @example {
         *       "incidentID": "Zp4Lr7TnB1sD",
         *       "name": "The API answers slowly",
         *       "status": "Identified",
         *       "message": "A database in **eu-west-1** is overloaded. We are moving it to a larger machine.",
         *       "components": [
         *         {
         *           "componentID": "k3J9xQ2mWv8R",
         *           "name": "API",
         *           "status": "Partial Outage"
         *         }
         *       ],
         *       "createdAt": "2026-01-31T09:00:00.000Z",
         *       "updatedAt": "2026-01-31T09:25:00.000Z",
         *       "incidentUpdates": [
         *         {
         *           "incidentUpdateID": "u1Vd8Ks3XyPo",
         *           "incidentID": "Zp4Lr7TnB1sD",
         *           "incidentStatus": "Identified",
         *           "message": "A database in **eu-west-1** is overloaded. We are moving it to a larger machine.",
         *           "createdAt": "2026-01-31T09:25:00.000Z",
         *           "updatedAt": "2026-01-31T09:25:00.000Z"
         *         }
         *       ]
         *     }
         */
        Incident: {
            /** @description What was last said about each component that was touched. */
            components: {
                componentID: string;
                /**
                 * @description The component has been deleted since; its name is the last that it had. A PATCH may list it as it is here, which changes nothing about it.
                 * @constant
                 */
                deleted?: true;
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
        /**
         * @description `status`, `message` or `components` append an update; the other fields alone do not.
         * @example {
         *       "status": "Resolved",
         *       "message": "Requests are as fast as before.",
         *       "components": [
         *         {
         *           "componentID": "k3J9xQ2mWv8R",
         *           "status": "Operational"
         *         }
         *       ]
         *     }
         */
        IncidentChange: {
            components?: {
                componentID: string;
                /** @enum {string} */
                status: "Operational" | "Under Maintenance" | "Degraded Performance" | "Partial Outage" | "Major Outage";
            }[];
            /** @description For what was noticed late: a date and time that has been. Without a zone it means UTC. What an incident makes worse about its components counts from then on in their uptime, but not from before their last recorded change; what it makes better counts from now on. */
            createdAt?: string;
            /** @description Markdown. */
            message?: string;
            name?: string;
            /** @description Whether subscribers are told by mail what is posted; true unless told. */
            notifySubscribers?: boolean;
            /** @description With status Resolved: each component that the incident has affected and that this change does not list goes back to what another open incident or a running maintenance says of it, or to Operational. The default is `false`. */
            restoreComponents?: boolean;
            /** @enum {string} */
            status?: "Investigating" | "Identified" | "Monitoring" | "Resolved";
        };
        /**
         * @example {
         *       "incidentUpdateID": "u1Vd8Ks3XyPo",
         *       "incidentID": "Zp4Lr7TnB1sD",
         *       "incidentStatus": "Identified",
         *       "message": "A database in **eu-west-1** is overloaded. We are moving it to a larger machine.",
         *       "createdAt": "2026-01-31T09:25:00.000Z",
         *       "updatedAt": "2026-01-31T09:25:00.000Z"
         *     }
         */
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
        /**
         * @example {
         *       "message": "A database in **eu-west-1** is overloaded. We are moving it to a larger machine."
         *     }
         */
        IncidentUpdateChange: {
            /** @description For what was noticed late: a date and time that has been. Without a zone it means UTC. What an incident makes worse about its components counts from then on in their uptime, but not from before their last recorded change; what it makes better counts from now on. */
            createdAt?: string;
            /** @enum {string} */
            incidentStatus?: "Investigating" | "Identified" | "Monitoring" | "Resolved";
            /** @description Markdown. */
            message?: string;
        };
        /**
         * @example {
         *       "emailAddress": "reader@example.com"
         *     }
         */
        KnownAddress: {
            emailAddress: string;
        };
        /**
         * @example {
         *       "id": "L2vT9wBz5RkA"
         *     }
         */
        Logo: {
            id: string;
        };
        /**
         * @example {
         *       "messages": [
         *         {
         *           "messageID": "e5RtY8uIo1Pa",
         *           "kind": "incident",
         *           "noticeID": "Zp4Lr7TnB1sD",
         *           "name": "The API answers slowly",
         *           "status": "Identified",
         *           "createdAt": "2026-01-31T09:25:00.000Z",
         *           "sent": 1204,
         *           "failed": 0,
         *           "waiting": 0,
         *           "withdrawn": 3,
         *           "problems": []
         *         }
         *       ],
         *       "confirmations": {
         *         "sent": 1204,
         *         "failed": 0,
         *         "waiting": 0,
         *         "withdrawn": 3,
         *         "problems": [],
         *         "warnings": []
         *       }
         *     }
         */
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
        /**
         * @example {
         *       "maintenanceID": "c8HfY5uKe0Na",
         *       "name": "Database upgrade",
         *       "status": "Scheduled",
         *       "message": "We are replacing the database. The API is read-only meanwhile.",
         *       "components": [
         *         {
         *           "componentID": "k3J9xQ2mWv8R",
         *           "name": "API",
         *           "status": "Under Maintenance"
         *         }
         *       ],
         *       "startAt": "2026-02-07T22:00:00.000Z",
         *       "endAt": "2026-02-07T23:30:00.000Z",
         *       "createdAt": "2026-01-31T09:00:00.000Z",
         *       "updatedAt": "2026-01-31T09:00:00.000Z",
         *       "maintenanceUpdates": [
         *         {
         *           "maintenanceUpdateID": "r7QmC4jHs2Ew",
         *           "maintenanceID": "c8HfY5uKe0Na",
         *           "maintenanceStatus": "Scheduled",
         *           "message": "We are replacing the database. The API is read-only meanwhile.",
         *           "createdAt": "2026-01-31T09:00:00.000Z",
         *           "updatedAt": "2026-01-31T09:00:00.000Z"
         *         }
         *       ]
         *     }
         */
        Maintenance: {
            /** @description What was last said about each component that was touched. */
            components: {
                componentID: string;
                /**
                 * @description The component has been deleted since; its name is the last that it had. A PATCH may list it as it is here, which changes nothing about it.
                 * @constant
                 */
                deleted?: true;
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
        /**
         * @description `status`, `message` or `components` append an update; the other fields alone do not.
         * @example {
         *       "endAt": "2026-02-08T00:30:00Z",
         *       "message": "This takes an hour longer than planned."
         *     }
         */
        MaintenanceChange: {
            components?: {
                componentID: string;
                /** @enum {string} */
                status: "Operational" | "Under Maintenance" | "Degraded Performance" | "Partial Outage" | "Major Outage";
            }[];
            /** @description For what was noticed late: a date and time that has been. Without a zone it means UTC. What an incident makes worse about its components counts from then on in their uptime, but not from before their last recorded change; what it makes better counts from now on. */
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
        /**
         * @example {
         *       "maintenanceUpdateID": "r7QmC4jHs2Ew",
         *       "maintenanceID": "c8HfY5uKe0Na",
         *       "maintenanceStatus": "Scheduled",
         *       "message": "We are replacing the database. The API is read-only meanwhile.",
         *       "createdAt": "2026-01-31T09:00:00.000Z",
         *       "updatedAt": "2026-01-31T09:00:00.000Z"
         *     }
         */
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
        /**
         * @example {
         *       "message": "We are replacing the database. The API is read-only meanwhile."
         *     }
         */
        MaintenanceUpdateChange: {
            /** @description For what was noticed late: a date and time that has been. Without a zone it means UTC. What an incident makes worse about its components counts from then on in their uptime, but not from before their last recorded change; what it makes better counts from now on. */
            createdAt?: string;
            /** @enum {string} */
            maintenanceStatus?: "Scheduled" | "In Progress" | "Verifying" | "Completed";
            /** @description Markdown. */
            message?: string;
        };
        /**
         * @example {
         *       "metricID": "M6bGw2RqVt9X",
         *       "type": "Self",
         *       "title": "Response time",
         *       "status": "Visible",
         *       "unit": "ms",
         *       "description": "95th percentile of all requests",
         *       "decimalPlaces": 0,
         *       "order": 1769850000,
         *       "createdAt": "2026-01-31T09:00:00.000Z",
         *       "updatedAt": "2026-01-31T09:00:00.000Z",
         *       "props": {},
         *       "collectionError": ""
         *     }
         */
        Metric: components["schemas"]["CloudWatchMetric"] | components["schemas"]["PrometheusMetric"] | components["schemas"]["SelfMetric"];
        /**
         * @description At least one field. `props` are those of the `type`, or of the type that the metric has, and are replaced as a whole.
         * @example {
         *       "status": "Visible",
         *       "decimalPlaces": 2
         *     }
         */
        MetricChange: components["schemas"]["CloudWatchMetricChange"] | components["schemas"]["PrometheusMetricChange"] | components["schemas"]["SelfMetricChange"];
        /**
         * @description The points of each metric as they are kept, under the metric's ID: by the minute, in ascending order, the last of each minute.
         * @example {
         *       "M6bGw2RqVt9X": [
         *         {
         *           "timestamp": "2026-01-31T09:00:00.000Z",
         *           "value": 118.4
         *         },
         *         {
         *           "timestamp": "2026-01-31T09:01:00.000Z",
         *           "value": 121
         *         }
         *       ]
         *     }
         */
        MetricData: {
            [key: string]: components["schemas"]["DataPoint"][];
        };
        /**
         * @example {
         *       "name": "Monitoring",
         *       "scopes": [
         *         "metrics"
         *       ],
         *       "expiresAt": "2027-01-31T00:00:00Z"
         *     }
         */
        NewApiKey: {
            /** @description From when on the key is refused. It never expires unless told. */
            expiresAt?: string;
            /** @description What the key is for. `API key` unless told. */
            name?: string;
            /** @description What the key may do: `metrics` submits points, `notices` reads and changes components, incidents and maintenances, `read` only reads them, `all` does everything. `all` unless told. */
            scopes?: ("all" | "metrics" | "notices" | "read")[];
        };
        NewCloudWatchMetric: {
            decimalPlaces?: number;
            description?: string;
            order?: number;
            props: components["schemas"]["CloudWatchProps"];
            /** @enum {string} */
            status?: "Hidden" | "Visible";
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "CloudWatch";
            unit?: string;
        };
        /**
         * @example {
         *       "name": "API",
         *       "description": "REST and webhooks"
         *     }
         */
        NewComponent: {
            description?: string;
            name: string;
            order?: number;
            /** @enum {string} */
            status?: "Operational" | "Under Maintenance" | "Degraded Performance" | "Partial Outage" | "Major Outage";
        };
        NewDataPoint: {
            /** @description At most 10 minutes ahead and 400 days back. Seconds are cut off: the minute is the key. */
            timestamp: string | number;
            /** @description A finite number. */
            value: number;
        };
        /**
         * @example {
         *       "name": "The API answers slowly",
         *       "status": "Investigating",
         *       "message": "Requests take up to 20 seconds. We are looking for the cause.",
         *       "components": [
         *         {
         *           "componentID": "k3J9xQ2mWv8R",
         *           "status": "Partial Outage"
         *         }
         *       ]
         *     }
         */
        NewIncident: {
            components?: {
                componentID: string;
                /** @enum {string} */
                status: "Operational" | "Under Maintenance" | "Degraded Performance" | "Partial Outage" | "Major Outage";
            }[];
            /** @description For what was noticed late: a date and time that has been. Without a zone it means UTC. What an incident makes worse about its components counts from then on in their uptime, but not from before their last recorded change; what it makes better counts from now on. */
            createdAt?: string;
            /** @description Markdown. */
            message?: string;
            name: string;
            /** @description Whether subscribers are told by mail what is posted; true unless told. */
            notifySubscribers?: boolean;
            /** @enum {string} */
            status: "Investigating" | "Identified" | "Monitoring" | "Resolved";
        };
        /**
         * @example {
         *       "data": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
         *     }
         */
        NewLogo: {
            /** @description A PNG or JPEG at twice its size on the page, as a data URL: data:image/png;base64,… */
            data: string;
            /** @description The same at its size on the page; without it `data` serves for both. */
            data1x?: string;
        };
        /**
         * @example {
         *       "name": "Database upgrade",
         *       "status": "Scheduled",
         *       "message": "We are replacing the database. The API is read-only meanwhile.",
         *       "components": [
         *         {
         *           "componentID": "k3J9xQ2mWv8R",
         *           "status": "Under Maintenance"
         *         }
         *       ],
         *       "startAt": "2026-02-07T22:00:00Z",
         *       "endAt": "2026-02-07T23:30:00Z"
         *     }
         */
        NewMaintenance: {
            components?: {
                componentID: string;
                /** @enum {string} */
                status: "Operational" | "Under Maintenance" | "Degraded Performance" | "Partial Outage" | "Major Outage";
            }[];
            /** @description For what was noticed late: a date and time that has been. Without a zone it means UTC. What an incident makes worse about its components counts from then on in their uptime, but not from before their last recorded change; what it makes better counts from now on. */
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
        /**
         * @description Which `props` a metric needs depends on its `type`.
         * @example {
         *       "type": "CloudWatch",
         *       "title": "Database load",
         *       "unit": "%",
         *       "decimalPlaces": 1,
         *       "props": {
         *         "Region": "eu-west-1",
         *         "Namespace": "AWS/RDS",
         *         "MetricName": "CPUUtilization",
         *         "Dimensions": [
         *           {
         *             "Name": "DBInstanceIdentifier",
         *             "Value": "accounts"
         *           }
         *         ],
         *         "Statistics": "Average"
         *       }
         *     }
         */
        NewMetric: components["schemas"]["NewCloudWatchMetric"] | components["schemas"]["NewPrometheusMetric"] | components["schemas"]["NewSelfMetric"];
        /**
         * @description The points of each metric, under the metric's ID. 3,000 points at most, over all metrics. Of several points in a minute the last wins.
         * @example {
         *       "M6bGw2RqVt9X": [
         *         {
         *           "timestamp": "2026-01-31T09:00:00Z",
         *           "value": 118.4
         *         },
         *         {
         *           "timestamp": 1769850060000,
         *           "value": 121
         *         }
         *       ]
         *     }
         */
        NewMetricData: {
            [key: string]: components["schemas"]["NewDataPoint"][];
        };
        NewPrometheusMetric: {
            decimalPlaces?: number;
            description?: string;
            order?: number;
            props: components["schemas"]["PrometheusProps"];
            /** @enum {string} */
            status?: "Hidden" | "Visible";
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Prometheus";
            unit?: string;
        };
        NewSelfMetric: {
            decimalPlaces?: number;
            description?: string;
            order?: number;
            /** @description Nothing: a metric of type Self needs none. */
            props?: Record<string, never>;
            /** @enum {string} */
            status?: "Hidden" | "Visible";
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Self";
            unit?: string;
        };
        /**
         * @example {
         *       "emailAddress": "reader@example.com",
         *       "components": [
         *         "k3J9xQ2mWv8R"
         *       ],
         *       "timeZone": "Europe/Madrid",
         *       "language": "es"
         *     }
         */
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
            /** @description Stays empty. People do not see this field of the form, so whoever fills it in is a robot. */
            website?: string;
        };
        PrometheusMetric: {
            /** @description Why the last collection failed, in the monitoring service's own words. Empty if it did not. */
            collectionError: string;
            /** Format: date-time */
            createdAt: string;
            decimalPlaces: number;
            description: string;
            metricID: string;
            order: number;
            props: components["schemas"]["PrometheusProps"];
            /** @enum {string} */
            status: "Hidden" | "Visible";
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Prometheus";
            unit: string;
            /** Format: date-time */
            updatedAt: string;
        };
        PrometheusMetricChange: {
            decimalPlaces?: number;
            description?: string;
            order?: number;
            props?: components["schemas"]["PrometheusProps"];
            /** @enum {string} */
            status?: "Hidden" | "Visible";
            title?: string;
            /** @constant */
            type?: "Prometheus";
            unit?: string;
        };
        /**
         * @example {
         *       "URL": "https://prometheus.example.com",
         *       "Expression": "sum(rate(http_requests_total[5m]))",
         *       "TokenSecret": "PROMETHEUS_TOKEN"
         *     }
         */
        PrometheusProps: {
            Expression: string;
            /** @default  */
            TokenSecret?: string;
            URL: string;
        };
        /**
         * @example {
         *       "metricID": "M6bGw2RqVt9X",
         *       "type": "Self",
         *       "title": "Response time",
         *       "status": "Visible",
         *       "unit": "ms",
         *       "description": "95th percentile of all requests",
         *       "decimalPlaces": 0,
         *       "order": 1769850000,
         *       "createdAt": "2026-01-31T09:00:00.000Z",
         *       "updatedAt": "2026-01-31T09:00:00.000Z"
         *     }
         */
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
        /**
         * @example {
         *       "serviceName": "Example",
         *       "statusPageURL": "https://status.example.com",
         *       "backgroundColor": "#1A2B3C",
         *       "logoID": "L2vT9wBz5RkA",
         *       "privacyNoticeURL": "https://example.com/privacy",
         *       "emailEnabled": true,
         *       "dataHost": "https://status.example.com"
         *     }
         */
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
        /**
         * @example {
         *       "mailIsOn": true,
         *       "count": 1204
         *     }
         */
        Recipients: {
            /** @description Confirmed subscribers who hear of it. */
            count: number;
            mailIsOn: boolean;
        };
        SelfMetric: {
            /** @description Why the last collection failed, in the monitoring service's own words. Empty if it did not. */
            collectionError: string;
            /** Format: date-time */
            createdAt: string;
            decimalPlaces: number;
            description: string;
            metricID: string;
            order: number;
            /** @description Nothing: a metric of type Self needs none. */
            props: Record<string, never>;
            /** @enum {string} */
            status: "Hidden" | "Visible";
            title: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "Self";
            unit: string;
            /** Format: date-time */
            updatedAt: string;
        };
        SelfMetricChange: {
            decimalPlaces?: number;
            description?: string;
            order?: number;
            /** @description Nothing: a metric of type Self needs none. */
            props?: Record<string, never>;
            /** @enum {string} */
            status?: "Hidden" | "Visible";
            title?: string;
            /** @constant */
            type?: "Self";
            unit?: string;
        };
        /**
         * @example {
         *       "timeframe": "day",
         *       "stepSeconds": 300,
         *       "start": "2026-01-31T09:00:00.000Z",
         *       "values": [
         *         118.4,
         *         null,
         *         121
         *       ],
         *       "average": 119.7
         *     }
         */
        Series: {
            average: number | null;
            /** Format: date-time */
            start: string;
            stepSeconds: number;
            /** @enum {string} */
            timeframe: "day" | "week" | "month";
            values: (number | null)[];
        };
        /**
         * @example {
         *       "serviceName": "Example",
         *       "statusPageURL": "https://status.example.com",
         *       "backgroundColor": "#1A2B3C",
         *       "logoID": "L2vT9wBz5RkA",
         *       "privacyNoticeURL": "https://example.com/privacy",
         *       "adminPageURL": "https://status-admin.example.com",
         *       "logos": [
         *         {
         *           "id": "L2vT9wBz5RkA"
         *         }
         *       ],
         *       "emailNotification": {
         *         "enable": true,
         *         "sourceRegion": "eu-west-1",
         *         "sourceEmailAddress": "status@example.com"
         *       },
         *       "turnstile": {
         *         "siteKey": "",
         *         "hasSecretKey": false
         *       },
         *       "apiKeys": [
         *         {
         *           "id": "a9Wd3PxF6LsY",
         *           "value": "0123456789abcdefghijABCDEFGHIJ0123456789",
         *           "createdDate": "2026-01-31T09:00:00.000Z",
         *           "name": "Monitoring",
         *           "scopes": [
         *             "metrics"
         *           ],
         *           "expiresAt": "2027-01-31T00:00:00.000Z",
         *           "lastUsedAt": "2026-01-31T09:25:00.000Z"
         *         }
         *       ],
         *       "updatedAt": "2026-01-31T09:00:00.000Z"
         *     }
         */
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
        /**
         * @example {
         *       "serviceName": "Example",
         *       "backgroundColor": "#1A2B3C"
         *     }
         */
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
        /**
         * @example {
         *       "emailAddress": "administrator@example.com"
         *     }
         */
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
    responses: {
        /** @description Another service that this call needs refused or failed. `errorMessage` has its own words. */
        BadGateway: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The request is not valid, and nothing was changed. `errors` lists every reason with the path of what it is about. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description Someone else changed or deleted this, it refers to something deleted, or a limit on how many there can be is reached. Nothing was changed. After an outdated `If-Match`, `current` has what is stored now. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The body is larger than this call accepts. */
        ContentTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The caller is known but not allowed to do this: not an administrator, or a key without the scope. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description This Idempotency-Key was used for another request. Send this one with a key of its own. */
        IdempotencyKeyReused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description There is no such thing. It may have been deleted. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description A header is longer than the API accepts. */
        RequestHeaderFieldsTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The service is busy or down for a moment. Try again after `Retry-After`. */
        ServiceUnavailable: {
            headers: {
                /** @description The number of seconds to wait before trying again. */
                "Retry-After": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description Too many requests in this minute. */
        TooManyRequests: {
            headers: {
                /** @description The number of seconds to wait before trying again. */
                "Retry-After": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The token or the API key is missing, expired or not valid. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The body is not of a type that this call accepts. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The address is longer than this call accepts. */
        URITooLong: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listComponents: {
        parameters: {
            query?: {
                /** @description `1` reads the database past every cache. For administrators only. */
                fresh?: "1";
                /** @description Returns only what was created at this date and time or later. */
                since?: string;
                /** @description Returns only the entries that have this status now. */
                status?: "Operational" | "Under Maintenance" | "Degraded Performance" | "Partial Outage" | "Major Outage";
            };
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
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
                    /** @description The state of the answer, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Component"][];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createComponent: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text that the client makes up for this request, as a UUID. Repeating the request with the same key within 24 hours returns the same answer and does nothing twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewComponent"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Component"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateComponentStatuses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ComponentStatusesChange"];
            };
        };
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getComponent: {
        parameters: {
            query?: {
                /** @description `1` reads the database past every cache. For administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The component's ID. */
                componentID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Component"];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteComponent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the item's GET answered, or its `updatedAt` in quotation marks, or several with commas between them. If it has changed since, the answer is 409. Without the header the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                /** @description The component's ID. */
                componentID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted, or gone already. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateComponent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the item's GET answered, or its `updatedAt` in quotation marks, or several with commas between them. If it has changed since, the answer is 409. Without the header the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                /** @description The component's ID. */
                componentID: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ComponentChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Component"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getComponentUptime: {
        parameters: {
            query?: {
                /** @description The number of days that are looked back on, today included. 90 unless given. */
                days?: 30 | 60 | 90 | 365;
                /** @description `1` reads the database past every cache. For administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The component's ID. */
                componentID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The state of the answer, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComponentUptime"];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getApiDocs: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
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
                    /** @description The state of the answer, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listExternalMetrics: {
        parameters: {
            query: {
                /** @description The `nextCursor` of the page before; without it the first page. */
                cursor?: string;
                /** @description What to list, as a JSON object of 2,000 characters at most. */
                filters: components["schemas"]["ExternalMetricFilters"];
                /** @description The monitoring service. */
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
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
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    receiveEmailNotification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, 256 KiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
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
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listIncidents: {
        parameters: {
            query?: {
                /** @description Returns only what was created before: a date and time, or the cursor of a `Link` header. */
                before?: string;
                /** @description `1` reads the database past every cache. For administrators only. */
                fresh?: "1";
                /** @description The most entries to return, 50 unless given. There are fewer where they are too long for one answer. */
                limit?: number;
                /** @description Returns only what was created at this date and time or later. */
                since?: string;
                /** @description Returns only the entries that have this status now. */
                status?: "Investigating" | "Identified" | "Monitoring" | "Resolved";
            };
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
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
                    /** @description The state of the answer, for `If-None-Match`. */
                    ETag?: string;
                    /** @description The next page, as `<address>; rel="next"`. The last page has no such header. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"][];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text that the client makes up for this request, as a UUID. Repeating the request with the same key within 24 hours returns the same answer and does nothing twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewIncident"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getIncident: {
        parameters: {
            query?: {
                /** @description `1` reads the database past every cache. For administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The incident's ID. */
                incidentID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteIncident: {
        parameters: {
            query?: {
                /** @description `true` gives each component that the incident has affected back to what another open incident or a running maintenance says of it, or to Operational. `false` unless given. */
                restoreComponents?: "true" | "false";
            };
            header?: {
                /** @description The ETag that the item's GET answered, or its `updatedAt` in quotation marks, or several with commas between them. If it has changed since, the answer is 409. Without the header the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                /** @description The incident's ID. */
                incidentID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted, or gone already. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateIncident: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the item's GET answered, or its `updatedAt` in quotation marks, or several with commas between them. If it has changed since, the answer is 409. Without the header the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                /** @description The incident's ID. */
                incidentID: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["IncidentChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteIncidentUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the item's GET answered, or its `updatedAt` in quotation marks, or several with commas between them. If it has changed since, the answer is 409. Without the header the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                /** @description The incident's ID. */
                incidentID: string;
                /** @description The ID of one of the incident's updates. */
                incidentUpdateID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted, or gone already. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    editIncidentUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the item's GET answered, or its `updatedAt` in quotation marks, or several with commas between them. If it has changed since, the answer is 409. Without the header the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                /** @description The incident's ID. */
                incidentID: string;
                /** @description The ID of one of the incident's updates. */
                incidentUpdateID: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["IncidentUpdateChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentUpdate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEmails: {
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
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    countEmailRecipients: {
        parameters: {
            query?: {
                /** @description The IDs of the components that the email is about, separated by commas. */
                components?: string;
                /** @description The ID of an existing incident or maintenance: the components that it has touched count, too. */
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendTestEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text that the client makes up for this request, as a UUID. Repeating the request with the same key within 24 hours returns the same answer and does nothing twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMaintenances: {
        parameters: {
            query?: {
                /** @description Returns only what was created before: a date and time, or the cursor of a `Link` header. */
                before?: string;
                /** @description `1` reads the database past every cache. For administrators only. */
                fresh?: "1";
                /** @description The most entries to return, 50 unless given. There are fewer where they are too long for one answer. */
                limit?: number;
                /** @description Returns only what was created at this date and time or later. */
                since?: string;
                /** @description Returns only the entries that have this status now. */
                status?: "Scheduled" | "In Progress" | "Verifying" | "Completed";
            };
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
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
                    /** @description The state of the answer, for `If-None-Match`. */
                    ETag?: string;
                    /** @description The next page, as `<address>; rel="next"`. The last page has no such header. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Maintenance"][];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createMaintenance: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text that the client makes up for this request, as a UUID. Repeating the request with the same key within 24 hours returns the same answer and does nothing twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMaintenance"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Maintenance"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMaintenance: {
        parameters: {
            query?: {
                /** @description `1` reads the database past every cache. For administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The maintenance's ID. */
                maintenanceID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Maintenance"];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteMaintenance: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the item's GET answered, or its `updatedAt` in quotation marks, or several with commas between them. If it has changed since, the answer is 409. Without the header the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                /** @description The maintenance's ID. */
                maintenanceID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted, or gone already. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateMaintenance: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the item's GET answered, or its `updatedAt` in quotation marks, or several with commas between them. If it has changed since, the answer is 409. Without the header the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                /** @description The maintenance's ID. */
                maintenanceID: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MaintenanceChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Maintenance"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteMaintenanceUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the item's GET answered, or its `updatedAt` in quotation marks, or several with commas between them. If it has changed since, the answer is 409. Without the header the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                /** @description The maintenance's ID. */
                maintenanceID: string;
                /** @description The ID of one of the maintenance's updates. */
                maintenanceUpdateID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted, or gone already. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    editMaintenanceUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the item's GET answered, or its `updatedAt` in quotation marks, or several with commas between them. If it has changed since, the answer is 409. Without the header the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                /** @description The maintenance's ID. */
                maintenanceID: string;
                /** @description The ID of one of the maintenance's updates. */
                maintenanceUpdateID: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MaintenanceUpdateChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceUpdate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMetrics: {
        parameters: {
            query?: {
                /** @description Returns only what was created at this date and time or later. */
                since?: string;
                /** @description Returns only the entries that have this status now. */
                status?: "Hidden" | "Visible";
            };
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
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
                    /** @description The state of the answer, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Metric"][];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createMetric: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text that the client makes up for this request, as a UUID. Repeating the request with the same key within 24 hours returns the same answer and does nothing twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMetric"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Metric"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMetric: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The metric's ID. */
                metricID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Metric"];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteMetric: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the item's GET answered, or its `updatedAt` in quotation marks, or several with commas between them. If it has changed since, the answer is 409. Without the header the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                /** @description The metric's ID. */
                metricID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted, or gone already. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateMetric: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the item's GET answered, or its `updatedAt` in quotation marks, or several with commas between them. If it has changed since, the answer is 409. Without the header the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                /** @description The metric's ID. */
                metricID: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MetricChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Metric"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getApiDescription: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
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
                    /** @description The state of the answer, for `If-None-Match`. */
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
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPublicMetrics: {
        parameters: {
            query?: {
                /** @description `1` reads the database past every cache. For administrators only. */
                fresh?: "1";
                /** @description Returns only what was created at this date and time or later. */
                since?: string;
                /** @description Returns only the entries that have this status now. */
                status?: "Hidden" | "Visible";
            };
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
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
                    /** @description The state of the answer, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicMetric"][];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMetricSeries: {
        parameters: {
            query?: {
                /** @description How far the graph looks back. `day` unless given. */
                timeframe?: "day" | "week" | "month";
            };
            header?: never;
            path: {
                /** @description The metric's ID. */
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
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPublicSettings: {
        parameters: {
            query?: {
                /** @description `1` reads the database past every cache. For administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
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
                    /** @description The state of the answer, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicSettings"];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
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
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the item's GET answered, or its `updatedAt` in quotation marks, or several with commas between them. If it has changed since, the answer is 409. Without the header the last one to write wins. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingsChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text that the client makes up for this request, as a UUID. Repeating the request with the same key within 24 hours returns the same answer and does nothing twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. The body can be left out. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The address of what was created. */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The API key's ID, which is not its value. */
                keyID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted, or gone already. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    uploadLogo: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text that the client makes up for this request, as a UUID. Repeating the request with the same key within 24 hours returns the same answer and does nothing twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, 6 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewLogo"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The address of what was created. */
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Logo"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The logo's ID. */
                logoID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted, or gone already. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    eraseSubscriber: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text that the client makes up for this request, as a UUID. Repeating the request with the same key within 24 hours returns the same answer and does nothing twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    findSubscriber: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text that the client makes up for this request, as a UUID. Repeating the request with the same key within 24 hours returns the same answer and does nothing twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
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
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    subscribe: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text that the client makes up for this request, as a UUID. Repeating the request with the same key within 24 hours returns the same answer and does nothing twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, 16 KiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSubscriber"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listComponentsWithApiKey: {
        parameters: {
            query?: {
                /** @description Returns only what was created at this date and time or later. */
                since?: string;
                /** @description Returns only the entries that have this status now. */
                status?: "Operational" | "Under Maintenance" | "Degraded Performance" | "Partial Outage" | "Major Outage";
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
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Component"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createComponentWithApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text that the client makes up for this request, as a UUID. Repeating the request with the same key within 24 hours returns the same answer and does nothing twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewComponent"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location: string;
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Component"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateComponentStatusesWithApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ComponentStatusesChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Component"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getComponentWithApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The component's ID. */
                componentID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Component"];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteComponentWithApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the item's GET answered, or its `updatedAt` in quotation marks, or several with commas between them. If it has changed since, the answer is 409. Without the header the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                /** @description The component's ID. */
                componentID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted, or gone already. */
            204: {
                headers: {
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateComponentWithApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the item's GET answered, or its `updatedAt` in quotation marks, or several with commas between them. If it has changed since, the answer is 409. Without the header the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                /** @description The component's ID. */
                componentID: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ComponentChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Component"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getComponentUptimeWithApiKey: {
        parameters: {
            query?: {
                /** @description The number of days that are looked back on, today included. 90 unless given. */
                days?: 30 | 60 | 90 | 365;
            };
            header?: never;
            path: {
                /** @description The component's ID. */
                componentID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComponentUptime"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listIncidentsWithApiKey: {
        parameters: {
            query?: {
                /** @description Returns only what was created before: a date and time, or the cursor of a `Link` header. */
                before?: string;
                /** @description The most entries to return, 50 unless given. There are fewer where they are too long for one answer. */
                limit?: number;
                /** @description Returns only what was created at this date and time or later. */
                since?: string;
                /** @description Returns only the entries that have this status now. */
                status?: "Investigating" | "Identified" | "Monitoring" | "Resolved";
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
                    /** @description The next page, as `<address>; rel="next"`. The last page has no such header. */
                    Link?: string;
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createIncidentWithApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text that the client makes up for this request, as a UUID. Repeating the request with the same key within 24 hours returns the same answer and does nothing twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewIncident"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location: string;
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getIncidentWithApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The incident's ID. */
                incidentID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteIncidentWithApiKey: {
        parameters: {
            query?: {
                /** @description `true` gives each component that the incident has affected back to what another open incident or a running maintenance says of it, or to Operational. `false` unless given. */
                restoreComponents?: "true" | "false";
            };
            header?: {
                /** @description The ETag that the item's GET answered, or its `updatedAt` in quotation marks, or several with commas between them. If it has changed since, the answer is 409. Without the header the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                /** @description The incident's ID. */
                incidentID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted, or gone already. */
            204: {
                headers: {
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateIncidentWithApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the item's GET answered, or its `updatedAt` in quotation marks, or several with commas between them. If it has changed since, the answer is 409. Without the header the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                /** @description The incident's ID. */
                incidentID: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["IncidentChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Incident"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteIncidentUpdateWithApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the item's GET answered, or its `updatedAt` in quotation marks, or several with commas between them. If it has changed since, the answer is 409. Without the header the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                /** @description The incident's ID. */
                incidentID: string;
                /** @description The ID of one of the incident's updates. */
                incidentUpdateID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted, or gone already. */
            204: {
                headers: {
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    editIncidentUpdateWithApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the item's GET answered, or its `updatedAt` in quotation marks, or several with commas between them. If it has changed since, the answer is 409. Without the header the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                /** @description The incident's ID. */
                incidentID: string;
                /** @description The ID of one of the incident's updates. */
                incidentUpdateID: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["IncidentUpdateChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentUpdate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMaintenancesWithApiKey: {
        parameters: {
            query?: {
                /** @description Returns only what was created before: a date and time, or the cursor of a `Link` header. */
                before?: string;
                /** @description The most entries to return, 50 unless given. There are fewer where they are too long for one answer. */
                limit?: number;
                /** @description Returns only what was created at this date and time or later. */
                since?: string;
                /** @description Returns only the entries that have this status now. */
                status?: "Scheduled" | "In Progress" | "Verifying" | "Completed";
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
                    /** @description The next page, as `<address>; rel="next"`. The last page has no such header. */
                    Link?: string;
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Maintenance"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createMaintenanceWithApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text that the client makes up for this request, as a UUID. Repeating the request with the same key within 24 hours returns the same answer and does nothing twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMaintenance"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    /** @description The address of what was created. */
                    Location: string;
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Maintenance"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMaintenanceWithApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The maintenance's ID. */
                maintenanceID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Maintenance"];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteMaintenanceWithApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the item's GET answered, or its `updatedAt` in quotation marks, or several with commas between them. If it has changed since, the answer is 409. Without the header the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                /** @description The maintenance's ID. */
                maintenanceID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted, or gone already. */
            204: {
                headers: {
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateMaintenanceWithApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the item's GET answered, or its `updatedAt` in quotation marks, or several with commas between them. If it has changed since, the answer is 409. Without the header the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                /** @description The maintenance's ID. */
                maintenanceID: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MaintenanceChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Maintenance"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteMaintenanceUpdateWithApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the item's GET answered, or its `updatedAt` in quotation marks, or several with commas between them. If it has changed since, the answer is 409. Without the header the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                /** @description The maintenance's ID. */
                maintenanceID: string;
                /** @description The ID of one of the maintenance's updates. */
                maintenanceUpdateID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted, or gone already. */
            204: {
                headers: {
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    editMaintenanceUpdateWithApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that the item's GET answered, or its `updatedAt` in quotation marks, or several with commas between them. If it has changed since, the answer is 409. Without the header the last one to write wins. */
                "If-Match"?: string;
            };
            path: {
                /** @description The maintenance's ID. */
                maintenanceID: string;
                /** @description The ID of one of the maintenance's updates. */
                maintenanceUpdateID: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MaintenanceUpdateChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaintenanceUpdate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMetricsWithApiKey: {
        parameters: {
            query?: {
                /** @description Returns only what was created at this date and time or later. */
                since?: string;
                /** @description Returns only the entries that have this status now. */
                status?: "Hidden" | "Visible";
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
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicMetric"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMetricWithApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The metric's ID. */
                metricID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description For If-Match, and in a GET for If-None-Match. */
                    ETag?: string;
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicMetric"];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["URITooLong"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    submitMetricData: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text that the client makes up for this request, as a UUID. Repeating the request with the same key within 24 hours returns the same answer and does nothing twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMetricData"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetricData"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    eraseSubscriberWithApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text that the client makes up for this request, as a UUID. Repeating the request with the same key within 24 hours returns the same answer and does nothing twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Erasure"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    findSubscriberWithApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A random text that the client makes up for this request, as a UUID. Repeating the request with the same key within 24 hours returns the same answer and does nothing twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8, 1 MiB at most. `Content-Type` can be `application/json`, `text/plain` or missing. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["KnownAddress"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description What is left of each quota at most, as `"calls";r=599;t=60`: other calls may have been counted elsewhere. */
                    RateLimit?: string;
                    /** @description The quotas that the call counts toward, as `"calls";q=600;w=60`: 600 in 60 seconds. */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundSubscriber"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["URITooLong"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listV2Components: {
        parameters: {
            query?: {
                /** @description `1` reads the database past every cache. For administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
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
                    /** @description The state of the answer, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Components"];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listV2Incidents: {
        parameters: {
            query?: {
                /** @description `1` reads the database past every cache. For administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
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
                    /** @description The state of the answer, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Incidents"];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listV2UnresolvedIncidents: {
        parameters: {
            query?: {
                /** @description `1` reads the database past every cache. For administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
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
                    /** @description The state of the answer, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Incidents"];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listV2Maintenances: {
        parameters: {
            query?: {
                /** @description `1` reads the database past every cache. For administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
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
                    /** @description The state of the answer, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2ScheduledMaintenances"];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listV2ActiveMaintenances: {
        parameters: {
            query?: {
                /** @description `1` reads the database past every cache. For administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
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
                    /** @description The state of the answer, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2ScheduledMaintenances"];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listV2UpcomingMaintenances: {
        parameters: {
            query?: {
                /** @description `1` reads the database past every cache. For administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
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
                    /** @description The state of the answer, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2ScheduledMaintenances"];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getV2Status: {
        parameters: {
            query?: {
                /** @description `1` reads the database past every cache. For administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
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
                    /** @description The state of the answer, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2PageStatus"];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getV2Summary: {
        parameters: {
            query?: {
                /** @description `1` reads the database past every cache. For administrators only. */
                fresh?: "1";
            };
            header?: {
                /** @description The `ETag` of an answer that the client has. If nothing has changed since, the answer is 304 without a body. */
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
                    /** @description The state of the answer, for `If-None-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["V2Summary"];
                };
            };
            /** @description Nothing has changed since the answer whose ETag was sent in `If-None-Match`. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The logo's ID, with `@2x` behind it for the image at twice the size. */
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
                    "image/jpeg": string;
                    "image/png": string;
                };
            };
            /** @description There is no such thing. It may have been deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The address is longer than this call accepts. */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A header is longer than the API accepts. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The service is busy or down for a moment. Try again after `Retry-After`. */
            503: {
                headers: {
                    /** @description The number of seconds to wait before trying again. */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    getMetricDay: {
        parameters: {
            query?: {
                /** @description `1` reads the database past every cache. For administrators only. */
                fresh?: "1";
            };
            header?: never;
            path: {
                /** @description The day of the month in UTC without a leading zero, and `.json`, as in `31.json`. */
                file: string;
                /** @description The metric's ID. */
                metricID: string;
                /** @description The month in UTC without a leading zero, as in `1`. */
                month: string;
                /** @description The year in UTC, as in `2026`. */
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
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            414: components["responses"]["URITooLong"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}

/** Generated from the OpenAPI document by `npm run generate:client`. */
export interface paths {
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** OpenAPI document */
        get: operations["getOpenApi"];
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
        Error: {
            /** @description Stable error code */
            error: string;
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
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI document. */
            200: {
                headers: {
                    /** @description How long the answer may be kept. */
                    "cache-control"?: string;
                    /** @description Entity tag for if-none-match, where present. */
                    etag?: string;
                    /** @description Requests admitted per window of 60 seconds. */
                    "x-ratelimit-limit"?: number;
                    /** @description Requests left in the current window. */
                    "x-ratelimit-remaining"?: number;
                    /** @description Seconds until the current window ends. */
                    "x-ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        components: Record<string, never>;
                        info: Record<string, never>;
                        openapi: string;
                        paths: Record<string, never>;
                    };
                };
            };
            /** @description Not modified: `if-none-match` names the current entity tag. */
            304: {
                headers: {
                    /** @description How long the answer may be kept. */
                    "cache-control"?: string;
                    /** @description Entity tag for if-none-match, where present. */
                    etag?: string;
                    /** @description Requests admitted per window of 60 seconds. */
                    "x-ratelimit-limit"?: number;
                    /** @description Requests left in the current window. */
                    "x-ratelimit-remaining"?: number;
                    /** @description Seconds until the current window ends. */
                    "x-ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is malformed, repeated or unknown, or the request has a body. */
            400: {
                headers: {
                    /** @description How long the answer may be kept. */
                    "cache-control"?: string;
                    /** @description Requests admitted per window of 60 seconds. */
                    "x-ratelimit-limit"?: number;
                    /** @description Requests left in the current window. */
                    "x-ratelimit-remaining"?: number;
                    /** @description Seconds until the current window ends. */
                    "x-ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The method is neither GET nor HEAD. */
            405: {
                headers: {
                    /** @description How long the answer may be kept. */
                    "cache-control"?: string;
                    /** @description Requests admitted per window of 60 seconds. */
                    "x-ratelimit-limit"?: number;
                    /** @description Requests left in the current window. */
                    "x-ratelimit-remaining"?: number;
                    /** @description Seconds until the current window ends. */
                    "x-ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests in the current window. */
            429: {
                headers: {
                    /** @description How long the answer may be kept. */
                    "cache-control"?: string;
                    /** @description Seconds to wait before trying again. */
                    "retry-after"?: number;
                    /** @description Requests admitted per window of 60 seconds. */
                    "x-ratelimit-limit"?: number;
                    /** @description Requests left in the current window. */
                    "x-ratelimit-remaining"?: number;
                    /** @description Seconds until the current window ends. */
                    "x-ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service cannot answer at the moment. */
            503: {
                headers: {
                    /** @description How long the answer may be kept. */
                    "cache-control"?: string;
                    /** @description Seconds to wait before trying again. */
                    "retry-after"?: number;
                    /** @description Requests admitted per window of 60 seconds. */
                    "x-ratelimit-limit"?: number;
                    /** @description Requests left in the current window. */
                    "x-ratelimit-remaining"?: number;
                    /** @description Seconds until the current window ends. */
                    "x-ratelimit-reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}

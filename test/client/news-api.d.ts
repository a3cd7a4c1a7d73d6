/** Generated from the OpenAPI document by `npm run generate:client`. */
export interface paths {
    "/api/v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What this service offers */
        get: operations["getIndex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/articles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search articles, newest first
         * @description The window is the last 24 hours unless said otherwise and at most 31 days. A cursor keeps the window of the first page.
         */
        get: operations["getArticles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/articles/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One article with its text */
        get: operations["getArticlesByIdContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ranking categories
         * @description Keys for the `category` parameter, the camps `blue` and `green` included.
         */
        get: operations["getCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Media by code
         * @description Every media code that appears in answers, with its title, icon and camp.
         */
        get: operations["getMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
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
        Article: {
            /**
             * @description Political camp of an outlet; `other` when it is in neither list
             * @enum {string}
             */
            camp: "blue" | "green" | "other";
            /** @description True when the source gave no time and the page was not yet read: `publishedAt` is then the time of first sight */
            datePending: boolean;
            description: string | null;
            id: number;
            image: string | null;
            /** @description Media code */
            media: string;
            mediaTitle: string;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            publishedAt: string;
            section: string | null;
            tags: string[];
            title: string;
            /** @description Address of the original */
            url: string;
        };
        ArticleContent: {
            attributions: components["schemas"]["Attribution"][];
            body: string | null;
            /** @description Code points of the text that is given here */
            chars: number;
            expiresAt: string | null;
            fetchedAt: string | null;
            source: string | null;
            /** @enum {string} */
            status: "ok" | "short" | "missing" | "blocked" | "error" | "not_fetched" | "expired";
        };
        ArticleFacets: {
            camps: {
                blue: number;
                green: number;
                other: number;
            };
            /** @description From the most articles to the fewest */
            media: {
                count: number;
                media: string;
            }[];
            total: number;
        };
        ArticleList: {
            articles: components["schemas"]["Article"][];
            /** @description Articles on this page */
            count: number;
            facets?: components["schemas"]["ArticleFacets"];
            nextCursor: string | null;
            query: {
                camp: ("blue" | "green" | "other") | null;
                category: string | null;
                limit: number;
                media: string[] | null;
                q: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                since: string;
                tag: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                until: string;
            };
        };
        ArticleWithContent: {
            article: {
                /** @description Bylines as the outlet gives them */
                authors: string[];
                description: string | null;
                discoverySources: components["schemas"]["DiscoverySource"][];
                id: number;
                image: string | null;
                media: string;
                mediaTitle: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                publishedAt: string;
                /**
                 * Format: date
                 * @description Taipei date, present when no more than the day is known
                 */
                publishedDate?: string;
                /** @enum {string} */
                publishedDatePrecision?: "day";
                publisher: components["schemas"]["Publisher"];
                tags: string[];
                title: string;
                url: string;
            };
            content: components["schemas"]["ArticleContent"];
        };
        /** @description A medium that the text names as its source */
        Attribution: {
            country: string;
            countryCode: string;
            /** @description The words that name the source */
            evidence: string;
            /** @enum {string} */
            kind: "explicit";
            media: string;
            name: string;
        };
        Categories: {
            /** @description Category code */
            key: string;
            label: string;
            /** @description Media in it */
            media: number;
        }[];
        DiscoverySource: {
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            discoveredAt: string;
            /** @description Code of the discovery source, not of the publisher */
            media: string;
            title: string;
            /** @description Public page on which the article was found */
            url: string;
        };
        Error: {
            /** @description A sentence that names what was wrong */
            error: string;
        };
        Index: {
            /** @description Documentation for people */
            docs: string;
            endpoints: {
                /** @description An address to try */
                example: string;
                method: string;
                path: string;
                summary: string;
            }[];
            name: string;
            /** @description The OpenAPI document */
            openapi: string;
            version: string;
        };
        /** @description By media code */
        MediaMap: {
            [key: string]: {
                /**
                 * @description Political camp of an outlet; `other` when it is in neither list
                 * @enum {string}
                 */
                camp: "blue" | "green" | "other";
                icon: string | null;
                title: string | null;
            };
        };
        /** @description The outlet that published an article */
        Publisher: {
            country: string;
            /** @description `INT` international, `ZZ` unconfirmed */
            countryCode: string;
            /** @description Media code */
            media: string;
            name: string;
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
    getIndex: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What this service offers. */
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
                    "application/json": components["schemas"]["Index"];
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
    getArticles: {
        parameters: {
            query?: {
                /** @description Political camp of an outlet; `other` when it is in neither list */
                camp?: "blue" | "green" | "other";
                /** @description Ranking category, see `/api/v1/categories`; with `media`, both must hold */
                category?: string;
                /** @description `nextCursor` of the page before; all other parameters stay as they were */
                cursor?: string;
                /** @description 1 adds counts over the whole query */
                facets?: "0" | "1";
                /** @description Hours back from `until` when `since` is absent */
                hours?: number;
                limit?: number;
                /** @description Media codes, separated by commas */
                media?: string[];
                /** @description Text that the title or summary contains, or a tag that the article carries exactly; upper and lower case, full and half width are the same */
                q?: string;
                /** @description Start of the window, inclusive: ISO 8601 with Z or an offset, or `YYYY-MM-DD` for 00:00 in Taipei */
                since?: string;
                /** @description A tag that the article carries exactly */
                tag?: string;
                /** @description End of the window, exclusive, in the same forms; now by default */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Search articles, newest first. */
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
                    "application/json": components["schemas"]["ArticleList"];
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
            /** @description Unknown media, category or camp, a malformed time, a window over 31 days, or an invalid cursor */
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
    getArticlesByIdContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Article id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One article with its text. */
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
                    "application/json": components["schemas"]["ArticleWithContent"];
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
            /** @description The id is not a positive integer */
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
            /** @description There is no such article */
            404: {
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
    getCategories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ranking categories. */
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
                    "application/json": components["schemas"]["Categories"];
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
    getMedia: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Media by code. */
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
                    "application/json": components["schemas"]["MediaMap"];
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

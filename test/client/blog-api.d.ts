/** Generated from the OpenAPI document by `npm run generate:client`. */
export interface paths {
    "/api/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Status of the service
         * @description A page for browsers; JSON with `Accept: application/json`. The check behind it is at most five seconds old.
         */
        get: operations["getStatus"];
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
         * Latest articles, newest first
         * @description By publication time, or the time of first collection where that is unknown, then by id. Keep all parameters while you follow `nextCursor`.
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
    "/api/v1/blogs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Directory of verified blogs, by id */
        get: operations["getBlogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/blogs/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One verified blog with its feeds */
        get: operations["getBlogsBySlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/blogs/{slug}/articles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Articles of one blog, newest first */
        get: operations["getBlogsBySlugArticles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/blogs/{slug}/relations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which blogs one blog mentions, and which mention it
         * @description All lists are of this blog's own edges, the rankings with those beyond the cap; `coverage` is that of the whole site.
         */
        get: operations["getBlogsBySlugRelations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was added, changed or removed, in order
         * @description For programs that keep a copy: articles as lists show them, and blogs in the order in which they changed, each once with its newest state, `gone` for what is not shown any more (or not yet). Begin without `since`, follow `nextToken`, and come back with the last one: it survives restarts, and is good for 30 days.
         */
        get: operations["getChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Many articles by address or id */
        get: operations["getLookup"];
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
    "/api/v1/relations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which blogs mention which
         * @description Counted from links in article bodies alone, between verified blogs. A mention is an exchange of signals: neither plagiarism nor endorsement is meant.
         */
        get: operations["getRelations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes as they happen
         * @description Server-sent events: `event` is the kind, `data` one change as `/api/v1/changes` tells it. Each run of changes ends with an `id`: send it as `Last-Event-ID` (browsers do) to go on without loss after a cut or a restart; a change may then come twice. `live` comes when nothing is left to tell, `behind` to a client that reads more slowly than things change, `gone` where the id is none of this store. A comment every 15 seconds shows that the stream is alive. Filters look at what articles show; what is `gone` passes all of them.
         */
        get: operations["getStream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the blogs write about
         * @description Terms of the news, ranked by how many blogs write about them and how often; one blog counts less with each further article. There are no pages: `truncated` tells that there are more.
         */
        get: operations["getTopics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/topics/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One topic, with all evidence that was ever found
         * @description Who writes about it now, and its history, which is independent of `hours` and outlives the vocabulary. Older ids (`tag:<term>`, `rss:<term>`) are resolved.
         */
        get: operations["getTopicsById"];
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
            author: string | null;
            /** @description Relative address of a readable page; absent while there is none */
            blogCanonicalPath?: string;
            blogName: string;
            blogSlug: string;
            iconUrl: string | null;
            id: number;
            imageUrl: string | null;
            observedAt: string | null;
            publishedAt: string | null;
            /** @description Plain text */
            summary: string;
            /** @description Original title */
            title: string;
            updatedAt: string | null;
            /**
             * Format: uri
             * @description Address of the original
             */
            url: string;
        };
        ArticlePage: {
            items: components["schemas"]["Article"][];
            nextCursor: string | null;
            /** @description The window of this round of pages; the cursor keeps it */
            window: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                since: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                until: string;
            };
        };
        Blog: {
            /** @description Relative address of a readable page; absent while there is none */
            canonicalPath?: string;
            /** @description The source's own category, not authoritative */
            category: string;
            description: string;
            discoveredAt: string | null;
            /** @description Expected hours between two posts */
            expectedIntervalHours: number;
            iconUrl: string | null;
            id: number;
            lastCrawlSuccessAt: string | null;
            lastPublishedAt: string | null;
            name: string;
            /** @description Blog code; it never changes */
            slug: string;
            sourceUrl: string | null;
            /**
             * Format: uri
             * @description This service's own page of the blog
             */
            url: string;
        };
        BlogDetail: {
            /** @description Relative address of a readable page; absent while there is none */
            canonicalPath?: string;
            /** @description The source's own category, not authoritative */
            category: string;
            description: string;
            discoveredAt: string | null;
            /** @description Expected hours between two posts */
            expectedIntervalHours: number;
            feeds: {
                /** @enum {string} */
                type: "rss" | "atom" | "sitemap";
                /** @description Address of the feed at the original site */
                url: string;
            }[];
            iconUrl: string | null;
            id: number;
            lastCrawlSuccessAt: string | null;
            lastPublishedAt: string | null;
            name: string;
            /** @description Blog code; it never changes */
            slug: string;
            sourceUrl: string | null;
            /**
             * Format: uri
             * @description This service's own page of the blog
             */
            url: string;
        };
        BlogPage: {
            items: components["schemas"]["Blog"][];
            nextCursor: string | null;
        };
        BlogRelations: {
            blogId: number;
            coverage: components["schemas"]["RelationCoverage"];
            days: number;
            /** @description From the most articles to the fewest, then by source and target id */
            edges: components["schemas"]["RelationEdge"][];
            /** @description The newest mentions to and from this blog */
            evidence: {
                anchor: string;
                /** @enum {string} */
                location: "body";
                postId: number;
                postTitle: string;
                postUrl: string;
                publishedAt: string | null;
                sourceBlogId: number;
                targetBlogId: number;
                /** @description The article's first link to the target blog */
                targetUrl: string;
            }[];
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            generatedAt: string;
            hours: number;
            /** @description The edges that end at this blog */
            incoming: components["schemas"]["RelationEdge"][];
            /** @description Not bound by the cap on edges */
            mostMentioned: {
                blogId: number;
                incomingBlogs: number;
                /** @description Article-to-blog mentions that the blog gets */
                mentions: number;
            }[];
            /** @description Each pair once, told from the side that mentions more. Not bound by the cap on edges */
            mutual: {
                forwardCount: number;
                reverseCount: number;
                sourceBlogId: number;
                targetBlogId: number;
            }[];
            /** @description Every blog that the other lists name, by id */
            nodes: components["schemas"]["RelationNode"][];
            /** @description The edges that begin at this blog */
            outgoing: components["schemas"]["RelationEdge"][];
            /** @description There are more edges or more mentions than `edges` and `evidence` show */
            profileTruncated: boolean;
        };
        BlogResponse: {
            blog: components["schemas"]["BlogDetail"];
        };
        ChangedBlog: {
            /** @description Relative address of a readable page; absent while there is none */
            canonicalPath?: string;
            /** @description The source's own category, not authoritative */
            category: string;
            description: string;
            discoveredAt: string | null;
            iconUrl: string | null;
            id: number;
            name: string;
            /** @description Blog code; it never changes */
            slug: string;
            sourceUrl: string | null;
            /**
             * Format: uri
             * @description This service's own page of the blog
             */
            url: string;
        };
        Changes: {
            /** @description Nothing more has changed so far */
            caughtUp: boolean;
            changes: ({
                article: components["schemas"]["Article"];
                id: number;
                /** @enum {string} */
                kind: "article";
            } | {
                /** @description True: it is not shown any more, or not yet */
                gone: boolean;
                id: number;
                /** @enum {string} */
                kind: "article";
            } | {
                blog: components["schemas"]["ChangedBlog"];
                /** @description Its code */
                id: string;
                /** @enum {string} */
                kind: "blog";
            } | {
                /** @description True: it is not shown any more, or not yet */
                gone: boolean;
                /** @description Its code */
                id: string;
                /** @enum {string} */
                kind: "blog";
            })[];
            /** @description Where to go on; opaque */
            nextToken: string;
        };
        Error: {
            /** @description Stable error code */
            error: string;
        };
        Lookup: {
            /** @description Addresses, then ids, in the order in which they were sent; each with `article` or `reason` */
            results: {
                article?: components["schemas"]["Article"];
                canonicalUrl?: string | null;
                /** @description The id that was sent */
                id?: number;
                /**
                 * @description `malformed`: no address of the web. `unknown`: never seen. `not_shown`: seen, and hidden, removed or not due yet
                 * @enum {string}
                 */
                reason?: "malformed" | "unknown" | "not_shown";
                /** @description The address as it was sent */
                url?: string;
            }[];
        };
        /** @description The numbers of the rules */
        MatchingPolicy: {
            /** @enum {integer} */
            bodyWeight: 1;
            displayGate?: {
                background?: {
                    maximumTitleShare: number;
                    minimumBaselinePosts: number;
                    minimumNativeBlogs: number;
                    reason: string;
                };
                documentFrequencyRatio: number;
                effect: string;
                minimumPeakPosts: number;
                minimumSources: number;
                minimumTwiceSources: number;
                reason: string;
                upstream: string;
                version: string;
            };
            frequency: {
                [key: string]: unknown;
            };
            policyVersion: string;
            publicationNoiseVersion: string;
            recentBackfillHours: number;
            /** @enum {number} */
            sameBlogDecay: 0.5;
            sources: ("title" | "body")[];
            /** @enum {integer} */
            titleWeight: 2;
            version: string;
        };
        /** @description What was looked at; read it with every ranking */
        RelationCoverage: {
            /** @description A ranking is cut, or the window reaches back to days that are no longer kept whole */
            aggregationTruncated: boolean;
            /** @description Posts of which links around the body were read, but no body was found */
            failedPosts: number;
            /** @description There are more edges than are listed */
            graphTruncated: boolean;
            /** @description How mentions are found and counted */
            method: string;
            /** @description Posts that came with neither text nor links */
            noBodyPosts: number;
            /** @description Links outside of bodies; they are never mentions */
            nonBodyLinks: {
                blogroll: number;
                comment: number;
                sidebar: number;
            };
            /** @description Posts whose body was looked at */
            observedPosts: number;
            sampledAt: string | null;
            /** @description Posts dated within the window: observed, failed and without body */
            totalPosts: number;
            /** @description Posts with more links than are looked at */
            truncatedPosts: number;
            /** @description Posts without a publication time that were first collected within the window; they count nowhere else */
            unknownDatePosts: number;
            /** @description Body links to a known host, on a path that belongs to no registered blog */
            unresolvedLinks: number;
        };
        RelationEdge: {
            /** @description Distinct articles of the source that mention the target */
            count: number;
            firstMentionAt: string | null;
            lastMentionAt: string | null;
            /** @description The target mentions the source too, within the window */
            mutual: boolean;
            /** @description `count` divided by all article-to-blog mentions of the source in the window; an article that mentions three blogs counts three. Not a share of the source's articles */
            share: number;
            /** @description Relative address of a readable page; absent while there is none */
            sourceBlogCanonicalPath?: string;
            sourceBlogId: number;
            /** @description Relative address of a readable page; absent while there is none */
            targetBlogCanonicalPath?: string;
            targetBlogId: number;
        };
        RelationNode: {
            /** @description Relative address of a readable page; absent while there is none */
            canonicalPath?: string;
            iconUrl: string | null;
            id: number;
            name: string;
            slug: string;
        };
        Relations: {
            coverage: components["schemas"]["RelationCoverage"];
            days: number;
            /** @description From the most articles to the fewest, then by source and target id */
            edges: components["schemas"]["RelationEdge"][];
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            generatedAt: string;
            hours: number;
            /** @description Not bound by the cap on edges */
            mostMentioned: {
                blogId: number;
                incomingBlogs: number;
                /** @description Article-to-blog mentions that the blog gets */
                mentions: number;
            }[];
            /** @description Each pair once, told from the side that mentions more. Not bound by the cap on edges */
            mutual: {
                forwardCount: number;
                reverseCount: number;
                sourceBlogId: number;
                targetBlogId: number;
            }[];
            /** @description Every blog that the other lists name, by id */
            nodes: components["schemas"]["RelationNode"][];
        };
        Status: {
            endpoints: {
                path: string;
                summary: string;
            }[];
            /** @enum {string} */
            status: "ok" | "degraded";
            /**
             * Format: date-time
             * @description When this answer was made; it says nothing about the age of the data
             */
            updatedAt: string;
            version: string;
        };
        Topic: {
            baselineShare: number | null;
            blogs: number;
            bodyOnlyPosts: number;
            /** @description Relative address of a readable page; absent while there is none */
            canonicalPath?: string;
            /** @description `tag:` and the SHA-256 of the normalised term; it never changes */
            id: string;
            /** @description The spelling that most articles of the news use */
            label: string;
            lift: number | null;
            matchingReason: string | null;
            /** @enum {string} */
            matchingRule: "title-only" | "title-and-body";
            posts: number;
            recentShare: number | null;
            /** @description Sum over blogs; within a blog each article counts 2 for a title or else 1 for a body, the k-th times 0.5^k */
            score: number;
            /** @enum {string} */
            source: "rss-category" | "tag-vocabulary";
            titlePosts: number;
            /**
             * Format: uri
             * @description This service's own page of the topic; absent for punctuation
             */
            url?: string;
        };
        TopicDetail: {
            articles: {
                /** @description Relative address of a readable page; absent while there is none */
                blogCanonicalPath?: string;
                blogName: string;
                blogSlug: string;
                id: number;
                publishedAt: string | null;
                title: string;
                /** @description Address of the original */
                url: string;
            }[];
            blogs: {
                bodyOnlyPosts: number;
                /** @description Relative address of a readable page; absent while there is none */
                canonicalPath?: string;
                id: number;
                name: string;
                posts: number;
                score: number;
                slug: string;
                titlePosts: number;
            }[];
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            generatedAt: string;
            history?: components["schemas"]["TopicHistory"];
            /** @enum {integer} */
            hours: 168 | 720 | 2160;
            matchingPolicy: components["schemas"]["MatchingPolicy"];
            topic: {
                articleCount: number | null;
                canonicalId: string | null;
                /** @description Relative address of a readable page; absent while there is none */
                canonicalPath?: string;
                excludedReason: ("empty-label" | "invalid-label" | "too-short" | "pure-number" | "pure-date" | "punctuation-only" | "tag-noise" | "no-equal" | "upstream-noise" | "upstream-no-equal" | "not-in-tag-vocabulary") | null;
                id: string;
                inactiveReason: ("low-frequency" | "memory-budget") | null;
                label: string;
                lastPublishedAt: string | null;
                matchingReason: string | null;
                /** @enum {string} */
                matchingRule: "title-only" | "title-and-body";
                /** @enum {string} */
                matchingStatus: "active" | "inactive" | "excluded";
                /** @enum {string} */
                source: "rss-category" | "tag-vocabulary";
                /**
                 * Format: uri
                 * @description This service's own page of the topic; absent for punctuation
                 */
                url?: string;
            };
            truncated: boolean;
            vocabulary: components["schemas"]["Vocabulary"];
        };
        TopicHistory: {
            articles: {
                /** @description Relative address of a readable page; absent while there is none */
                blogCanonicalPath?: string;
                blogName: string;
                blogSlug: string;
                /**
                 * @description `pending`: found in the past and not confirmed since
                 * @enum {string}
                 */
                evidenceState: "confirmed" | "pending";
                id: number;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                observedAt: string;
                publishedAt: string | null;
                title: string;
                /** @description Address of the original */
                url: string;
            }[];
            confirmed: number;
            lastObservedAt: string | null;
            nextCursor: string | null;
            pending: number;
            /** @description Distinct public articles */
            total: number;
        };
        Topics: {
            coverage: {
                /** @description Articles that match a term, listed or not; body hits of frequent terms apart */
                matchedPosts: number;
            };
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            generatedAt: string;
            /** @enum {integer} */
            hours: 168 | 720 | 2160;
            items: components["schemas"]["Topic"][];
            matchingPolicy: components["schemas"]["MatchingPolicy"];
            /** @enum {integer} */
            minimumBlogs: 2;
            nextCursor: null;
            /** @description There are more topics than `limit` */
            truncated: boolean;
            vocabulary: components["schemas"]["Vocabulary"];
        };
        /** @description The words that are looked for */
        Vocabulary: {
            activeSet: {
                activeTerms: number;
                asOf: string | null;
                codePointLimit: number;
                eligibleTerms: number;
                /** @description Bytes that the matcher holds */
                estimatedBytes: number;
                inactiveReasons: {
                    "low-frequency": number;
                    "memory-budget": number;
                };
                memoryBudgetBytes: number;
                /** @description `ready`, or `retained` while the upstream has nothing new to offer */
                status: string;
                termLimit: number;
                version: string | null;
            } | null;
            coverage: string | null;
            excludedTermCount: number;
            exclusionReasons: {
                [key: string]: number;
            };
            frequencyBaseline: {
                /** @description Those of them with a body */
                coveredPosts: number;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                since: string;
                thresholdRatio: number;
                totalPosts: number;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                until: string;
                version: string;
            } | null;
            invalidTagCount: number | null;
            normalizedTagCount: number | null;
            /** @description `observed-article-window`: terms seen in the window, no complete vocabulary */
            source: string;
            /** @enum {string} */
            status: "ready" | "unavailable";
            syncedAt: string | null;
            tagNormalization: string | null;
            totalSourceTerms: number | null;
            upstreamSnapshotConsistent: boolean;
            version: string | null;
            window: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                since: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                until: string;
            } | null;
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
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Status of the service. */
            200: {
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
                    "application/json": components["schemas"]["Status"];
                };
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
            /** @description The key is invalid or revoked. */
            401: {
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
                /** @description Blog code: only articles of this blog */
                blog?: string;
                /** @description `nextCursor` of the page before, unmodified and with the same other parameters */
                cursor?: string;
                /** @description Hours back from now; not together with `since` and `until` */
                hours?: number;
                limit?: number;
                /** @description Text that the name or title contains, as it is: neither a pattern nor a list of words. Upper and lower case, full and half width are the same */
                q?: string;
                /** @description Start of the window, inclusive: UTC, seconds or three-digit milliseconds, ending in Z; only with `until`, at most 90 days before it */
                since?: string;
                /** @description End of the window, exclusive: UTC, seconds or three-digit milliseconds, ending in Z; only with `since` */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Latest articles, newest first. */
            200: {
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
                    "application/json": components["schemas"]["ArticlePage"];
                };
            };
            /** @description `invalid_query`: a malformed, unknown or repeated parameter, `since` without `until` or the other way round, either with `hours`, a window that is empty or over 90 days. `invalid_cursor`: a cursor that was not handed out for this question. */
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
            /** @description The key is invalid or revoked. */
            401: {
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
    getBlogs: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, unmodified and with the same other parameters */
                cursor?: string;
                limit?: number;
                /** @description Text that the name or title contains, as it is: neither a pattern nor a list of words. Upper and lower case, full and half width are the same */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Directory of verified blogs, by id. */
            200: {
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
                    "application/json": components["schemas"]["BlogPage"];
                };
            };
            /** @description `invalid_query`: a malformed, unknown or repeated parameter. `invalid_cursor`: a cursor that was not handed out for this question. */
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
            /** @description The key is invalid or revoked. */
            401: {
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
    getBlogsBySlug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Blog code from the directory */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One verified blog with its feeds. */
            200: {
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
                    "application/json": components["schemas"]["BlogResponse"];
                };
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
            /** @description The key is invalid or revoked. */
            401: {
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
            /** @description `not_found`: there is no such blog */
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
    getBlogsBySlugArticles: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, unmodified and with the same other parameters */
                cursor?: string;
                /** @description Hours back from now; not together with `since` and `until` */
                hours?: number;
                limit?: number;
                /** @description Text that the name or title contains, as it is: neither a pattern nor a list of words. Upper and lower case, full and half width are the same */
                q?: string;
                /** @description Start of the window, inclusive: UTC, seconds or three-digit milliseconds, ending in Z; only with `until`, at most 90 days before it */
                since?: string;
                /** @description End of the window, exclusive: UTC, seconds or three-digit milliseconds, ending in Z; only with `since` */
                until?: string;
            };
            header?: never;
            path: {
                /** @description Blog code from the directory */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Articles of one blog, newest first. */
            200: {
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
                    "application/json": components["schemas"]["ArticlePage"];
                };
            };
            /** @description `invalid_query`: a malformed, unknown or repeated parameter, `since` without `until` or the other way round, either with `hours`, a window that is empty or over 90 days. `invalid_cursor`: a cursor that was not handed out for this question. */
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
            /** @description The key is invalid or revoked. */
            401: {
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
            /** @description `not_found`: there is no such blog */
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
    getBlogsBySlugRelations: {
        parameters: {
            query?: {
                /** @description Length of the window before now: 7, 30 or 90 days */
                hours?: 168 | 720 | 2160;
            };
            header?: never;
            path: {
                /** @description Blog code from the directory */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Which blogs one blog mentions, and which mention it. */
            200: {
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
                    "application/json": components["schemas"]["BlogRelations"];
                };
            };
            /** @description `invalid_query`: `hours` is not 168, 720 or 2160 */
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
            /** @description The key is invalid or revoked. */
            401: {
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
            /** @description `not_found`: there is no such blog */
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
    getChanges: {
        parameters: {
            query?: {
                /** @description Changes of one page, at most; a page may be shorter, or empty, and still not the last */
                limit?: number;
                /** @description `nextToken` of the page before; absent or empty: from the beginning */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was added, changed or removed, in order. */
            200: {
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
                    "application/json": components["schemas"]["Changes"];
                };
            };
            /** @description A malformed parameter, or a `since` that is no token of this service */
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
            /** @description The key is invalid or revoked. */
            401: {
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
            /** @description The token names a place that this store does not have: begin again without `since` */
            410: {
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
    getLookup: {
        parameters: {
            query?: {
                /** @description Ids of articles, at most 100 with the addresses, separated by commas */
                id?: string[];
                /** @description Addresses of articles, at most 100, separated by blanks (%20 or +); they are brought into their canonical form as at ingest */
                url?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Many articles by address or id. */
            200: {
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
                    "application/json": components["schemas"]["Lookup"];
                };
            };
            /** @description Neither `url` nor `id`, or more than 100 of them */
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
            /** @description The key is invalid or revoked. */
            401: {
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
            /** @description The key is invalid or revoked. */
            401: {
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
    getRelations: {
        parameters: {
            query?: {
                /** @description Length of the window before now: 7, 30 or 90 days */
                hours?: 168 | 720 | 2160;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Which blogs mention which. */
            200: {
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
                    "application/json": components["schemas"]["Relations"];
                };
            };
            /** @description `invalid_query`: `hours` is not 168, 720 or 2160 */
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
            /** @description The key is invalid or revoked. */
            401: {
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
    getStream: {
        parameters: {
            query?: {
                /** @description Blog codes, separated by commas: only articles of these blogs */
                blog?: string[];
                /** @description Kinds, separated by commas, of article, blog; all by default */
                kind?: string[];
                /** @description Text that an article contains, as the `q` of lists */
                q?: string;
                /** @description `nextToken` of `/api/v1/changes`, or the last id of a stream; without it the stream begins now. The header `Last-Event-ID` wins */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Changes as they happen. */
            200: {
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
                    "text/event-stream": string;
                };
            };
            /** @description A malformed parameter, or an id that is no token of this service */
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
            /** @description The key is invalid or revoked. */
            401: {
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
            /** @description The id names a place that this store does not have: begin again without it */
            410: {
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
            /** @description Too many streams of this address, or too many requests */
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
            /** @description Too many streams in all, or the service cannot answer at the moment */
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
    getTopics: {
        parameters: {
            query?: {
                /** @description Length of the window before now: 7, 30 or 90 days */
                hours?: 168 | 720 | 2160;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the blogs write about. */
            200: {
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
                    "application/json": components["schemas"]["Topics"];
                };
            };
            /** @description `invalid_query`: a malformed, unknown or repeated parameter */
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
            /** @description The key is invalid or revoked. */
            401: {
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
    getTopicsById: {
        parameters: {
            query?: {
                /** @description `history.nextCursor` of the page before, with the same topic */
                historyCursor?: string;
                /** @description Length of the window before now: 7, 30 or 90 days */
                hours?: 168 | 720 | 2160;
            };
            header?: never;
            path: {
                /** @description Id from the ranking, escaped: `tag%3A…`; older ids are resolved */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One topic, with all evidence that was ever found. */
            200: {
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
                    "application/json": components["schemas"]["TopicDetail"];
                };
            };
            /** @description `invalid_query`: a malformed, unknown or repeated parameter. `invalid_cursor`: a history cursor that was not handed out for this topic */
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
            /** @description The key is invalid or revoked. */
            401: {
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
            /** @description `not_found`: there is no such topic, or it cannot be public for now */
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
            /** @description `gone`: all accumulated evidence was withdrawn */
            410: {
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

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
    "/api/v1/blogs.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Directory of verified blogs, by id, as CSV
         * @description A line with names, then one for each entry; lists are JSON. A text that begins with = + - @, a tab or CR has an apostrophe before it, so that no spreadsheet takes it for a formula. The header `link` leads to the next page, where there is one.
         */
        get: operations["getBlogsCsv"];
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
    "/api/v1/blogs/{slug}/reading": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which outlets a blog links to
         * @description From links in bodies of its posts to articles that the news service knows, whichever of the two was known first.
         */
        get: operations["getBlogsBySlugReading"];
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
    "/api/v1/dumps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What there is to download, by day
         * @description Everything of a finished day (Taipei) as one file: gzipped NDJSON, Parquet, or gzipped CSV. Files are made when they are downloaded, of what is shown then.
         */
        get: operations["getDumps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dumps/{kind}/{day}.csv.gz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A day as gzipped CSV */
        get: operations["getDumpCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dumps/{kind}/{day}.ndjson.gz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A day as gzipped NDJSON */
        get: operations["getDumpNdjson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/dumps/{kind}/{day}.parquet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A day as Parquet */
        get: operations["getDumpParquet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/explain/relation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the numbers between two blogs come about
         * @description The articles behind an edge of `/api/v1/relations`, both ways, and everything else that the source mentions, with the formulas: enough to compute every number again.
         */
        get: operations["getExplainRelation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/explain/topic/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the numbers of a topic come about
         * @description The articles behind a topic, by blog, with the formulas and the rules that it was judged by: enough to compute every number again. Articles of the baseline: `/api/v1/lookup?id=`.
         */
        get: operations["getExplainTopicById"];
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
    "/api/v1/topics.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the blogs write about, as CSV
         * @description A line with names, then one for each entry; lists are JSON. A text that begins with = + - @, a tab or CR has an apostrophe before it, so that no spreadsheet takes it for a formula. The header `link` leads to the next page, where there is one.
         */
        get: operations["getTopicsCsv"];
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
    "/api/v1/topics/{id}/news": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the news write about a topic
         * @description The newest articles of the last 31 days that carry its term as a tag.
         */
        get: operations["getTopicsByIdNews"];
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
            /** @description Byline of the original site; equal ones may be different people */
            author: string | null;
            /** @description Relative address of a readable page; absent while there is none */
            blogCanonicalPath?: string;
            /** @description Name of the blog */
            blogName: string;
            /** @description Code of the blog, for `/api/v1/blogs/{slug}` */
            blogSlug: string;
            /** @description Address of the blog's icon; null when it has none */
            iconUrl: string | null;
            /** @description Number of the item; it never changes */
            id: number;
            /** @description Address of its picture; null when it has none */
            imageUrl: string | null;
            /** @description When the article was first seen; null when that is not known */
            observedAt: string | null;
            /** @description When the outlet published it; null while that is not known */
            publishedAt: string | null;
            /** @description Plain text */
            summary: string;
            /** @description Original title */
            title: string;
            /** @description Last change that is known; null when none is */
            updatedAt: string | null;
            /**
             * Format: uri
             * @description Address of the original
             */
            url: string;
        };
        ArticlePage: {
            /** @description The entries of this page */
            items: components["schemas"]["Article"][];
            /** @description Null on the last page */
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
            /** @description What the blog says of itself */
            description: string;
            /** @description When the blog was found; null when that is not known */
            discoveredAt: string | null;
            /** @description Expected hours between two posts */
            expectedIntervalHours: number;
            /** @description Address of the blog's icon; null when it has none */
            iconUrl: string | null;
            /** @description Number of the item; it never changes */
            id: number;
            /** @description Last successful crawl; null when there was none */
            lastCrawlSuccessAt: string | null;
            /** @description Newest article; null when there is none */
            lastPublishedAt: string | null;
            /** @description Name for people */
            name: string;
            /** @description Blog code; it never changes */
            slug: string;
            /** @description Home page of the original site */
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
            /** @description What the blog says of itself */
            description: string;
            /** @description When the blog was found; null when that is not known */
            discoveredAt: string | null;
            /** @description Expected hours between two posts */
            expectedIntervalHours: number;
            /** @description Feeds of the original */
            feeds: {
                /**
                 * @description Format of the feed
                 * @enum {string}
                 */
                type: "rss" | "atom" | "sitemap";
                /** @description Address of the feed at the original site */
                url: string;
            }[];
            /** @description Address of the blog's icon; null when it has none */
            iconUrl: string | null;
            /** @description Number of the item; it never changes */
            id: number;
            /** @description Last successful crawl; null when there was none */
            lastCrawlSuccessAt: string | null;
            /** @description Newest article; null when there is none */
            lastPublishedAt: string | null;
            /** @description Name for people */
            name: string;
            /** @description Blog code; it never changes */
            slug: string;
            /** @description Home page of the original site */
            sourceUrl: string | null;
            /**
             * Format: uri
             * @description This service's own page of the blog
             */
            url: string;
        };
        BlogPage: {
            /** @description The entries of this page */
            items: components["schemas"]["Blog"][];
            /** @description Null on the last page */
            nextCursor: string | null;
        };
        BlogReading: {
            /** @description Length of the window in hours */
            hours: number;
            /** @description There are more posts or addresses than were looked at */
            limited: boolean;
            /** @description Distinct addresses on other hosts in their bodies, the newest 200 */
            links: number;
            /** @description From the most articles to the fewest, then by code */
            outlets: components["schemas"]["ReadOutlet"][];
            /** @description Posts within the window that were looked at, the newest 200 */
            posts: number;
            /** @description Blog code from the directory */
            slug: string;
            /** @description Those that lead to no article that the news service shows */
            unresolved: number;
        };
        BlogRelations: {
            /** @description Number of the blog */
            blogId: number;
            /** @description What was looked at; read it with every ranking */
            coverage: components["schemas"]["RelationCoverage"];
            /** @description Length of the window in days */
            days: number;
            /** @description From the most articles to the fewest, then by source and target id */
            edges: components["schemas"]["RelationEdge"][];
            /** @description The newest mentions to and from this blog */
            evidence: {
                /** @description Text of the link */
                anchor: string;
                /**
                 * @description Where in the article the link is
                 * @enum {string}
                 */
                location: "body";
                /** @description Number of the article that mentions */
                postId: number;
                /** @description Title of the article that mentions */
                postTitle: string;
                /** @description Address of the article that mentions */
                postUrl: string;
                /** @description When the outlet published it; null while that is not known */
                publishedAt: string | null;
                /** @description Number of the blog that mentions */
                sourceBlogId: number;
                /** @description Number of the blog that is mentioned */
                targetBlogId: number;
                /** @description The article's first link to the target blog */
                targetUrl: string;
            }[];
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            generatedAt: string;
            /** @description Length of the window in hours */
            hours: number;
            /** @description The edges that end at this blog */
            incoming: components["schemas"]["RelationEdge"][];
            /** @description Not bound by the cap on edges */
            mostMentioned: {
                /** @description Number of the blog */
                blogId: number;
                /** @description Blogs that mention it */
                incomingBlogs: number;
                /** @description Article-to-blog mentions that the blog gets */
                mentions: number;
            }[];
            /** @description Each pair once, named from the side that mentions more. Not bound by the cap on edges */
            mutual: {
                /** @description Mentions of the target by the source */
                forwardCount: number;
                /** @description Mentions of the source by the target */
                reverseCount: number;
                /** @description Number of the blog that mentions */
                sourceBlogId: number;
                /** @description Number of the blog that is mentioned */
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
            /** @description The blog */
            blog: components["schemas"]["BlogDetail"];
        };
        ChangedBlog: {
            /** @description Relative address of a readable page; absent while there is none */
            canonicalPath?: string;
            /** @description The source's own category, not authoritative */
            category: string;
            /** @description Summary given by the source; null when it gives none */
            description: string;
            /** @description When the blog was found; null when that is not known */
            discoveredAt: string | null;
            /** @description Address of the blog's icon; null when it has none */
            iconUrl: string | null;
            /** @description Number of the item; it never changes */
            id: number;
            /** @description Name for people */
            name: string;
            /** @description Blog code; it never changes */
            slug: string;
            /** @description Home page of the original site */
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
            /** @description What changed, oldest first */
            changes: ({
                /** @description The article as lists show it */
                article: components["schemas"]["Article"];
                /** @description Number of the item; it never changes */
                id: number;
                /**
                 * @description Which kind it is
                 * @enum {string}
                 */
                kind: "article";
            } | {
                /** @description True: it is not shown any more, or not yet */
                gone: boolean;
                /** @description Number of the item; it never changes */
                id: number;
                /**
                 * @description Which kind it is
                 * @enum {string}
                 */
                kind: "article";
            } | {
                /** @description The blog */
                blog: components["schemas"]["ChangedBlog"];
                /** @description Its code */
                id: string;
                /**
                 * @description Which kind it is
                 * @enum {string}
                 */
                kind: "blog";
            } | {
                /** @description True: it is not shown any more, or not yet */
                gone: boolean;
                /** @description Its code */
                id: string;
                /**
                 * @description Which kind it is
                 * @enum {string}
                 */
                kind: "blog";
            })[];
            /** @description Where to go on; opaque */
            nextToken: string;
        };
        Dumps: {
            /** @description Finished Taipei days that have articles, the newest first */
            days: string[];
            /** @description What there is of each day */
            dumps: {
                /** @description What a row is, and to which day it belongs */
                about: string;
                /** @description Columns of the Parquet and CSV files, and members of a line of NDJSON */
                columns: {
                    /** @description Name of the column */
                    name: string;
                    /** @description `texts`, `ids` and `numbers` are lists */
                    type: string;
                }[];
                /** @description What is in it */
                kind: string;
                /** @description Where it is, with `{day}` and `{format}` */
                path: string;
            }[];
            /** @description What follows the day */
            formats: ("ndjson.gz" | "parquet" | "csv.gz")[];
        };
        Error: {
            /** @description For people: what was wrong, what is allowed, and an example. It may change */
            detail?: string;
            /** @description Stable error code */
            error: string;
        };
        ExplainedRelation: {
            /** @description The window reaches back to days that are no longer kept whole */
            aggregationTruncated: boolean;
            /** @description False where there are more than 1000 articles one way, or more than 10000 mentions: the numbers count all, the newest are named */
            complete: boolean;
            /** @description How each number is computed */
            formulas: {
                [key: string]: string;
            };
            /** @description Mentions of the target by the source */
            forward: {
                /** @description The articles that count, newest first */
                articles: {
                    /** @description Text of the link */
                    anchor: string;
                    /** @description Number of the item; it never changes */
                    id: number;
                    /** @description When the outlet published it; null while that is not known */
                    publishedAt: string | null;
                    /** @description The article's first link to the other blog */
                    targetUrl: string;
                    /** @description Title as the outlet gives it */
                    title: string;
                    /** @description Address of the original */
                    url: string;
                }[];
                /** @description Articles that mention the other blog */
                count: number;
                /** @description First mention of the window; null when its time is not known */
                firstMentionAt: string | null;
                /** @description Last mention of the window; null when its time is not known */
                lastMentionAt: string | null;
                /** @description All mentions by the source */
                mentionsMade: number;
                /** @description Part of the whole, from 0 to 1 */
                share: number | null;
            };
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            generatedAt: string;
            /** @description Length of the window in hours */
            hours: number;
            /** @description Everything that the source mentions: what forward.share is a part of */
            mentions: {
                /** @description These articles, newest first */
                articleIds: number[];
                /** @description Number of the blog that is mentioned */
                blogId: number;
                /** @description Articles of the source that mention it */
                count: number;
                /** @description Code of the blog; it never changes */
                slug: string;
            }[];
            /** @description Each mentions the other within the window */
            mutual: boolean;
            /** @description Mentions of the source by the target */
            reverse: {
                /** @description The articles that count, newest first */
                articles: {
                    /** @description Text of the link */
                    anchor: string;
                    /** @description Number of the item; it never changes */
                    id: number;
                    /** @description When the outlet published it; null while that is not known */
                    publishedAt: string | null;
                    /** @description The article's first link to the other blog */
                    targetUrl: string;
                    /** @description Title as the outlet gives it */
                    title: string;
                    /** @description Address of the original */
                    url: string;
                }[];
                /** @description Articles that mention the other blog */
                count: number;
                /** @description First mention of the window; null when its time is not known */
                firstMentionAt: string | null;
                /** @description Last mention of the window; null when its time is not known */
                lastMentionAt: string | null;
                /** @description All mentions by the source */
                mentionsMade: number;
                /** @description Part of the whole, from 0 to 1 */
                share: number | null;
            };
            /** @description The blog that mentions */
            source: components["schemas"]["RelationNode"];
            /** @description The blog that is mentioned */
            target: components["schemas"]["RelationNode"];
            /** @description Articles count by their publication, both ends included */
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
        ExplainedTopic: {
            /** @description Every article of the window that is named above, newest first */
            articles: {
                /** @description Relative address of a readable page; absent while there is none */
                blogCanonicalPath?: string;
                /** @description Name of the blog */
                blogName: string;
                /** @description Code of the blog, for `/api/v1/blogs/{slug}` */
                blogSlug: string;
                /** @description Number of the item; it never changes */
                id: number;
                /** @description When the outlet published it; null while that is not known */
                publishedAt: string | null;
                /** @description Title as the outlet gives it */
                title: string;
                /** @description Address of the original */
                url: string;
            }[];
            /** @description The time before the window, without its end; null if under seven days */
            baseline: {
                /** @description Public articles of it, matched or not */
                articles: number;
                /** @description Articles by id, newest first */
                bodyArticleIds: number[];
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                since: string;
                /** @description Articles by id, newest first */
                titleArticleIds: number[];
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                until: string;
            } | null;
            /** @description Part of the articles before the window, from 0 to 1; null when it cannot be said */
            baselineShare: number | null;
            /** @description Blogs with articles of the window that count, the one that contributes most first */
            blogs: {
                /** @description Articles by id, newest first */
                bodyArticleIds: number[];
                /** @description To the score */
                contribution: number;
                /** @description Number of the item; it never changes */
                id: number;
                /** @description Name for people */
                name: string;
                /** @description Code of the blog; it never changes */
                slug: string;
                /** @description Articles by id, newest first */
                titleArticleIds: number[];
            }[];
            /** @description Blogs that have a term in texts only, where only titles count: they count for the frequency and for the gate */
            bodyBlogs: {
                /** @description Articles by id, newest first */
                bodyArticleIds: number[];
                /** @description To the score */
                contribution: number;
                /** @description Number of the item; it never changes */
                id: number;
                /** @description Name for people */
                name: string;
                /** @description Code of the blog; it never changes */
                slug: string;
                /** @description Articles by id, newest first */
                titleArticleIds: number[];
            }[];
            /** @description Articles with it in the text alone */
            bodyPosts: number;
            /** @description False where there are more than 10000 articles of the window or the baseline: the numbers count all, the newest are named */
            complete: boolean;
            /** @description Null without any article */
            documentFrequency: number | null;
            /** @description How each number is computed */
            formulas: {
                [key: string]: string;
            };
            /** @description Blogs that match in titles or texts */
            gateBlogs: number;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            generatedAt: string;
            /**
             * @description Length of the window before now: 7, 30 or 90 days
             * @default 720
             * @enum {integer}
             */
            hours: 168 | 720 | 2160;
            /** @description Id of the topic */
            id: string;
            /** @description The term, as it is shown */
            label: string;
            /** @description Recent share divided by the earlier one; null when it cannot be said */
            lift: number | null;
            /**
             * @description Rule by which articles are matched
             * @enum {string}
             */
            matchingRule: "title-only" | "title-and-body";
            /**
             * @description Whether articles are being matched with it
             * @enum {string}
             */
            matchingStatus: "active" | "inactive" | "excluded";
            /** @description Blogs that use the term as a label or category of their own */
            nativeBlogs: {
                /** @description One with the label; null if the category is the term */
                articleId: number | null;
                /** @description Number of the item; it never changes */
                id: number;
                /** @description Code of the blog; it never changes */
                slug: string;
            }[];
            /** @description The most articles of one blog */
            peakPosts: number;
            /** @description Articles that write about it */
            posts: number;
            /** @description Place in the ranking; null beyond 200 or unlisted */
            rank: number | null;
            /** @description Part of the articles of the window, from 0 to 1; null when it cannot be said */
            recentShare: number | null;
            /** @description The first rule that keeps it from being listed; null when it is listed */
            refusal: ("not-matched" | "too-few-blogs" | "broad-gate" | "background") | null;
            /** @description Sum of the contributions */
            score: number;
            /** @description Articles that name it in the title */
            titlePosts: number;
            /** @description Blogs with two articles or more */
            twiceBlogs: number;
            /** @description Where articles count, both ends included */
            window: {
                /** @description Public articles of it, matched or not */
                articles: number;
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
        Lookup: {
            /** @description Addresses, then ids, in the order in which they were sent; each with `article` or `reason` */
            results: {
                /** @description The article as lists show it; null when it is not there */
                article?: components["schemas"]["Article"];
                /** @description The address in its canonical form; null where it is none */
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
            /**
             * @description Weight of a text that names it
             * @enum {integer}
             */
            bodyWeight: 1;
            /** @description When a topic is shown */
            displayGate?: {
                /** @description When a term counts as one of every day */
                background?: {
                    /** @description Part of titles above which it does */
                    maximumTitleShare: number;
                    /** @description Articles that are needed to say so */
                    minimumBaselinePosts: number;
                    /** @description Blogs of its own that keep it from that */
                    minimumNativeBlogs: number;
                    /** @description Why this rule */
                    reason: string;
                };
                /** @description Part of all articles above which a term is too common */
                documentFrequencyRatio: number;
                /** @description What the rule does */
                effect: string;
                /** @description Articles of its strongest outlet */
                minimumPeakPosts: number;
                /** @description Outlets that must name it */
                minimumSources: number;
                /** @description Outlets that must name it twice */
                minimumTwiceSources: number;
                /** @description Why this rule */
                reason: string;
                /** @description Which ranking a term must come from */
                upstream: string;
                /** @description Version of this rule */
                version: string;
            };
            /** @description Which terms are too common */
            frequency: {
                [key: string]: unknown;
            };
            /** @description Version of these rules */
            policyVersion: string;
            /** @description Version of the list of words that mean nothing */
            publicationNoiseVersion: string;
            /** @description Hours of articles that a new term is matched with */
            recentBackfillHours: number;
            /**
             * @description What each further article of one blog counts, of the one before
             * @enum {number}
             */
            sameBlogDecay: 0.5;
            /** @description Where terms come from */
            sources: ("title" | "body")[];
            /**
             * @description Weight of a title that names the term
             * @enum {integer}
             */
            titleWeight: 2;
            /** @description Version of the rules */
            version: string;
        };
        NewsArticle: {
            /** @description Of the article, at the news service */
            id: number;
            /** @description Media code */
            media: string;
            /** @description Name of the outlet */
            mediaTitle: string;
            /** @description The news service's own page of the article */
            newsUrl: string;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            publishedAt: string;
            /** @description Title as the outlet gives it */
            title: string;
            /** @description Address of the original */
            url: string;
        };
        ReadLink: {
            /** @description Text of the link */
            anchor: string;
            /** @description The article as the news service shows it */
            article: components["schemas"]["NewsArticle"];
            /** @description Number of the article that mentions */
            postId: number;
            /** @description When the blog published the post; null where that is not known */
            postPublishedAt: string | null;
            /** @description Title of the article that mentions */
            postTitle: string;
            /** @description Address of the original */
            postUrl: string;
        };
        ReadOutlet: {
            /** @description Its articles that the blog links to */
            articles: number;
            /** @description By the newest posts */
            latest: components["schemas"]["ReadLink"][];
            /** @description Media code */
            media: string;
            /** @description Name of the outlet */
            mediaTitle: string;
            /** @description Posts that link to one of them */
            posts: number;
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
                /** @description Links in lists of blogs */
                blogroll: number;
                /** @description Links in comments */
                comment: number;
                /** @description Links in side columns */
                sidebar: number;
            };
            /** @description Posts whose body was looked at */
            observedPosts: number;
            /** @description When this was counted; null while it was not */
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
            /** @description First mention of the window; null when its time is not known */
            firstMentionAt: string | null;
            /** @description Last mention of the window; null when its time is not known */
            lastMentionAt: string | null;
            /** @description The target mentions the source too, within the window */
            mutual: boolean;
            /** @description `count` divided by all article-to-blog mentions of the source in the window; an article that mentions three blogs counts three. Not a share of the source's articles */
            share: number;
            /** @description Relative address of a readable page; absent while there is none */
            sourceBlogCanonicalPath?: string;
            /** @description Number of the blog that mentions */
            sourceBlogId: number;
            /** @description Relative address of a readable page; absent while there is none */
            targetBlogCanonicalPath?: string;
            /** @description Number of the blog that is mentioned */
            targetBlogId: number;
        };
        RelationNode: {
            /** @description Relative address of a readable page; absent while there is none */
            canonicalPath?: string;
            /** @description Address of the blog's icon; null when it has none */
            iconUrl: string | null;
            /** @description Number of the item; it never changes */
            id: number;
            /** @description Name for people */
            name: string;
            /** @description Code of the blog; it never changes */
            slug: string;
        };
        Relations: {
            /** @description What was looked at; read it with every ranking */
            coverage: components["schemas"]["RelationCoverage"];
            /** @description Length of the window in days */
            days: number;
            /** @description From the most articles to the fewest, then by source and target id */
            edges: components["schemas"]["RelationEdge"][];
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            generatedAt: string;
            /** @description Length of the window in hours */
            hours: number;
            /** @description Not bound by the cap on edges */
            mostMentioned: {
                /** @description Number of the blog */
                blogId: number;
                /** @description Blogs that mention it */
                incomingBlogs: number;
                /** @description Article-to-blog mentions that the blog gets */
                mentions: number;
            }[];
            /** @description Each pair once, named from the side that mentions more. Not bound by the cap on edges */
            mutual: {
                /** @description Mentions of the target by the source */
                forwardCount: number;
                /** @description Mentions of the source by the target */
                reverseCount: number;
                /** @description Number of the blog that mentions */
                sourceBlogId: number;
                /** @description Number of the blog that is mentioned */
                targetBlogId: number;
            }[];
            /** @description Every blog that the other lists name, by id */
            nodes: components["schemas"]["RelationNode"][];
        };
        Status: {
            /** @description What there is to ask */
            endpoints: {
                /** @description Path of the endpoint, with `{name}` for its parameters */
                path: string;
                /** @description What the endpoint answers */
                summary: string;
            }[];
            /**
             * @description How it is at the moment
             * @enum {string}
             */
            status: "ok" | "degraded";
            /**
             * Format: date-time
             * @description When this answer was made; it says nothing about the age of the data
             */
            updatedAt: string;
            /** @description Version of the software */
            version: string;
        };
        Topic: {
            /** @description Part of the articles before the window, from 0 to 1; null when it cannot be said */
            baselineShare: number | null;
            /** @description Blogs of these articles */
            blogs: number;
            /** @description Articles that name it in the text alone */
            bodyOnlyPosts: number;
            /** @description Relative address of a readable page; absent while there is none */
            canonicalPath?: string;
            /** @description `tag:` and the SHA-256 of the normalised term; it never changes */
            id: string;
            /** @description The spelling that most articles of the news use */
            label: string;
            /** @description `recentShare` divided by `baselineShare`; null without a baseline, not zero */
            lift: number | null;
            /** @description Why titles alone count, or why the ranking leaves the topic out */
            matchingReason: string | null;
            /**
             * @description Rule by which articles are matched
             * @enum {string}
             */
            matchingRule: "title-only" | "title-and-body";
            /** @description Articles that count: those with it in the title alone where the rule says so */
            posts: number;
            /** @description Part of the articles of the window, from 0 to 1; null when it cannot be said */
            recentShare: number | null;
            /** @description Sum over blogs; within a blog each article counts 2 for a title or else 1 for a body, the k-th times 0.5^k */
            score: number;
            /**
             * @description Where the term comes from
             * @enum {string}
             */
            source: "rss-category" | "tag-vocabulary";
            /** @description Articles that name it in the title */
            titlePosts: number;
            /**
             * Format: uri
             * @description This service's own page of the topic; absent for punctuation
             */
            url?: string;
        };
        TopicDetail: {
            /** @description The newest of these articles; what was found besides is in `history` */
            articles: {
                /** @description Relative address of a readable page; absent while there is none */
                blogCanonicalPath?: string;
                /** @description Name of the blog */
                blogName: string;
                /** @description Code of the blog, for `/api/v1/blogs/{slug}` */
                blogSlug: string;
                /** @description Number of the item; it never changes */
                id: number;
                /** @description When the outlet published it; null while that is not known */
                publishedAt: string | null;
                /** @description Title as the outlet gives it */
                title: string;
                /** @description Address of the original */
                url: string;
            }[];
            /** @description With articles that count, as in the ranking */
            blogs: {
                /** @description Articles that name it in the text alone */
                bodyOnlyPosts: number;
                /** @description Relative address of a readable page; absent while there is none */
                canonicalPath?: string;
                /** @description Number of the item; it never changes */
                id: number;
                /** @description Name for people */
                name: string;
                /** @description Articles that write about it */
                posts: number;
                /** @description What the blog counts for the topic */
                score: number;
                /** @description Code of the blog; it never changes */
                slug: string;
                /** @description Articles that name it in the title */
                titlePosts: number;
            }[];
            /** @description What the broad gate is judged by: titles and bodies, whatever the rule */
            gate: {
                /** @description Blogs that match */
                blogs: number;
                /** @description They reach what `matchingPolicy.displayGate` asks for */
                passed: boolean;
                /** @description The most articles of one blog */
                peakPosts: number;
                /** @description Those with two articles that match, or more */
                twiceBlogs: number;
            };
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            generatedAt: string;
            /** @description All articles that ever wrote about it */
            history?: components["schemas"]["TopicHistory"];
            /**
             * @description Length of the window in hours
             * @enum {integer}
             */
            hours: 168 | 720 | 2160;
            /** @description The numbers of the rules */
            matchingPolicy: components["schemas"]["MatchingPolicy"];
            /** @description The topic */
            topic: {
                /** @description News articles that carry the term */
                articleCount: number | null;
                /** @description The id that it is known by now; null when that is this one */
                canonicalId: string | null;
                /** @description Relative address of a readable page; absent while there is none */
                canonicalPath?: string;
                /** @description Why it is left out of rankings; null when it is not */
                excludedReason: ("empty-label" | "invalid-label" | "too-short" | "pure-number" | "pure-date" | "punctuation-only" | "tag-noise" | "no-equal" | "upstream-noise" | "upstream-no-equal" | "not-in-tag-vocabulary") | null;
                /** @description Id of the topic */
                id: string;
                /** @description Why it is not matched at the moment; null when it is */
                inactiveReason: ("low-frequency" | "memory-budget") | null;
                /** @description The term, as it is shown */
                label: string;
                /** @description Newest article; null when there is none */
                lastPublishedAt: string | null;
                /** @description Why titles alone count, or why the ranking leaves the topic out */
                matchingReason: string | null;
                /**
                 * @description Rule by which articles are matched
                 * @enum {string}
                 */
                matchingRule: "title-only" | "title-and-body";
                /**
                 * @description Whether articles are being matched with it
                 * @enum {string}
                 */
                matchingStatus: "active" | "inactive" | "excluded";
                /**
                 * @description Where the term comes from
                 * @enum {string}
                 */
                source: "rss-category" | "tag-vocabulary";
                /**
                 * Format: uri
                 * @description This service's own page of the topic; absent for punctuation
                 */
                url?: string;
            };
            /** @description There are more than are shown */
            truncated: boolean;
            /** @description The words that are looked for */
            vocabulary: components["schemas"]["Vocabulary"];
        };
        TopicHistory: {
            /** @description Articles, newest first */
            articles: {
                /** @description Relative address of a readable page; absent while there is none */
                blogCanonicalPath?: string;
                /** @description Name of the blog */
                blogName: string;
                /** @description Code of the blog, for `/api/v1/blogs/{slug}` */
                blogSlug: string;
                /**
                 * @description `pending`: found in the past and not confirmed since
                 * @enum {string}
                 */
                evidenceState: "confirmed" | "pending";
                /** @description Number of the item; it never changes */
                id: number;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                observedAt: string;
                /** @description When the outlet published it; null while that is not known */
                publishedAt: string | null;
                /** @description Title as the outlet gives it */
                title: string;
                /** @description Address of the original */
                url: string;
            }[];
            /** @description Articles that were matched */
            confirmed: number;
            /** @description Newest article of the topic; null when there is none */
            lastObservedAt: string | null;
            /** @description Send it as `cursor` for the next page; null on the last one */
            nextCursor: string | null;
            /** @description Articles that are still to be matched */
            pending: number;
            /** @description Distinct public articles */
            total: number;
        };
        TopicNews: {
            /** @description Newest first */
            articles: components["schemas"]["NewsArticle"][];
            /** @description How many there are */
            count: number;
            /** @description Number of the item; it never changes */
            id: string;
            /** @description Name for people */
            label: string;
        };
        Topics: {
            /** @description What the answer is counted from */
            coverage: {
                /** @description Articles that match a term, listed or not; body hits of frequent terms apart */
                matchedPosts: number;
            };
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            generatedAt: string;
            /**
             * @description Length of the window in hours
             * @enum {integer}
             */
            hours: 168 | 720 | 2160;
            /** @description The entries of this page */
            items: components["schemas"]["Topic"][];
            /** @description The numbers of the rules */
            matchingPolicy: components["schemas"]["MatchingPolicy"];
            /**
             * @description Blogs that must write about a topic
             * @enum {integer}
             */
            minimumBlogs: 2;
            /** @description Always null: the ranking is one page */
            nextCursor: null;
            /** @description Of a ranking of the past: counted again, of what had been seen by then */
            past: {
                /** @description What is told as it is today, whatever it was then */
                asToday: string[];
                /**
                 * Format: date-time
                 * @description The full hour that it is of
                 */
                hour: string;
                /**
                 * Format: date-time
                 * @description No earlier hour can be asked for
                 */
                keptSince: string;
            } | null;
            /** @description There are more topics than `limit` */
            truncated: boolean;
            /** @description The words that are looked for */
            vocabulary: components["schemas"]["Vocabulary"];
        };
        /** @description The words that are looked for */
        Vocabulary: {
            /** @description The terms that are matched at the moment; null while there are none */
            activeSet: {
                /** @description Terms that are chosen */
                activeTerms: number;
                /** @description When these terms were chosen; null while they were not */
                asOf: string | null;
                /** @description Most letters of all of them */
                codePointLimit: number;
                /** @description Terms that may be chosen */
                eligibleTerms: number;
                /** @description Bytes that the matcher holds */
                estimatedBytes: number;
                /** @description Terms that are not chosen, by reason */
                inactiveReasons: {
                    /** @description They are too rare */
                    "low-frequency": number;
                    /** @description There is no more memory for them */
                    "memory-budget": number;
                };
                /** @description Memory that they may take */
                memoryBudgetBytes: number;
                /** @description `ready`, or `retained` while the upstream has nothing new to offer */
                status: string;
                /** @description Most terms that are chosen */
                termLimit: number;
                /** @description Version of this choice; null while there is none */
                version: string | null;
            } | null;
            /** @description What the terms cover; null while there are none */
            coverage: string | null;
            /** @description Terms that are left out */
            excludedTermCount: number;
            /** @description Terms that are left out, by reason */
            exclusionReasons: {
                [key: string]: number;
            };
            /** @description How often terms stand in all articles; null while that was not counted */
            frequencyBaseline: {
                /** @description Those of them with a body */
                coveredPosts: number;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                since: string;
                /** @description A term in more than this part of them says nothing */
                thresholdRatio: number;
                /** @description Articles that were counted */
                totalPosts: number;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                until: string;
                /** @description Version of the counting */
                version: string;
            } | null;
            /** @description Tags that are no usable terms; null while there are none */
            invalidTagCount: number | null;
            /** @description Tags that had to be brought into normal form; null while there are none */
            normalizedTagCount: number | null;
            /** @description `observed-article-window`: terms seen in the window, no complete vocabulary */
            source: string;
            /**
             * @description Whether the terms are current
             * @enum {string}
             */
            status: "ready" | "unavailable";
            /** @description When the terms were taken over; null when they never were */
            syncedAt: string | null;
            /** @description How tags are brought into normal form; null while there are none */
            tagNormalization: string | null;
            /** @description Terms before any are left out; null while there are none */
            totalSourceTerms: number | null;
            /** @description All terms come from one state of the news service */
            upstreamSnapshotConsistent: boolean;
            /** @description Version of the terms; null while there are none */
            version: string | null;
            /** @description The time from which the terms come; null while there are none */
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
    responses: {
        /** @description A parameter is malformed, repeated or unknown, or the request has a body. */
        BadRequest: {
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
        MethodNotAllowed: {
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
        TooManyRequests: {
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
        /** @description The key is invalid or revoked. */
        Unauthorized: {
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
        /** @description The service cannot answer at the moment. */
        Unavailable: {
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
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "version": "0.1.0",
                     *       "endpoints": [
                     *         {
                     *           "path": "/api/status",
                     *           "summary": "Status of the service"
                     *         },
                     *         {
                     *           "path": "/api/v1/articles",
                     *           "summary": "Latest articles, newest first"
                     *         }
                     *       ],
                     *       "updatedAt": "2026-03-31T16:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Status"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
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
                /** @description Most entries of one answer */
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
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 7,
                     *           "title": "On this",
                     *           "url": "https://b0000.blogs.example/on-this",
                     *           "author": null,
                     *           "publishedAt": "2026-03-31T15:59:00.000Z",
                     *           "updatedAt": null,
                     *           "imageUrl": null,
                     *           "blogSlug": "b0000",
                     *           "blogName": "慢讀札記",
                     *           "summary": "",
                     *           "observedAt": "2026-03-31T15:59:00.000Z",
                     *           "iconUrl": null
                     *         },
                     *         {
                     *           "id": 6,
                     *           "title": "劉澔恆說的那件事",
                     *           "url": "https://pages.example/b0002/2026/03/31-1.html",
                     *           "author": "Mori",
                     *           "publishedAt": "2026-03-31T08:40:05.000Z",
                     *           "updatedAt": null,
                     *           "imageUrl": "https://pages.example/b0002/img/20543-0.jpg",
                     *           "blogSlug": "b0002",
                     *           "blogName": "河岸觀察站",
                     *           "summary": "這幾天群組裡都在聊硯鶴科技，我花了一個晚上把能找到的報導讀完，決定寫下一點不成熟的看法。…",
                     *           "observedAt": "2026-03-31T12:28:05.000Z",
                     *           "iconUrl": null
                     *         }
                     *       ],
                     *       "nextCursor": "AUGcqiDEAEGdRJ-MAEGdQwzKiEAAAAAABn0nsyuA1BMopiHbCIpCB8VX",
                     *       "window": {
                     *         "since": "2026-03-01T16:00:00.000Z",
                     *         "until": "2026-03-31T16:00:00.000Z"
                     *       }
                     *     }
                     */
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
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBlogs: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, unmodified and with the same other parameters */
                cursor?: string;
                /** @description Most entries of one answer */
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
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 1,
                     *           "slug": "b0000",
                     *           "name": "慢讀札記",
                     *           "url": "http://blog.example/blogs/b0000/",
                     *           "sourceUrl": "https://b0000.blogs.example/",
                     *           "category": "科技",
                     *           "description": "不定期更新，歡迎留言交換意見。",
                     *           "iconUrl": null,
                     *           "discoveredAt": "2026-03-30T16:00:00.000Z",
                     *           "lastCrawlSuccessAt": "2026-03-31T12:40:54.000Z",
                     *           "lastPublishedAt": "2026-03-31T15:59:00.000Z",
                     *           "expectedIntervalHours": 7
                     *         },
                     *         {
                     *           "id": 2,
                     *           "slug": "b0001",
                     *           "name": "半熟筆記",
                     *           "url": "http://blog.example/blogs/b0001/",
                     *           "sourceUrl": "https://b0001.blogs.example/",
                     *           "category": "旅行",
                     *           "description": "一個人慢慢寫的地方。",
                     *           "iconUrl": null,
                     *           "discoveredAt": "2026-03-29T16:00:00.000Z",
                     *           "lastCrawlSuccessAt": "2026-03-31T11:47:28.000Z",
                     *           "lastPublishedAt": null,
                     *           "expectedIntervalHours": 24
                     *         }
                     *       ],
                     *       "nextCursor": "AUAAAAAAAvp0Tp-JAMIlGnTNTW6zLpIm"
                     *     }
                     */
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
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBlogsCsv: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, unmodified and with the same other parameters */
                cursor?: string;
                /** @description Most entries of one answer */
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
            /** @description Directory of verified blogs, by id, as CSV. */
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
                    /**
                     * @example id,slug,name,url,sourceUrl,category,description,iconUrl,discoveredAt,lastCrawlSuccessAt,lastPublishedAt,expectedIntervalHours
                     *     1,b0000,慢讀札記,http://blog.example/blogs/b0000/,https://b0000.blogs.example/,科技,不定期更新，歡迎留言交換意見。,,2026-03-30T16:00:00.000Z,2026-03-31T12:40:54.000Z,2026-03-31T15:59:00.000Z,7
                     *     2,b0001,半熟筆記,http://blog.example/blogs/b0001/,https://b0001.blogs.example/,旅行,一個人慢慢寫的地方。,,2026-03-29T16:00:00.000Z,2026-03-31T11:47:28.000Z,,24
                     */
                    "text/csv": string;
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
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
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
                    /**
                     * @example {
                     *       "blog": {
                     *         "id": 1,
                     *         "slug": "b0000",
                     *         "name": "慢讀札記",
                     *         "url": "http://blog.example/blogs/b0000/",
                     *         "sourceUrl": "https://b0000.blogs.example/",
                     *         "category": "科技",
                     *         "description": "不定期更新，歡迎留言交換意見。",
                     *         "iconUrl": null,
                     *         "discoveredAt": "2026-03-30T16:00:00.000Z",
                     *         "lastCrawlSuccessAt": "2026-03-31T12:40:54.000Z",
                     *         "lastPublishedAt": "2026-03-31T15:59:00.000Z",
                     *         "expectedIntervalHours": 7,
                     *         "feeds": [
                     *           {
                     *             "url": "https://b0000.blogs.example/feed.xml",
                     *             "type": "rss"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BlogResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBlogsBySlugArticles: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before, unmodified and with the same other parameters */
                cursor?: string;
                /** @description Hours back from now; not together with `since` and `until` */
                hours?: number;
                /** @description Most entries of one answer */
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
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 7,
                     *           "title": "On this",
                     *           "url": "https://b0000.blogs.example/on-this",
                     *           "author": null,
                     *           "publishedAt": "2026-03-31T15:59:00.000Z",
                     *           "updatedAt": null,
                     *           "imageUrl": null,
                     *           "blogSlug": "b0000",
                     *           "blogName": "慢讀札記",
                     *           "summary": "",
                     *           "observedAt": "2026-03-31T15:59:00.000Z",
                     *           "iconUrl": null
                     *         },
                     *         {
                     *           "id": 5,
                     *           "title": "吳沛岑說的那件事",
                     *           "url": "https://b0000.blogs.example/2026/03/31-2.html",
                     *           "author": "半瓶水",
                     *           "publishedAt": "2026-03-31T05:20:32.000Z",
                     *           "updatedAt": null,
                     *           "imageUrl": "https://b0000.blogs.example/img/20543-1.jpg",
                     *           "blogSlug": "b0000",
                     *           "blogName": "慢讀札記",
                     *           "summary": "今天想聊澄渡詐騙案。不是專業分析，算是一個澄渡市人的筆記。…",
                     *           "observedAt": "2026-03-31T11:02:32.000Z",
                     *           "iconUrl": null
                     *         }
                     *       ],
                     *       "nextCursor": "AUGcqiDEAEGdRJ-MAEGdQlYZAEAAAAAABRkaXeNMrzBv3-cHwMibkB41",
                     *       "window": {
                     *         "since": "2026-03-01T16:00:00.000Z",
                     *         "until": "2026-03-31T16:00:00.000Z"
                     *       }
                     *     }
                     */
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
            401: components["responses"]["Unauthorized"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBlogsBySlugReading: {
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
            /** @description Which outlets a blog links to. */
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
                    /**
                     * @example {
                     *       "slug": "ada",
                     *       "hours": 720,
                     *       "posts": 4,
                     *       "links": 1,
                     *       "unresolved": 0,
                     *       "limited": false,
                     *       "outlets": [
                     *         {
                     *           "media": "paper",
                     *           "mediaTitle": "晨港日報",
                     *           "articles": 1,
                     *           "posts": 1,
                     *           "latest": [
                     *             {
                     *               "article": {
                     *                 "id": 1,
                     *                 "media": "paper",
                     *                 "mediaTitle": "晨港日報",
                     *                 "title": "晨港隧道通車",
                     *                 "url": "https://paper.example/a",
                     *                 "publishedAt": "2026-03-30T15:00:00.000Z",
                     *                 "newsUrl": "http://news.example/articles/1/"
                     *               },
                     *               "postId": 1,
                     *               "postTitle": "今天讀到",
                     *               "postUrl": "https://ada.example/reading",
                     *               "postPublishedAt": "2026-03-31T14:40:00.000Z",
                     *               "anchor": "報導"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BlogReading"];
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
            401: components["responses"]["Unauthorized"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
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
                    /**
                     * @example {
                     *       "hours": 720,
                     *       "days": 30,
                     *       "generatedAt": "2026-03-31T16:00:00.000Z",
                     *       "nodes": [
                     *         {
                     *           "id": 1,
                     *           "slug": "b0000",
                     *           "name": "慢讀札記",
                     *           "iconUrl": null
                     *         },
                     *         {
                     *           "id": 3,
                     *           "slug": "b0002",
                     *           "name": "河岸觀察站",
                     *           "iconUrl": null
                     *         }
                     *       ],
                     *       "edges": [
                     *         {
                     *           "sourceBlogId": 3,
                     *           "targetBlogId": 1,
                     *           "count": 2,
                     *           "share": 0.6666666666666666,
                     *           "firstMentionAt": "2026-03-30T15:21:39.000Z",
                     *           "lastMentionAt": "2026-03-31T08:40:05.000Z",
                     *           "mutual": true
                     *         },
                     *         {
                     *           "sourceBlogId": 1,
                     *           "targetBlogId": 3,
                     *           "count": 1,
                     *           "share": 1,
                     *           "firstMentionAt": "2026-03-31T04:56:44.000Z",
                     *           "lastMentionAt": "2026-03-31T04:56:44.000Z",
                     *           "mutual": true
                     *         }
                     *       ],
                     *       "mostMentioned": [
                     *         {
                     *           "blogId": 1,
                     *           "mentions": 2,
                     *           "incomingBlogs": 1
                     *         },
                     *         {
                     *           "blogId": 3,
                     *           "mentions": 1,
                     *           "incomingBlogs": 1
                     *         }
                     *       ],
                     *       "mutual": [
                     *         {
                     *           "sourceBlogId": 3,
                     *           "targetBlogId": 1,
                     *           "forwardCount": 2,
                     *           "reverseCount": 1
                     *         }
                     *       ],
                     *       "coverage": {
                     *         "observedPosts": 7,
                     *         "totalPosts": 7,
                     *         "failedPosts": 0,
                     *         "noBodyPosts": 0,
                     *         "unknownDatePosts": 0,
                     *         "unresolvedLinks": 0,
                     *         "truncatedPosts": 0,
                     *         "sampledAt": "2026-03-31T15:59:00.000Z",
                     *         "method": "body-links/1: links in article bodies, resolved to the verified blog with the longest registered host and path prefix; distinct articles; windows by publicatio…",
                     *         "nonBodyLinks": {
                     *           "sidebar": 1,
                     *           "blogroll": 0,
                     *           "comment": 0
                     *         },
                     *         "graphTruncated": false,
                     *         "aggregationTruncated": false
                     *       },
                     *       "blogId": 1,
                     *       "outgoing": [
                     *         {
                     *           "sourceBlogId": 1,
                     *           "targetBlogId": 3,
                     *           "count": 1,
                     *           "share": 1,
                     *           "firstMentionAt": "2026-03-31T04:56:44.000Z",
                     *           "lastMentionAt": "2026-03-31T04:56:44.000Z",
                     *           "mutual": true
                     *         }
                     *       ],
                     *       "incoming": [
                     *         {
                     *           "sourceBlogId": 3,
                     *           "targetBlogId": 1,
                     *           "count": 2,
                     *           "share": 0.6666666666666666,
                     *           "firstMentionAt": "2026-03-30T15:21:39.000Z",
                     *           "lastMentionAt": "2026-03-31T08:40:05.000Z",
                     *           "mutual": true
                     *         }
                     *       ],
                     *       "evidence": [
                     *         {
                     *           "postId": 6,
                     *           "postTitle": "劉澔恆說的那件事",
                     *           "postUrl": "https://pages.example/b0002/2026/03/31-1.html",
                     *           "publishedAt": "2026-03-31T08:40:05.000Z",
                     *           "sourceBlogId": 3,
                     *           "targetBlogId": 1,
                     *           "targetUrl": "https://b0000.blogs.example/2026/03/27-2.html",
                     *           "anchor": "慢讀札記的這篇文章",
                     *           "location": "body"
                     *         },
                     *         {
                     *           "postId": 4,
                     *           "postTitle": "鯨鶴食品食安時間軸",
                     *           "postUrl": "https://b0000.blogs.example/2026/03/31-3.html",
                     *           "publishedAt": "2026-03-31T04:56:44.000Z",
                     *           "sourceBlogId": 1,
                     *           "targetBlogId": 3,
                     *           "targetUrl": "https://pages.example/b0002/2026/03/24-1.html",
                     *           "anchor": "河岸觀察站的這篇文章",
                     *           "location": "body"
                     *         }
                     *       ],
                     *       "profileTruncated": false
                     *     }
                     */
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
            401: components["responses"]["Unauthorized"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
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
                    /**
                     * @example {
                     *       "changes": [
                     *         {
                     *           "kind": "blog",
                     *           "id": "b0000",
                     *           "blog": {
                     *             "id": 1,
                     *             "slug": "b0000",
                     *             "name": "慢讀札記",
                     *             "url": "http://blog.example/blogs/b0000/",
                     *             "sourceUrl": "https://b0000.blogs.example/",
                     *             "category": "科技",
                     *             "description": "不定期更新，歡迎留言交換意見。",
                     *             "iconUrl": null,
                     *             "discoveredAt": "2026-03-30T16:00:00.000Z"
                     *           }
                     *         },
                     *         {
                     *           "kind": "blog",
                     *           "id": "b0001",
                     *           "blog": {
                     *             "id": 2,
                     *             "slug": "b0001",
                     *             "name": "半熟筆記",
                     *             "url": "http://blog.example/blogs/b0001/",
                     *             "sourceUrl": "https://b0001.blogs.example/",
                     *             "category": "旅行",
                     *             "description": "一個人慢慢寫的地方。",
                     *             "iconUrl": null,
                     *             "discoveredAt": "2026-03-29T16:00:00.000Z"
                     *           }
                     *         }
                     *       ],
                     *       "nextToken": "AUAAAAAAFkAAAAAAAEWRkgnr0kGdRJ-MAJBKCm4n_edHzRG7HdEcX3R_",
                     *       "caughtUp": false
                     *     }
                     */
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
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
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
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDumps: {
        parameters: {
            query?: {
                /** @description Only days before this Taipei date */
                before?: string;
                /** @description Most days of one answer */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What there is to download, by day. */
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
                    /**
                     * @example {
                     *       "formats": [
                     *         "ndjson.gz",
                     *         "parquet"
                     *       ],
                     *       "dumps": [
                     *         {
                     *           "kind": "articles",
                     *           "about": "Articles as lists show them, on the day of their publication or first collection",
                     *           "columns": [
                     *             {
                     *               "name": "id",
                     *               "type": "id"
                     *             },
                     *             {
                     *               "name": "title",
                     *               "type": "text"
                     *             }
                     *           ],
                     *           "path": "/api/v1/dumps/articles/{day}.{format}"
                     *         },
                     *         {
                     *           "kind": "mentions",
                     *           "about": "Blogs that an article mentions, each with its first link there, on the day of the article",
                     *           "columns": [
                     *             {
                     *               "name": "articleId",
                     *               "type": "id"
                     *             },
                     *             {
                     *               "name": "articleTitle",
                     *               "type": "text"
                     *             }
                     *           ],
                     *           "path": "/api/v1/dumps/mentions/{day}.{format}"
                     *         }
                     *       ],
                     *       "days": [
                     *         "2026-03-31",
                     *         "2026-03-30"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Dumps"];
                };
            };
            /** @description A malformed parameter */
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
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDumpCsv: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A finished Taipei date, YYYY-MM-DD */
                day: string;
                /** @description A kind of `/api/v1/dumps` */
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A day as gzipped CSV. */
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
                    "application/gzip": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description There is no such kind, the day is not finished, or there are no articles of it */
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
            405: components["responses"]["MethodNotAllowed"];
            /** @description Too many downloads of this address, or too many requests */
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
            /** @description Too many downloads in all, or the service cannot answer at the moment */
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
    getDumpNdjson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A finished Taipei date, YYYY-MM-DD */
                day: string;
                /** @description A kind of `/api/v1/dumps` */
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A day as gzipped NDJSON. */
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
                    "application/gzip": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description There is no such kind, the day is not finished, or there are no articles of it */
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
            405: components["responses"]["MethodNotAllowed"];
            /** @description Too many downloads of this address, or too many requests */
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
            /** @description Too many downloads in all, or the service cannot answer at the moment */
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
    getDumpParquet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A finished Taipei date, YYYY-MM-DD */
                day: string;
                /** @description A kind of `/api/v1/dumps` */
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A day as Parquet. */
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
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description There is no such kind, the day is not finished, or there are no articles of it */
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
            405: components["responses"]["MethodNotAllowed"];
            /** @description Too many downloads of this address, or too many requests */
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
            /** @description Too many downloads in all, or the service cannot answer at the moment */
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
    getExplainRelation: {
        parameters: {
            query: {
                /** @description Length of the window before now: 7, 30 or 90 days */
                hours?: 168 | 720 | 2160;
                /** @description Blog code from the directory */
                source: string;
                /** @description Blog code from the directory */
                target: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How the numbers between two blogs come about. */
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
                    /**
                     * @example {
                     *       "source": {
                     *         "id": 3,
                     *         "slug": "b0002",
                     *         "name": "河岸觀察站",
                     *         "iconUrl": null
                     *       },
                     *       "target": {
                     *         "id": 1,
                     *         "slug": "b0000",
                     *         "name": "慢讀札記",
                     *         "iconUrl": null
                     *       },
                     *       "hours": 720,
                     *       "generatedAt": "2026-03-31T16:00:00.000Z",
                     *       "formulas": {
                     *         "mention": "An article mentions a blog if a link in its body leads to an address of it: the blog is the one with the longest registered host and path that the address begi…",
                     *         "count": "count = number of articles of the window that mention the other blog, each once however often it links there",
                     *         "share": "share = count / mentionsMade; null where there is no mention",
                     *         "mentionsMade": "mentionsMade = sum over all blogs that the source mentions of the number of its articles that mention them",
                     *         "firstMentionAt": "Publication of the oldest of these articles, lastMentionAt that of the newest.",
                     *         "mutual": "mutual = forward.count > 0 and reverse.count > 0"
                     *       },
                     *       "window": {
                     *         "since": "2026-03-01T16:00:00.000Z",
                     *         "until": "2026-03-31T16:00:00.000Z"
                     *       },
                     *       "mutual": true,
                     *       "forward": {
                     *         "count": 2,
                     *         "share": 0.6666666666666666,
                     *         "mentionsMade": 3,
                     *         "firstMentionAt": "2026-03-30T15:21:39.000Z",
                     *         "lastMentionAt": "2026-03-31T08:40:05.000Z",
                     *         "articles": [
                     *           {
                     *             "id": 6,
                     *             "title": "劉澔恆說的那件事",
                     *             "url": "https://pages.example/b0002/2026/03/31-1.html",
                     *             "publishedAt": "2026-03-31T08:40:05.000Z",
                     *             "targetUrl": "https://b0000.blogs.example/2026/03/27-2.html",
                     *             "anchor": "慢讀札記的這篇文章"
                     *           },
                     *           {
                     *             "id": 2,
                     *             "title": "二樓的夜航教我的事",
                     *             "url": "https://pages.example/b0002/2026/03/30-1.html",
                     *             "publishedAt": "2026-03-30T15:21:39.000Z",
                     *             "targetUrl": "https://b0000.blogs.example/2026/03/29-2.html",
                     *             "anchor": "慢讀札記的這篇文章"
                     *           }
                     *         ]
                     *       },
                     *       "reverse": {
                     *         "count": 1,
                     *         "share": 1,
                     *         "mentionsMade": 1,
                     *         "firstMentionAt": "2026-03-31T04:56:44.000Z",
                     *         "lastMentionAt": "2026-03-31T04:56:44.000Z",
                     *         "articles": [
                     *           {
                     *             "id": 4,
                     *             "title": "鯨鶴食品食安時間軸",
                     *             "url": "https://b0000.blogs.example/2026/03/31-3.html",
                     *             "publishedAt": "2026-03-31T04:56:44.000Z",
                     *             "targetUrl": "https://pages.example/b0002/2026/03/24-1.html",
                     *             "anchor": "河岸觀察站的這篇文章"
                     *           }
                     *         ]
                     *       },
                     *       "mentions": [
                     *         {
                     *           "blogId": 1,
                     *           "slug": "b0000",
                     *           "count": 2,
                     *           "articleIds": [
                     *             6,
                     *             2
                     *           ]
                     *         },
                     *         {
                     *           "blogId": 5,
                     *           "slug": "b0004",
                     *           "count": 1,
                     *           "articleIds": [
                     *             6
                     *           ]
                     *         }
                     *       ],
                     *       "complete": true,
                     *       "aggregationTruncated": false
                     *     }
                     */
                    "application/json": components["schemas"]["ExplainedRelation"];
                };
            };
            /** @description `invalid_query`: a parameter is missing or malformed */
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
            401: components["responses"]["Unauthorized"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getExplainTopicById: {
        parameters: {
            query?: {
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
            /** @description How the numbers of a topic come about. */
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
                    /**
                     * @example {
                     *       "id": "tag:5ecae57cb9a774012f942b777ef5a48bde06ecdbf574ec97370422a99fb773f3",
                     *       "label": "晨港隧道",
                     *       "hours": 720,
                     *       "matchingStatus": "active",
                     *       "generatedAt": "2026-03-31T16:10:00.000Z",
                     *       "formulas": {
                     *         "titlePosts": "titlePosts = number of articles of the window that have the term in the title; all titleArticleIds together",
                     *         "blogs": "blogs of the ranking = number of blogs with an article that counts for posts; those that have a term in texts only under the rule title-only are named in bodyB…",
                     *         "bodyPosts": "bodyPosts = number of articles of the window that have it in the text and not in the title; all bodyArticleIds of blogs and bodyBlogs together",
                     *         "documentFrequency": "documentFrequency = (titlePosts + bodyPosts) / window.articles",
                     *         "matchingRule": "title-only if documentFrequency > 0.02: then texts count neither for posts nor for any score",
                     *         "posts": "posts = titlePosts + bodyPosts; titlePosts alone where the rule is title-only",
                     *         "contribution": "contribution of a blog = sum over its articles, titles first, of weight * 0.5 ^ k, where k is 0, 1, 2 … and weight is 2 for a title and 1 for a text",
                     *         "score": "score = sum of all contributions",
                     *         "recentShare": "recentShare = posts / window.articles",
                     *         "baselineShare": "baselineShare = articles of the baseline that match, under the same rule, / baseline.articles; null without a baseline",
                     *         "lift": "lift = recentShare / baselineShare; null where that is null or 0",
                     *         "tooFewBlogs": "too-few-blogs if fewer than 2 blogs have an article that counts",
                     *         "broadGate": "broad-gate unless gateBlogs >= 3, twiceBlogs >= 2 and peakPosts >= 3, where gateBlogs = blogs and bodyBlogs together, twiceBlogs those of them with two article…",
                     *         "background": "background if there is a baseline, at least 3 of its articles match, fewer than a third of them in the title, and fewer than 2 blogs are native",
                     *         "native": "A blog is native if its category is the term, or one of its articles has the term as a label.",
                     *         "rank": "Listed topics are ordered by score, then blogs, then posts, then by the bytes of the term."
                     *       },
                     *       "window": {
                     *         "since": "2026-03-01T16:10:00.000Z",
                     *         "until": "2026-03-31T16:10:00.000Z",
                     *         "articles": 607
                     *       },
                     *       "baseline": null,
                     *       "blogs": [
                     *         {
                     *           "id": 1,
                     *           "slug": "ada",
                     *           "name": "ada 的部落格",
                     *           "titleArticleIds": [
                     *             602,
                     *             603,
                     *             604
                     *           ],
                     *           "bodyArticleIds": [],
                     *           "contribution": 3.5
                     *         },
                     *         {
                     *           "id": 2,
                     *           "slug": "ben",
                     *           "name": "ben 的部落格",
                     *           "titleArticleIds": [
                     *             605,
                     *             606
                     *           ],
                     *           "bodyArticleIds": [],
                     *           "contribution": 3
                     *         }
                     *       ],
                     *       "bodyBlogs": [],
                     *       "nativeBlogs": [],
                     *       "titlePosts": 6,
                     *       "bodyPosts": 0,
                     *       "documentFrequency": 0.009884678747940691,
                     *       "matchingRule": "title-and-body",
                     *       "posts": 6,
                     *       "score": 8.5,
                     *       "gateBlogs": 3,
                     *       "twiceBlogs": 2,
                     *       "peakPosts": 3,
                     *       "recentShare": 0.009884678747940691,
                     *       "baselineShare": null,
                     *       "lift": null,
                     *       "refusal": null,
                     *       "rank": 1,
                     *       "complete": true,
                     *       "articles": [
                     *         {
                     *           "id": 602,
                     *           "title": "走進晨港隧道",
                     *           "url": "https://ada.example/about-0",
                     *           "publishedAt": "2026-03-31T14:30:00.000Z",
                     *           "blogSlug": "ada",
                     *           "blogName": "ada 的部落格"
                     *         },
                     *         {
                     *           "id": 603,
                     *           "title": "走進晨港隧道",
                     *           "url": "https://ada.example/about-1",
                     *           "publishedAt": "2026-03-31T14:29:00.000Z",
                     *           "blogSlug": "ada",
                     *           "blogName": "ada 的部落格"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ExplainedTopic"];
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
            401: components["responses"]["Unauthorized"];
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
            405: components["responses"]["MethodNotAllowed"];
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
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
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
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": 1,
                     *           "article": {
                     *             "id": 1,
                     *             "title": "再談岬浦區房價",
                     *             "url": "https://b0000.blogs.example/2026/03/30-2.html",
                     *             "author": "半瓶水",
                     *             "publishedAt": "2026-03-30T14:06:37.000Z",
                     *             "updatedAt": null,
                     *             "imageUrl": null,
                     *             "blogSlug": "b0000",
                     *             "blogName": "慢讀札記",
                     *             "summary": "今天想聊岬浦區房價。並非專業分析，只是一個礁汀市人的碎念。…",
                     *             "observedAt": "2026-03-30T18:25:37.000Z",
                     *             "iconUrl": null
                     *           }
                     *         },
                     *         {
                     *           "id": 2,
                     *           "article": {
                     *             "id": 2,
                     *             "title": "二樓的夜航教我的事",
                     *             "url": "https://pages.example/b0002/2026/03/30-1.html",
                     *             "author": "Mori",
                     *             "publishedAt": "2026-03-30T15:21:39.000Z",
                     *             "updatedAt": null,
                     *             "imageUrl": null,
                     *             "blogSlug": "b0002",
                     *             "blogName": "河岸觀察站",
                     *             "summary": "這篇想聊二樓的夜航。不是專業分析，只是一個嵐野市人的筆記。…",
                     *             "observedAt": "2026-03-30T18:47:39.000Z",
                     *             "iconUrl": null
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
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
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
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
                        /** @description Schemas that operations share */
                        components: Record<string, never>;
                        /** @description Title, version and terms of this interface */
                        info: Record<string, never>;
                        /** @description Version of the OpenAPI format */
                        openapi: string;
                        /** @description Operations by path */
                        paths: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
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
                    /**
                     * @example {
                     *       "hours": 720,
                     *       "days": 30,
                     *       "generatedAt": "2026-03-31T16:00:00.000Z",
                     *       "nodes": [
                     *         {
                     *           "id": 1,
                     *           "slug": "b0000",
                     *           "name": "慢讀札記",
                     *           "iconUrl": null
                     *         },
                     *         {
                     *           "id": 3,
                     *           "slug": "b0002",
                     *           "name": "河岸觀察站",
                     *           "iconUrl": null
                     *         }
                     *       ],
                     *       "edges": [
                     *         {
                     *           "sourceBlogId": 3,
                     *           "targetBlogId": 1,
                     *           "count": 2,
                     *           "share": 0.6666666666666666,
                     *           "firstMentionAt": "2026-03-30T15:21:39.000Z",
                     *           "lastMentionAt": "2026-03-31T08:40:05.000Z",
                     *           "mutual": true
                     *         },
                     *         {
                     *           "sourceBlogId": 1,
                     *           "targetBlogId": 3,
                     *           "count": 1,
                     *           "share": 1,
                     *           "firstMentionAt": "2026-03-31T04:56:44.000Z",
                     *           "lastMentionAt": "2026-03-31T04:56:44.000Z",
                     *           "mutual": true
                     *         }
                     *       ],
                     *       "mostMentioned": [
                     *         {
                     *           "blogId": 1,
                     *           "mentions": 2,
                     *           "incomingBlogs": 1
                     *         },
                     *         {
                     *           "blogId": 3,
                     *           "mentions": 1,
                     *           "incomingBlogs": 1
                     *         }
                     *       ],
                     *       "mutual": [
                     *         {
                     *           "sourceBlogId": 3,
                     *           "targetBlogId": 1,
                     *           "forwardCount": 2,
                     *           "reverseCount": 1
                     *         }
                     *       ],
                     *       "coverage": {
                     *         "observedPosts": 7,
                     *         "totalPosts": 7,
                     *         "failedPosts": 0,
                     *         "noBodyPosts": 0,
                     *         "unknownDatePosts": 0,
                     *         "unresolvedLinks": 0,
                     *         "truncatedPosts": 0,
                     *         "sampledAt": "2026-03-31T15:59:00.000Z",
                     *         "method": "body-links/1: links in article bodies, resolved to the verified blog with the longest registered host and path prefix; distinct articles; windows by publicatio…",
                     *         "nonBodyLinks": {
                     *           "sidebar": 1,
                     *           "blogroll": 0,
                     *           "comment": 0
                     *         },
                     *         "graphTruncated": false,
                     *         "aggregationTruncated": false
                     *       }
                     *     }
                     */
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
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
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
                    /**
                     * @example event: blog
                     *     data: {"kind":"blog","id":"b0000","blog":{"id":1,"slug":"b0000","name":"慢讀札記","url":"http://blog.example/blogs/b0000/","sourceUrl":"https://b0000.blogs.example/","category":"科技","description":"不定期更新，歡迎留言交換意見。","iconUrl":null,"discoveredAt":"2026-03-30T16:00:00.000Z"}}
                     *
                     *     id: AUAAAAADJUAAAAAAAEy1MrxyJUGdRJ-MAD7kDgbrZ_lksi_kuW2t2vXg
                     */
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
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
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
                /** @description The window that ended at the full hour at or before this time; now by default */
                at?: string;
                /** @description Length of the window before now: 7, 30 or 90 days */
                hours?: 168 | 720 | 2160;
                /** @description Most entries of one answer */
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
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "tag:5ecae57cb9a774012f942b777ef5a48bde06ecdbf574ec97370422a99fb773f3",
                     *           "label": "晨港隧道",
                     *           "source": "tag-vocabulary",
                     *           "score": 8.5,
                     *           "posts": 6,
                     *           "blogs": 3,
                     *           "titlePosts": 6,
                     *           "bodyOnlyPosts": 0,
                     *           "recentShare": 0.009884678747940691,
                     *           "baselineShare": null,
                     *           "lift": null,
                     *           "matchingRule": "title-and-body",
                     *           "matchingReason": null,
                     *           "url": "http://blog.example/topics/tag%3A5ecae57cb9a774012f942b777ef5a48bde06ecdbf574ec97370422a99fb773f3/"
                     *         }
                     *       ],
                     *       "nextCursor": null,
                     *       "hours": 720,
                     *       "vocabulary": {
                     *         "status": "ready",
                     *         "source": "observed-article-window",
                     *         "version": "6b50c08f12c74dab",
                     *         "coverage": "1 of 90 days with articles",
                     *         "syncedAt": "2026-03-31T16:04:00.000Z",
                     *         "window": {
                     *           "since": "2026-01-01T16:00:00.000Z",
                     *           "until": "2026-03-31T16:04:00.000Z"
                     *         },
                     *         "invalidTagCount": 0,
                     *         "normalizedTagCount": 1,
                     *         "tagNormalization": "NFKC, case folded",
                     *         "upstreamSnapshotConsistent": true,
                     *         "excludedTermCount": 0,
                     *         "exclusionReasons": {},
                     *         "frequencyBaseline": null,
                     *         "totalSourceTerms": 1,
                     *         "activeSet": {
                     *           "status": "ready",
                     *           "version": "6b50c08f12c74dab",
                     *           "asOf": "2026-03-31T16:04:00.000Z",
                     *           "eligibleTerms": 1,
                     *           "activeTerms": 1,
                     *           "termLimit": 1000000,
                     *           "codePointLimit": 8000000,
                     *           "memoryBudgetBytes": 67108864,
                     *           "estimatedBytes": 22146,
                     *           "inactiveReasons": {
                     *             "low-frequency": 0,
                     *             "memory-budget": 0
                     *           }
                     *         }
                     *       },
                     *       "matchingPolicy": {
                     *         "version": "1",
                     *         "policyVersion": "2",
                     *         "titleWeight": 2,
                     *         "bodyWeight": 1,
                     *         "sameBlogDecay": 0.5,
                     *         "sources": [
                     *           "title",
                     *           "body"
                     *         ],
                     *         "recentBackfillHours": 4320,
                     *         "frequency": {
                     *           "documentFrequencyRatio": 0.02,
                     *           "baselineDaysMax": 90,
                     *           "baselineDaysMin": 7,
                     *           "effect": "title-only"
                     *         },
                     *         "publicationNoiseVersion": "1",
                     *         "displayGate": {
                     *           "version": "2",
                     *           "upstream": "news-tag-pool",
                     *           "minimumSources": 3,
                     *           "minimumTwiceSources": 2,
                     *           "minimumPeakPosts": 3,
                     *           "documentFrequencyRatio": 0.02,
                     *           "reason": "high-window-document-frequency-title-only",
                     *           "effect": "title-only",
                     *           "background": {
                     *             "maximumTitleShare": 0.3333333333333333,
                     *             "minimumBaselinePosts": 3,
                     *             "minimumNativeBlogs": 2,
                     *             "reason": "body-dominant-without-native-label-consensus"
                     *           }
                     *         }
                     *       },
                     *       "coverage": {
                     *         "matchedPosts": 6
                     *       },
                     *       "minimumBlogs": 2,
                     *       "generatedAt": "2026-03-31T16:10:00.000Z",
                     *       "past": null,
                     *       "truncated": false
                     *     }
                     */
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
            401: components["responses"]["Unauthorized"];
            /** @description `not_found`: nothing had been seen by that time */
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTopicsCsv: {
        parameters: {
            query?: {
                /** @description The window that ended at the full hour at or before this time; now by default */
                at?: string;
                /** @description Length of the window before now: 7, 30 or 90 days */
                hours?: 168 | 720 | 2160;
                /** @description Most entries of one answer */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the blogs write about, as CSV. */
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
                    /**
                     * @example id,label,source,score,posts,blogs,titlePosts,bodyOnlyPosts,recentShare,baselineShare,lift,matchingRule,matchingReason,url
                     *     tag:5ecae57cb9a774012f942b777ef5a48bde06ecdbf574ec97370422a99fb773f3,晨港隧道,tag-vocabulary,8.5,6,3,6,0,0.009884678747940691,,,title-and-body,,http://blog.example/topics/tag%3A5ecae57cb9a774012f942b777ef5a48bde06ecdbf574ec97370422a99fb773f3/
                     */
                    "text/csv": string;
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
            401: components["responses"]["Unauthorized"];
            /** @description `not_found`: nothing had been seen by that time */
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
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
                    /**
                     * @example {
                     *       "hours": 720,
                     *       "generatedAt": "2026-03-31T16:10:00.000Z",
                     *       "topic": {
                     *         "id": "tag:5ecae57cb9a774012f942b777ef5a48bde06ecdbf574ec97370422a99fb773f3",
                     *         "label": "晨港隧道",
                     *         "source": "tag-vocabulary",
                     *         "canonicalId": "tag:5ecae57cb9a774012f942b777ef5a48bde06ecdbf574ec97370422a99fb773f3",
                     *         "matchingStatus": "active",
                     *         "excludedReason": null,
                     *         "inactiveReason": null,
                     *         "articleCount": 2,
                     *         "lastPublishedAt": "2026-03-30T15:00:00.000Z",
                     *         "matchingRule": "title-and-body",
                     *         "matchingReason": null,
                     *         "url": "http://blog.example/topics/tag%3A5ecae57cb9a774012f942b777ef5a48bde06ecdbf574ec97370422a99fb773f3/"
                     *       },
                     *       "vocabulary": {
                     *         "status": "ready",
                     *         "source": "observed-article-window",
                     *         "version": "6b50c08f12c74dab",
                     *         "coverage": "1 of 90 days with articles",
                     *         "syncedAt": "2026-03-31T16:04:00.000Z",
                     *         "window": {
                     *           "since": "2026-01-01T16:00:00.000Z",
                     *           "until": "2026-03-31T16:04:00.000Z"
                     *         },
                     *         "invalidTagCount": 0,
                     *         "normalizedTagCount": 1,
                     *         "tagNormalization": "NFKC, case folded",
                     *         "upstreamSnapshotConsistent": true,
                     *         "excludedTermCount": 0,
                     *         "exclusionReasons": {},
                     *         "frequencyBaseline": null,
                     *         "totalSourceTerms": 1,
                     *         "activeSet": {
                     *           "status": "ready",
                     *           "version": "6b50c08f12c74dab",
                     *           "asOf": "2026-03-31T16:04:00.000Z",
                     *           "eligibleTerms": 1,
                     *           "activeTerms": 1,
                     *           "termLimit": 1000000,
                     *           "codePointLimit": 8000000,
                     *           "memoryBudgetBytes": 67108864,
                     *           "estimatedBytes": 22146,
                     *           "inactiveReasons": {
                     *             "low-frequency": 0,
                     *             "memory-budget": 0
                     *           }
                     *         }
                     *       },
                     *       "matchingPolicy": {
                     *         "version": "1",
                     *         "policyVersion": "2",
                     *         "titleWeight": 2,
                     *         "bodyWeight": 1,
                     *         "sameBlogDecay": 0.5,
                     *         "sources": [
                     *           "title",
                     *           "body"
                     *         ],
                     *         "recentBackfillHours": 4320,
                     *         "frequency": {
                     *           "documentFrequencyRatio": 0.02,
                     *           "baselineDaysMax": 90,
                     *           "baselineDaysMin": 7,
                     *           "effect": "title-only"
                     *         },
                     *         "publicationNoiseVersion": "1",
                     *         "displayGate": {
                     *           "version": "2",
                     *           "upstream": "news-tag-pool",
                     *           "minimumSources": 3,
                     *           "minimumTwiceSources": 2,
                     *           "minimumPeakPosts": 3,
                     *           "documentFrequencyRatio": 0.02,
                     *           "reason": "high-window-document-frequency-title-only",
                     *           "effect": "title-only",
                     *           "background": {
                     *             "maximumTitleShare": 0.3333333333333333,
                     *             "minimumBaselinePosts": 3,
                     *             "minimumNativeBlogs": 2,
                     *             "reason": "body-dominant-without-native-label-consensus"
                     *           }
                     *         }
                     *       },
                     *       "gate": {
                     *         "blogs": 3,
                     *         "twiceBlogs": 2,
                     *         "peakPosts": 3,
                     *         "passed": true
                     *       },
                     *       "blogs": [
                     *         {
                     *           "id": 1,
                     *           "slug": "ada",
                     *           "name": "ada 的部落格",
                     *           "posts": 3,
                     *           "score": 3.5,
                     *           "titlePosts": 3,
                     *           "bodyOnlyPosts": 0
                     *         },
                     *         {
                     *           "id": 2,
                     *           "slug": "ben",
                     *           "name": "ben 的部落格",
                     *           "posts": 2,
                     *           "score": 3,
                     *           "titlePosts": 2,
                     *           "bodyOnlyPosts": 0
                     *         }
                     *       ],
                     *       "truncated": false,
                     *       "articles": [
                     *         {
                     *           "id": 602,
                     *           "title": "走進晨港隧道",
                     *           "url": "https://ada.example/about-0",
                     *           "publishedAt": "2026-03-31T14:30:00.000Z",
                     *           "blogSlug": "ada",
                     *           "blogName": "ada 的部落格"
                     *         },
                     *         {
                     *           "id": 603,
                     *           "title": "走進晨港隧道",
                     *           "url": "https://ada.example/about-1",
                     *           "publishedAt": "2026-03-31T14:29:00.000Z",
                     *           "blogSlug": "ada",
                     *           "blogName": "ada 的部落格"
                     *         }
                     *       ],
                     *       "history": {
                     *         "articles": [
                     *           {
                     *             "id": 602,
                     *             "title": "走進晨港隧道",
                     *             "url": "https://ada.example/about-0",
                     *             "publishedAt": "2026-03-31T14:30:00.000Z",
                     *             "blogSlug": "ada",
                     *             "blogName": "ada 的部落格",
                     *             "evidenceState": "confirmed",
                     *             "observedAt": "2026-03-31T14:30:00.000Z"
                     *           },
                     *           {
                     *             "id": 603,
                     *             "title": "走進晨港隧道",
                     *             "url": "https://ada.example/about-1",
                     *             "publishedAt": "2026-03-31T14:29:00.000Z",
                     *             "blogSlug": "ada",
                     *             "blogName": "ada 的部落格",
                     *             "evidenceState": "confirmed",
                     *             "observedAt": "2026-03-31T14:29:00.000Z"
                     *           }
                     *         ],
                     *         "nextCursor": null,
                     *         "confirmed": 6,
                     *         "pending": 0,
                     *         "lastObservedAt": "2026-03-31T14:30:00.000Z",
                     *         "total": 6
                     *       }
                     *     }
                     */
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
            401: components["responses"]["Unauthorized"];
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
            405: components["responses"]["MethodNotAllowed"];
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
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTopicsByIdNews: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id from the ranking, escaped: `tag%3A…`; older ids are resolved */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the news write about a topic. */
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
                    /**
                     * @example {
                     *       "id": "tag:5ecae57cb9a774012f942b777ef5a48bde06ecdbf574ec97370422a99fb773f3",
                     *       "label": "晨港隧道",
                     *       "count": 2,
                     *       "articles": [
                     *         {
                     *           "id": 1,
                     *           "media": "paper",
                     *           "mediaTitle": "晨港日報",
                     *           "title": "晨港隧道通車",
                     *           "url": "https://paper.example/a",
                     *           "publishedAt": "2026-03-30T15:00:00.000Z",
                     *           "newsUrl": "http://news.example/articles/1/"
                     *         },
                     *         {
                     *           "id": 2,
                     *           "media": "paper",
                     *           "mediaTitle": "晨港日報",
                     *           "title": "晨港隧道通車",
                     *           "url": "https://paper.example/b",
                     *           "publishedAt": "2026-03-30T14:59:00.000Z",
                     *           "newsUrl": "http://news.example/articles/2/"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TopicNews"];
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
            401: components["responses"]["Unauthorized"];
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
            405: components["responses"]["MethodNotAllowed"];
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
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
}

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
    "/api/v1/articles/{id}/similarity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Similar reports of an article
         * @description Pairs stay when the texts have expired.
         */
        get: operations["getArticlesByIdSimilarity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/articles/histogram": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Articles of a search by time
         * @description Filters and window are those of `/api/v1/articles`.
         */
        get: operations["getArticlesHistogram"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/articles/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search articles with operators
         * @description The window is as in `/api/v1/articles`: the last 24 hours unless said otherwise, at most 31 days.
         */
        get: operations["getArticlesSearch"];
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
    "/api/v1/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was added, changed or removed, in order
         * @description For programs that keep a copy: articles as lists show them, without texts, and media in the order in which they changed, each once with its newest state, `gone` for what is not shown any more (or not yet). Begin without `since`, follow `nextToken`, and come back with the last one: it survives restarts, and is good for 30 days.
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
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Event ranking
         * @description Stories made of tags that burst together, recomputed at :04 and :34. Coverage and baseline are those of the 24 hours before. Walk through earlier hours with `prev`, `next` and `dayHours`.
         */
        get: operations["getEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/threads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Threads of a day
         * @description Every story that was on the ranking in one Taipei day. Coverage and baseline are those of the 24 hours up to the end of that day, or up to now.
         */
        get: operations["getEventsThreads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/threads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One thread
         * @description A story with the hours in which it was on the ranking, at most 72.
         */
        get: operations["getEventsThreadsById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/threads/{id}/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Headlines of a thread by outlet
         * @description Every article that bears a main tag, from the day before the thread began to the end of its last hour; of a story longer than 31 days the last 31.
         */
        get: operations["getEventsThreadsByIdCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/threads/{id}/propagation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How a thread spread
         * @description Similar texts are a clue for reading on, not a judgement: both may come from one press release.
         */
        get: operations["getEventsThreadsByIdPropagation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/threads/{id}/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Hourly trend of a thread
         * @description The main tags of the thread on the basis of the news, from twelve hours before it to twelve hours after; of a story longer than 31 days the last 31.
         */
        get: operations["getEventsThreadsByIdSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/journalists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Named journalists
         * @description People named in the bylines of a period; media, desks, agencies, titles, places and responsible editors are left out. Different people of one name are not told apart. A later publication is a clue for reading on, not a judgement.
         */
        get: operations["getJournalists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/journalists/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One journalist
         * @description Articles whose byline names this person. Different people of one name are not told apart. A later publication is a clue for reading on, not a judgement.
         */
        get: operations["getJournalistsByName"];
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
    "/api/v1/media-stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Collection and crawler status of each media
         * @description All registered media. Windows end at `generatedAt`. Discovery sources count the articles that they found; totals count publishers.
         */
        get: operations["getMediaStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/media-traffic-comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Articles of each media by month of publication
         * @description Collected articles whatever became of their text, without those that have no time of their own or a time to come. The current month counts up to `generatedAt`. Counts before the first month of collection are older articles that were added later; zero does not mean that nothing was published. Discovery sources count articles of other media: leave them out of sums.
         */
        get: operations["getMediaTrafficComparison"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/media/{media}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One media: newest articles and top tags
         * @description Articles that the media published; for what a discovery source found, see `/content`.
         */
        get: operations["getMediaByMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/media/{media}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Content library of a media
         * @description Every article of a media, by descending id, with the state of its text. A discovery source lists the articles that it found, each attributed to its publisher. A cursor keeps the window of the first page.
         */
        get: operations["getMediaByMediaContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/media/{media}/keywords": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Keywords of a media
         * @description Tags of its newest articles, and tags of the whole press in their titles, each once for an article. Names of news categories and generic words are left out. Of terms at the same place of a title, the longest counts.
         */
        get: operations["getMediaByMediaKeywords"];
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
    "/api/v1/ranking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tag ranking of the last 24 hours
         * @description Recomputed every ten minutes and kept as one snapshot an hour, for ever. Past values are those of the same media: `null` where one of them was not yet collected.
         */
        get: operations["getRanking"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/similarity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Similarity and citation graph
         * @description Every usable text is compared with those of all other media in the seven days before and after. Similarity edges lead from the later media to the one that published first, which is not to say that it wrote the original; citation edges lead to the media that a text names as its source.
         */
        get: operations["getSimilarity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/similarity/daily": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Similarity by day
         * @description At most 366 days. Pairs whose articles were published at the same time count as neither copied nor copying.
         */
        get: operations["getSimilarityDaily"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/similarity/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Evidence behind the similarity graph
         * @description Each article that is later than the first of its group, and each media that an article names as its source: what the edges of `/api/v1/similarity` count.
         */
        get: operations["getSimilarityEvidence"];
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
         * @description Server-sent events: `event` is the kind, `data` one change as `/api/v1/changes` tells it. Each run of changes ends with an `id`: send it as `Last-Event-ID` (browsers do) to go on without loss after a cut or a restart; a change may then come twice. `live` comes when nothing is left to tell, `behind` to a client that reads more slowly than things change, `gone` where the id is none of this store. A comment every 15 seconds shows that the stream is alive. Filters look at what articles show; what is `gone` passes all of them. Rankings (20 tags) and events (10) come whole when they are computed.
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
    "/api/v1/tags/{tag}/articles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Newest articles of a tag
         * @description A tag that no article carries has an empty list.
         */
        get: operations["getTagsByTagArticles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tags/{tag}/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Hourly series of a tag
         * @description Full hours up to the last ranking run. Counts before `basis.coverageFrom` are null, scores and averages before `basis.validFrom`. A tag that nobody used has zeros.
         */
        get: operations["getTagsByTagSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tags/{tag}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Long-term presence of a tag
         * @description Counted in final hourly snapshots, over all of history.
         */
        get: operations["getTagsByTagStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tags/{tag}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A tag at a glance */
        get: operations["getTagsByTagStatus"];
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
         * Topics and features of media
         * @description What media gather on their portals, every list by `updatedAt`. Without `media`, `tag` and `q`: every tracked media, and one feed of all that has not ended. With `tag` or `q`: names of all kinds and media, ended ones too. With `media`: its topics with their sub-topics; `tag` and `q` narrow them. A tag is in service while an article of the last 31 days carries it; in a name the longest tag at a place counts, and generic words do not.
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
        ArticleHistogram: {
            /** @description Every step of the window, oldest first, empty ones too */
            buckets: {
                /** @description Articles of this step that lie in the window */
                count: number;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                start: string;
            }[];
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            since: string;
            /** @enum {string} */
            step: "hour" | "day";
            /** @description Articles in the window */
            total: number;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            until: string;
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
        /** @description An article at one end of a pair */
        ArticleRef: {
            attributions: components["schemas"]["Attribution"][];
            /** @description Bylines as the outlet gives them */
            authors: string[];
            /** @description Code points of the text, also when it expired */
            bodyLength: number;
            country: string;
            /** @description `INT` international, `ZZ` unconfirmed */
            countryCode: string;
            id: number;
            /** @description Media code */
            media: string;
            mediaTitle: string;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            publishedAt: string;
            title: string;
            /** @description Address of the original */
            url: string;
        };
        ArticleSearch: {
            articles: components["schemas"]["Article"][];
            /** @description Articles on this page */
            count: number;
            /** @description Articles that were decided on for this page */
            lookedAt: number;
            nextCursor: string | null;
            query: string;
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
        ArticleSimilarity: {
            articleId: number;
            chars: number | null;
            indexedAt: string | null;
            /** @description True when the text has more near copies than one text is compared with: only the nearest are listed */
            limited: boolean;
            /** @description Higher similarity first */
            matches: {
                article: components["schemas"]["ArticleRef"];
                /** @description Shared shingles as a fraction of those of the shorter article */
                containment: number;
                /** @description A passage that both contain, as the later article spells it; at most 100 characters */
                evidence: string;
                /**
                 * @description `identical` when the texts are equal once normalised
                 * @enum {string}
                 */
                kind: "identical" | "high";
                /** @description Dice similarity of the distinct five-character shingles */
                score: number;
            }[];
            threshold: number;
            /** @description Days before and after that are compared */
            windowDays: number;
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
        Basis: {
            /**
             * Format: date-time
             * @description First full hour at which all of its media were collected
             */
            coverageFrom: string;
            /** @description Names this fixed list of media */
            id: string;
            /** @description Media codes */
            media: string[];
            /**
             * Format: date-time
             * @description 24 hours later: scores and averages begin here
             */
            validFrom: string;
        };
        /** @description A number for each camp */
        ByCamp: {
            blue: number;
            green: number;
            other: number;
        };
        /** @description Who wrote the main tags; `camps` counts outlets */
        CampCoverage: {
            articles: number;
            /** @description Camps that hardly see the story: at most one outlet, the other at least four */
            blindspot: ("blue" | "green")[];
            camps: components["schemas"]["ByCamp"];
            lean: number | null;
            /** @description From the most articles to the fewest */
            outlets: components["schemas"]["CoverageOutlet"][];
            share: {
                blue: number;
                green: number;
            } | null;
            tilt: ("blue" | "green") | null;
        };
        Categories: {
            /** @description Category code */
            key: string;
            label: string;
            /** @description Media in it */
            media: number;
        }[];
        ChangedMedia: {
            /**
             * @description Political camp of an outlet; `other` when it is in neither list
             * @enum {string}
             */
            camp: "blue" | "green" | "other";
            icon: string | null;
            /** @description Media code */
            media: string;
            title: string | null;
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
                /** @description Its code */
                id: string;
                /** @enum {string} */
                kind: "media";
                media: components["schemas"]["ChangedMedia"];
            } | {
                /** @description True: it is not shown any more, or not yet */
                gone: boolean;
                /** @description Its code */
                id: string;
                /** @enum {string} */
                kind: "media";
            })[];
            /** @description Where to go on; opaque */
            nextToken: string;
        };
        /** @description How the last visit to a media's portal went */
        Check: {
            checkedAt: string | null;
            error: string | null;
            /** @description Distinct items of this visit */
            fetched: number;
            lastSuccessAt: string | null;
            sources: components["schemas"]["CheckSource"][];
            /** @description No complete visit for over three hours, or never */
            stale: boolean;
            /**
             * @description `pending` before the first visit
             * @enum {string}
             */
            status: "ok" | "partial" | "failed" | "running" | "pending";
        };
        CheckSource: {
            error: string | null;
            /** @description Entries found there */
            items: number;
            /** @enum {string} */
            kind: "topic" | "feature" | "auto";
            /** @description Pages read */
            pages: number;
            url: string;
        };
        /** @description An article that names a media as its source */
        CitationEvidence: {
            articleId: number;
            key: string;
            /** @enum {string} */
            kind: "citation";
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            publishedAt: string;
            source: components["schemas"]["Attribution"];
        };
        CoverageOutlet: {
            /** @enum {string} */
            camp: "blue" | "green" | "other";
            media: string;
        };
        DayThread: {
            bestRank: number | null;
            coverage: components["schemas"]["CampCoverage"];
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            firstTime: string;
            /** @description Hours in the event ranking */
            hours: number;
            id: number;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            lastTime: string;
            majorTags: string[];
            maxScore: number;
            maxTag: string | null;
            /** @description From the hour of the best rank */
            news: components["schemas"]["NewsItem"][];
            /** @description Ranks of 24 hours, oldest first; null off the ranking */
            rankTrail: (number | null)[];
            trailEnd: string | null;
        };
        DayThreads: {
            baseline: components["schemas"]["EventsBaseline"];
            /** Format: date */
            day: string;
            /** @description Hours with a snapshot in the same Taipei day */
            dayHours: string[];
            /** @description All dates with data */
            days: string[];
            /** @description The same hours with what they held */
            dayStats: components["schemas"]["EventsHour"][];
            /** @description By highest score */
            threads: components["schemas"]["DayThread"][];
        };
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
        Event: {
            coverage: components["schemas"]["CampCoverage"];
            firstTime: string | null;
            hours: number | null;
            /** @description Main tags */
            major: string[];
            news: components["schemas"]["NewsItem"][];
            prevRank: number | null;
            rank: number;
            rankTrail: (number | null)[] | null;
            relatedEventPk: string | null;
            score: number;
            tags: {
                burst: number;
                tag: string;
            }[];
            threadId: number | null;
        };
        Events: {
            /** @description Tags can burst: the media were collected for 24 hours, see `validFrom` */
            available: boolean;
            baseline: components["schemas"]["EventsBaseline"];
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            builtAt: string;
            /** @description Hours with a snapshot in the same Taipei day */
            dayHours: string[];
            /** @description The same hours with what they held */
            dayStats: components["schemas"]["EventsHour"][];
            events: components["schemas"]["Event"][];
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            hour: string;
            next: string | null;
            prev: string | null;
            /** @description The newest snapshot is older than three hours */
            stale: boolean;
            validFrom: string | null;
        };
        /** @description Ranking news media that published in the window, and their articles */
        EventsBaseline: {
            articles: components["schemas"]["ByCamp"];
            outlets: components["schemas"]["ByCamp"];
        };
        EventsHour: {
            /** @description Events of that hour */
            count: number;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            hour: string;
            /** @description Burst of the first event; 0 without events */
            top: number;
        };
        EventThread: {
            /** @description Newest first */
            hours: components["schemas"]["EventThreadHour"][];
            /** @description Threads that share a main tag or a fifth of the articles, strongest first */
            related: number[];
            thread: components["schemas"]["EventThreadRecord"];
        };
        EventThreadCoverage: {
            articles: number;
            /** @description Camps with no report while the opposite camp has some */
            blindspot: ("blue" | "green")[];
            /** @description From the most articles to the fewest */
            byOutlet: {
                /** @description Newest first */
                articles: {
                    /** @description Main tags of the event that it carries */
                    hits: number;
                    id: number;
                    image: string | null;
                    /**
                     * Format: date-time
                     * @description UTC, ISO 8601 with milliseconds and Z
                     */
                    publishedAt: string;
                    title: string;
                    /** @description Address of the original */
                    url: string;
                }[];
                /**
                 * @description Political camp of an outlet; `other` when it is in neither list
                 * @enum {string}
                 */
                camp: "blue" | "green" | "other";
                icon: string | null;
                media: string;
                title: string;
            }[];
            camps: {
                articles: number;
                /**
                 * @description Political camp of an outlet; `other` when it is in neither list
                 * @enum {string}
                 */
                camp: "blue" | "green" | "other";
                label: string;
                outlets: number;
            }[];
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            from: string;
            majorTags: string[];
            outlets: number;
            threadId: number;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            to: string;
        };
        EventThreadHour: {
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            hourStart: string;
            major: string[];
            news: components["schemas"]["NewsItem"][];
            rank: number;
            score: number;
            /** @description Pairs of tag and burst */
            tags: [
                string,
                number
            ][];
        };
        EventThreadPropagation: {
            /** @description Media that reports name as their source */
            citations: {
                id: number;
                source: components["schemas"]["Attribution"];
            }[];
            /** @description Each report with the one that it is most similar to, the most similar first */
            copies: {
                /** @description The later report of another outlet */
                copy: number;
                /** @description A passage that both contain, as the later article spells it; at most 100 characters */
                evidence: string;
                /**
                 * @description `identical` when the texts are equal once normalised
                 * @enum {string}
                 */
                kind: "identical" | "high";
                /** @description Between the two */
                minutes: number;
                /** @description Dice similarity of the distinct five-character shingles */
                score: number;
                /** @description The earlier report */
                source: number;
            }[];
            /** @description Reports that carry two main tags (one where there is no other), the earliest first */
            reports: components["schemas"]["PropagationReport"][];
            threadId: number;
            threshold: number;
        };
        EventThreadRecord: {
            allTags: string[];
            category: string;
            /** @description Threads merged into this one */
            combinedFrom: number[];
            /** @description Threads that this one merged into */
            combinedTo: number[];
            equalFirstTime: string | null;
            equalLastTime: string | null;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            firstTime: string;
            /** @description Bursts by tag, by Taipei time `YYYY-MM-DD HH:00:00`, of the same hours */
            history: {
                [key: string]: {
                    [key: string]: number;
                };
            };
            /** @description Hours in the event ranking */
            hours: number;
            hoursTotal: number | null;
            id: number;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            lastTime: string;
            majorTags: string[];
            maxScore: number;
            maxTag: string | null;
        };
        EventThreadSeries: {
            basis: components["schemas"]["Basis"];
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            from: string;
            /** @description Completed hours, oldest first */
            points: {
                /** @description Articles of that hour by blue media */
                blue: number;
                green: number;
                other: number;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                t: string;
                tags: {
                    [key: string]: {
                        rank: number | null;
                        score: number | null;
                    };
                } | null;
            }[];
            tags: string[];
            threadId: number;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            to: string;
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
        Journalist: {
            /** @description Newest first */
            articles: {
                attributions: components["schemas"]["Attribution"][];
                /** @description Code points of the text; 0 once it expired */
                bodyChars: number;
                /** @enum {string} */
                bodyStatus: "ok" | "short" | "missing" | "blocked" | "error" | "not_fetched" | "expired";
                /** @description As the outlet gives it */
                byline: string[];
                coauthors: string[];
                /** @description The index has compared it */
                compared: boolean;
                id: number;
                image: string | null;
                /** @description Pairs of this article with other sites */
                matches: number;
                /** @description Media code */
                media: string;
                mediaTitle: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                publishedAt: string;
                tags: string[];
                title: string;
                /** @description Address of the original */
                url: string;
            }[];
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            generatedAt: string;
            hours: number;
            index: {
                /** @description Own articles that were compared */
                compared: number;
                /** @description Own articles with a text that wait for it */
                pending: number;
                /** @description Days before and after that are compared */
                windowDays: number;
            };
            /** @description Most articles first */
            media: {
                count: number;
                /** @description Media code */
                media: string;
                name: string;
            }[];
            /** @description How similarity is measured */
            method: string;
            name: string;
            /** @description The most similar first */
            pairs: {
                /** @description Shared shingles as a fraction of those of the shorter article */
                containment: number;
                /** @description A passage that both contain, as the later article spells it; at most 100 characters */
                evidence: string;
                /**
                 * @description `identical` when the texts are equal once normalised
                 * @enum {string}
                 */
                kind: "identical" | "high";
                /** @description The other's publication minus the own one; positive means own is earlier */
                minutes: number;
                other: components["schemas"]["ArticleRef"];
                otherCitesOwn: boolean;
                own: components["schemas"]["ArticleRef"];
                ownCitesOther: boolean;
                /**
                 * @description The own article against the other; `same` within a minute
                 * @enum {string}
                 */
                relation: "later" | "earlier" | "same";
                sameAuthor: boolean;
                /** @description Dice similarity of the distinct five-character shingles */
                score: number;
                sharedShingles: number;
            }[];
            stats: {
                articles: number;
                averageChars: number | null;
                /** @description Articles that name another medium as source */
                cited: number;
                similar: components["schemas"]["SimilarCounts"];
                /** @description Most common first */
                tags: {
                    count: number;
                    tag: string;
                }[];
                /** @description Articles whose text can be compared */
                withBody: number;
            };
            threshold: number;
        };
        Journalists: {
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            generatedAt: string;
            hours: number;
            index: {
                /** @description Articles of the period that were compared */
                analyzed: number;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                from: string;
                /** @description Pairs with both ends in the period */
                pairs: number;
                /** @description Days before and after that are compared */
                windowDays: number;
            };
            /** @description Most articles first */
            journalists: {
                articles: number;
                /** @description Articles that name another medium as source */
                cited: number;
                /** @description Articles that were compared */
                compared: number;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                latest: string;
                /** @description Most articles first */
                media: {
                    count: number;
                    /** @description Media code */
                    media: string;
                    name: string;
                }[];
                name: string;
                similar: components["schemas"]["SimilarCounts"];
                /** @description Articles whose text can be compared */
                withBody: number;
            }[];
            limit: number;
            /** @description How similarity is measured */
            method: string;
            threshold: number;
            totals: {
                /** @description Articles with a named byline */
                articles: number;
                /** @description Articles with any byline */
                credited: number;
                /** @description People named */
                journalists: number;
            };
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
        MediaContent: {
            /** @description By descending id */
            articles: {
                /** @description Bylines as the outlet gives them */
                authors: string[];
                /** @description Code points of the text; 0 once it expired */
                bodyChars: number;
                /** @enum {string} */
                bodyStatus: "ok" | "short" | "missing" | "blocked" | "error" | "not_fetched" | "expired";
                contentFetchedAt: string | null;
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
            }[];
            /** @description Articles on this page */
            count: number;
            limit: number;
            /** @description Media code */
            media: string;
            nextCursor: string | null;
            publisher: components["schemas"]["Publisher"] | null;
            /**
             * @description A publisher, or a discovery source that finds articles of others
             * @enum {string}
             */
            sourceKind: "publisher" | "discovery";
            title: string;
        };
        MediaCrawler: {
            /** @description How texts or summaries are collected; empty when that is not stated */
            body: string;
            health: {
                message: string;
                state: string;
            } | null;
            lastVerifiedMethod: string | null;
            /** @description Where the configuration stands */
            links: {
                label: string;
                url: string;
            }[];
            methods: string[];
            transport: string | null;
        };
        MediaKeywords: {
            /** @description The period had more than 2,000 articles */
            capped: boolean;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            from: string;
            hours: number;
            media: string;
            /** @description Articles looked at, the newest ones */
            sampledArticles: number;
            /** @description From the most articles to the fewest */
            terms: {
                /** @description Articles with the term */
                count: number;
                label: string;
            }[];
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            to: string;
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
        MediaPage: {
            /** @description Articles of the period; counting ends at 200 */
            articleCount: number;
            /** @description The newest 60, newest first */
            articles: {
                id: number;
                image: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                publishedAt: string;
                tags: string[];
                title: string;
                url: string;
            }[];
            hours: number;
            icon: string | null;
            /** @description Media code */
            media: string;
            title: string;
            /** @description Most frequent tags of the articles that were counted */
            topTags: {
                count: number;
                tag: string;
            }[];
        };
        MediaStats: {
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            generatedAt: string;
            media: components["schemas"]["MediaStatsRow"][];
            /**
             * Format: date-time
             * @description 00:00 in Taipei
             */
            todayStart: string;
            totals: {
                activeSources: number;
                disabledSources: number;
                last24h: number;
                pendingDate: number;
                /** @description Publishers with an article */
                publishingMedia24h: number;
                /** @description By status */
                statusCounts: {
                    [key: string]: number;
                };
                taggedShare24h: number;
                today: number;
            };
        };
        MediaStatsRow: {
            /**
             * @description Political camp of an outlet; `other` when it is in neither list
             * @enum {string}
             */
            camp: "blue" | "green" | "other";
            category: string | null;
            categoryLabel: string | null;
            collectingSince: string | null;
            /** @description Where the media works, not where events happen */
            country: string;
            /** @description `INT` international, `ZZ` unconfirmed */
            countryCode: string;
            crawler: components["schemas"]["MediaCrawler"];
            icon: string | null;
            last7d: number;
            last24h: number;
            lastArticle: string | null;
            lastCrawlOk: string | null;
            /** @description Media code */
            media: string;
            /** @description Articles without a time of their own */
            pendingDate: number;
            /** @description `off` when it is not crawled, `ingest` when articles come without a crawler */
            schedule: string;
            /**
             * @description A publisher, or a discovery source that finds articles of others
             * @enum {string}
             */
            sourceKind: "publisher" | "discovery";
            /**
             * @description `disabled` not crawled; `failing` all crawls of the last 3 hours failed; `stale` silent for longer than twice its longest pause of the last two weeks (for 6 hours at least; for two weeks where that brought fewer than 8 articles); else `ok`
             * @enum {string}
             */
            status: "ok" | "stale" | "failing" | "disabled";
            taggedShare24h: number | null;
            title: string;
            /** @description Since `todayStart` */
            today: number;
            topics: components["schemas"]["MediaTopics"] | null;
        };
        /** @description How the portal of a media is tracked */
        MediaTopics: {
            checkedAt: string | null;
            counts: {
                feature: number;
                topic: number;
            };
            lastSuccessAt: string | null;
            /** @description Code that the topic crawler uses */
            media: string;
            /** @description Where the rules of the topic crawler stand */
            rulesUrl: string;
            sources: components["schemas"]["CheckSource"][];
            /** @enum {string} */
            status: "ok" | "partial" | "failed" | "running" | "pending";
        };
        MediaTraffic: {
            collectionStartedAt: string | null;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            generatedAt: string;
            media: {
                firstAcquiredAt: string | null;
                /** @description Media code */
                media: string;
                /** @description One entry for each of `months` */
                monthly: {
                    articles: number;
                    /** @description Taipei month, YYYY-MM */
                    month: string;
                }[];
                /**
                 * @description A publisher, or a discovery source that finds articles of others
                 * @enum {string}
                 */
                sourceKind: "publisher" | "discovery";
            }[];
            /** @description Ascending */
            months: string[];
        };
        /** @description An article that stands for a story */
        NewsItem: {
            /**
             * @description Political camp of an outlet; `other` when it is in neither list
             * @enum {string}
             */
            camp: "blue" | "green" | "other";
            id: number | null;
            image: string | null;
            /** @description Media code */
            media: string;
            title: string;
            /** @description Address of the original */
            url: string;
        };
        /** @description An article that is later than the first of its group */
        OriginEvidence: {
            articleId: number;
            directPair: components["schemas"]["SimilarPair"] | null;
            groupId: string;
            key: string;
            /** @enum {string} */
            kind: "origin";
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            publishedAt: string;
            /** @description The earliest article of the group */
            sourceId: number;
        };
        PropagationReport: {
            id: number;
            media: string;
            mediaTitle: string;
            /** @description After the first report */
            minutes: number;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            publishedAt: string;
            title: string;
            url: string;
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
        Ranking: {
            entries: components["schemas"]["RankingEntry"][];
            /** @enum {string} */
            order: "burst" | "score";
            snapshot: {
                articleCount: number | null;
                /** @description The basis was collected for 24 hours */
                available: boolean;
                basis: components["schemas"]["Basis"];
                category: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                computedAt: string;
                /** @description Of 3, 6, 12, 24 and 48 hours ago, those that can be compared with */
                historyAvailable: number[];
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                hourStart: string;
                id: number;
                mediaCount: number | null;
                /** @description Number of basis media */
                weight: number;
            };
        };
        RankingEntry: {
            burst: number | null;
            /** @description Articles of the last 24 hours */
            count: number;
            history: {
                3: number | null;
                6: number | null;
                12: number | null;
                24: number | null;
                48: number | null;
            };
            /** @description Articles by media code */
            media: {
                [key: string]: number;
            };
            /** @description Not on the list of 24 hours earlier */
            new: boolean;
            /** @description Score divided by the basis media, times 50 */
            normalized: number;
            /** @description Place in this answer, from 1 */
            position: number;
            /** @description Rank by score */
            rank: number;
            rank24h: number | null;
            related?: {
                /** @description Articles that carry both tags */
                count: number;
                /** @description Part of this tag's articles */
                share: number;
                tag: string;
            }[];
            /** @description Each media adds 1 for its first article, ½ for the second, ¼ for the third … */
            score: number;
            tag: string;
            trend?: components["schemas"]["RankingTrendPoint"][];
        };
        RankingTrendPoint: {
            average24h: number | null;
            count: number | null;
            hourlyCount: number | null;
            score: number | null;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            t: string;
        };
        SimilarCounts: {
            /** @description Own articles that have a pair */
            articles: number;
            /** @description Pairs whose own article is at least one minute earlier, other authors only */
            earlier: number;
            /** @description Pairs of bodies that are equal once normalised */
            identical: number;
            /** @description Pairs whose own article is at least one minute later, other authors only */
            later: number;
            /** @description Pairs with an article of this journalist on one end */
            pairs: number;
            /** @description Pairs whose other article carries the same name */
            sameAuthor: number;
        };
        SimilarityCoverage: {
            enabled: boolean;
            /** @description True for sources of syndicated content, which are not compared */
            excludedFromStatistics: boolean;
            /** @description Articles with a text */
            fetched: number;
            /** @description Articles that were compared */
            indexed: number;
            /** @description Media code */
            media: string;
            /** @description Articles whose page gave no text */
            missing: number;
            name: string;
            /** @description Usable articles that wait to be compared: none, each is compared as it arrives */
            pending: number;
            /** @description Articles of the period */
            total: number;
            /** @description Articles whose text came in time and is long enough */
            usable: number;
            /** @description Articles with a byline */
            withAuthors: number;
        };
        SimilarityDaily: {
            /** @description Taipei dates; every list of numbers has one for each */
            days: string[];
            /** Format: date */
            from: string;
            /** @description Media with anything to count, by code */
            media: {
                /** @description Articles that were compared */
                articles: number[];
                /** @description Citations by other media */
                cited: number[];
                /** @description Citations of other media */
                citing: number[];
                /** @description Articles that another media published something similar to later */
                copied: number[];
                /** @description Articles that another media had published something similar to */
                copying: number[];
                /** @description Media code */
                media: string;
                name: string;
                /** @description Pairs with this media at one end */
                pairs: number[];
            }[];
            threshold: number;
            /** Format: date */
            to: string;
            totals: {
                /** @description Articles that were compared */
                articles: number[];
                /** @description Citations */
                citations: number[];
                /** @description Of those, pairs of texts that are equal once normalised */
                identical: number[];
                /** @description Pairs, on the date of the later article */
                pairs: number[];
            };
        };
        SimilarityEdge: {
            /** @description Articles of `source` behind the edge */
            count: number;
            /** @enum {string} */
            kind: "similarity" | "citation";
            score: number | null;
            /** @description Media of the later or citing articles */
            source: string;
            /** @description Media of the earliest articles, or the one that is cited */
            target: string;
        };
        SimilarityEvidence: {
            /** @description By article id */
            articles: {
                [key: string]: components["schemas"]["ArticleRef"];
            };
            /** @description By group id */
            groups: {
                [key: string]: components["schemas"]["SimilarityGroup"];
            };
            /** @description Evidence whose first article is of a media outside `scope` */
            hiddenSources: number;
            /** @description Newest first */
            items: (components["schemas"]["OriginEvidence"] | components["schemas"]["CitationEvidence"])[];
            page: number;
            pageSize: number;
            total: number;
        };
        SimilarityGraph: {
            /** @description Most articles first */
            coverage: components["schemas"]["SimilarityCoverage"][];
            days: {
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
            } | null;
            edges: components["schemas"]["SimilarityEdge"][];
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            from: string;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            generatedAt: string;
            hours: number | null;
            index: {
                /** @description Texts that were compared */
                analyzed: number;
                /** @description Usable texts, without syndicated content */
                available: number;
                /** @description Articles with a media that they name, counted by media */
                citations: number;
                /** @description Same-story groups: connected components of the pairs */
                groups: number;
                /** @description Of them, texts with more near copies than one text is compared with; only their nearest pairs are kept */
                limited: number;
                /** @description Pairs of the threshold or above, both ends in the period */
                pairs: number;
                /** @description Texts that wait to be compared */
                pending: number;
                /** @description Days before and after that are compared */
                windowDays: number;
            };
            /** @description How similarity is measured */
            method: string;
            nodes: components["schemas"]["SimilarityNode"][];
            threshold: number;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            to: string;
        };
        SimilarityGroup: {
            /** @description All articles of the group */
            articleCount: number;
            /** @description By publication time; the first ones of a group of hundreds */
            articleIds: number[];
            id: string;
            pairCount: number;
            /** @description The highest scores */
            pairs: components["schemas"]["SimilarPair"][];
            sourceId: number | null;
            /** @description Articles that nobody in the group preceded */
            tiedFirst: number;
        };
        SimilarityNode: {
            /** @description Articles that were compared */
            articles: number;
            country: string;
            /** @description `INT` international, `ZZ` unconfirmed */
            countryCode: string;
            /** @description Of those, the ones that nobody in the group preceded */
            earliest: number;
            /** @description Only cited; no text of it is collected */
            external: boolean;
            /** @description Media code */
            id: string;
            /** @description Articles of other media that cite this one */
            incoming: number;
            /** @description Of those, the ones that somebody in the group preceded */
            later: number;
            name: string;
            /** @description Articles that cite other media */
            outgoing: number;
            /** @description Articles in same-story groups */
            similar: number;
        };
        /** @description Two similar articles, the earlier one first */
        SimilarPair: {
            a: components["schemas"]["ArticleRef"];
            b: components["schemas"]["ArticleRef"];
            /** @description Shared shingles as a fraction of those of the shorter article */
            containment: number;
            /** @description A passage that both contain, as the later article spells it; at most 100 characters */
            evidence: string;
            id: string;
            /**
             * @description `identical` when the texts are equal once normalised
             * @enum {string}
             */
            kind: "identical" | "high";
            /** @description Dice similarity of the distinct five-character shingles */
            score: number;
            sharedShingles: number;
        };
        TagArticles: {
            /** @description Newest first */
            articles: {
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
                tags: string[];
                title: string;
                /** @description Address of the original */
                url: string;
            }[];
            hours: number;
            /** @description Normal form of the tag */
            tag: string;
        };
        TagSeries: {
            basis: components["schemas"]["Basis"];
            category: string;
            hours: number;
            /** @description One for each full hour, oldest first */
            points: {
                average24h: number | null;
                count: number | null;
                hourlyCount: number | null;
                rank: number | null;
                score: number | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                t: string;
            }[];
            /** @description Normal form of the tag */
            tag: string;
        };
        TagStats: {
            /** @description One for each category and level that the tag has ever reached */
            stats: {
                category: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                firstHour: string;
                /** @description Hours at this level */
                hoursCount: number;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                lastHour: string;
                /** @description Level 2: two media with two articles each; level 3: also three media, one with three. Categories of fewer than ten media ask for less */
                level: number;
                /** @description Articles of its 24 hours */
                maxCount: number;
                /**
                 * Format: date-time
                 * @description Hour with the most articles
                 */
                maxHour: string;
            }[];
            /** @description Normal form of the tag */
            tag: string;
        };
        TagStatus: {
            history: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                firstHour: string;
                hoursCount: number;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                lastHour: string;
                /** @description 3 where it was ever reached, otherwise 2 */
                level: number;
                maxCount: number;
                /**
                 * Format: date-time
                 * @description Hour with the most articles
                 */
                maxHour: string;
            } | null;
            ranking: {
                basisMediaCount: number;
                burst: number | null;
                /** @enum {string} */
                category: "news";
                /** @description Articles of the last 24 hours */
                count: number;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                hourStart: string;
                /** @description Basis media that wrote them */
                mediaCount: number;
                new: boolean;
                normalized: number;
                /** @description Rank by burst */
                position: number;
                /** @description Rank by score */
                rank: number;
                rank24h: number | null;
            } | null;
            /** @description By articles shared in the last 24 hours */
            related: {
                count: number;
                share: number;
                tag: string;
            }[];
            /** @description Normal form of the tag */
            tag: string;
            /** @description News event threads of the last 72 hours, the most recent first */
            threads: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                firstTime: string;
                /** @description Hours in the event ranking */
                hours: number;
                /** @description Its page is `/eve/{id}/` */
                id: number;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                lastTime: string;
                majorTags: string[];
                maxScore: number;
                maxTag: string | null;
            }[];
        };
        TopicCoverage: {
            /**
             * @description Tags of the name; or, where it has none, those that at least four in five of the media’s own articles on the page carry
             * @enum {string}
             */
            basis: "title" | "page";
            /** @description The count reached 500 */
            capped: boolean;
            /** @description Articles of the past 3 days that carry any of the tags */
            count: number;
            latest: {
                id: number;
                media: string;
                mediaTitle: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                time: string;
                title: string;
                url: string;
            }[];
            /** @description Media of the counted articles */
            mediaCount: number;
            tags: string[];
        };
        /** @description A topic or feature of a media */
        TopicItem: {
            /** @description It was listed already when tracking began, or was first seen beyond the second page of the list: `time` is only the start of tracking */
            backlog: boolean;
            /** @description Unique across media; `parentId` names it as an integer */
            id: string;
            image: string | null;
            /** @enum {string} */
            kind: "topic" | "feature";
            parentId: number | null;
            sponsored: boolean;
            /**
             * @description `ended` when the newest story is older than 90 days
             * @enum {string}
             */
            status: "active" | "ended";
            storyCount: number | null;
            storyFirstAt: string | null;
            storyLastAt: string | null;
            /** @description In-service tags in the name, in its order */
            tags: string[];
            /**
             * Format: date-time
             * @description First seen
             */
            time: string;
            title: string;
            updatedAt: string | null;
            /** @description The media's page */
            url: string;
        };
        /** @description With `media` */
        TopicsOfMedia: {
            check: components["schemas"]["Check"];
            /** @description Items of this kind */
            count: number;
            counts: {
                feature: number;
                topic: number;
            };
            /** @enum {string} */
            kind: "topic" | "feature";
            link: string;
            media: string;
            mediaImage: string | null;
            title: string;
            topics: {
                /** @description It was listed already when tracking began, or was first seen beyond the second page of the list: `time` is only the start of tracking */
                backlog: boolean;
                children: components["schemas"]["TopicItem"][];
                coverage: components["schemas"]["TopicCoverage"] | null;
                /** @description Unique across media; `parentId` names it as an integer */
                id: string;
                image: string | null;
                /** @enum {string} */
                kind: "topic" | "feature";
                parentId: number | null;
                sponsored: boolean;
                /**
                 * @description `ended` when the newest story is older than 90 days
                 * @enum {string}
                 */
                status: "active" | "ended";
                storyCount: number | null;
                storyFirstAt: string | null;
                storyLastAt: string | null;
                /** @description In-service tags in the name, in its order */
                tags: string[];
                /**
                 * Format: date-time
                 * @description First seen
                 */
                time: string;
                title: string;
                updatedAt: string | null;
                /** @description The media's page */
                url: string;
            }[];
        };
        /** @description Without `media`, `tag` and `q` */
        TopicsOverview: {
            feed: {
                /** @description It was listed already when tracking began, or was first seen beyond the second page of the list: `time` is only the start of tracking */
                backlog: boolean;
                coverage: components["schemas"]["TopicCoverage"] | null;
                icon: string | null;
                /** @description Unique across media; `parentId` names it as an integer */
                id: string;
                image: string | null;
                /** @enum {string} */
                kind: "topic" | "feature";
                /** @description Media code */
                media: string;
                mediaImage: string | null;
                mediaTitle: string;
                parentId: number | null;
                sponsored: boolean;
                /**
                 * @description `ended` when the newest story is older than 90 days
                 * @enum {string}
                 */
                status: "active" | "ended";
                storyCount: number | null;
                storyFirstAt: string | null;
                storyLastAt: string | null;
                /** @description In-service tags in the name, in its order */
                tags: string[];
                /**
                 * Format: date-time
                 * @description First seen
                 */
                time: string;
                title: string;
                updatedAt: string | null;
                /** @description The media's page */
                url: string;
            }[];
            /** @enum {string} */
            kind: "topic" | "feature";
            media: {
                check: components["schemas"]["Check"];
                /** @description Items of this kind */
                count: number;
                counts: {
                    feature: number;
                    topic: number;
                };
                icon: string | null;
                latest: components["schemas"]["TopicItem"] | null;
                /** @description The media's list of topics */
                link: string;
                /** @description Media code */
                media: string;
                recent: components["schemas"]["TopicItem"][];
                title: string;
            }[];
            tags: components["schemas"]["TopicTags"];
        };
        /** @description With `tag` or `q`, without `media` */
        TopicsSearch: {
            counts: {
                feature: number;
                topic: number;
            };
            mediaCount: number;
            q: string | null;
            tag: string | null;
            tags: components["schemas"]["TopicTags"];
            topics: {
                /** @description It was listed already when tracking began, or was first seen beyond the second page of the list: `time` is only the start of tracking */
                backlog: boolean;
                icon: string | null;
                /** @description Unique across media; `parentId` names it as an integer */
                id: string;
                image: string | null;
                /** @enum {string} */
                kind: "topic" | "feature";
                /** @description Media code */
                media: string;
                mediaTitle: string;
                parentId: number | null;
                sponsored: boolean;
                /**
                 * @description `ended` when the newest story is older than 90 days
                 * @enum {string}
                 */
                status: "active" | "ended";
                storyCount: number | null;
                storyFirstAt: string | null;
                storyLastAt: string | null;
                /** @description In-service tags in the name, in its order */
                tags: string[];
                /**
                 * Format: date-time
                 * @description First seen
                 */
                time: string;
                title: string;
                updatedAt: string | null;
                /** @description The media's page */
                url: string;
            }[];
            total: number;
        };
        /** @description Tags in names of what has not ended and is no sub-topic, by number of media */
        TopicTags: {
            feature: number;
            /** @description Media with a topic or feature that bears it */
            media: number;
            tag: string;
            topic: number;
        }[];
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
                /** @description End of the window, exclusive, in the same forms; by default the start of the current minute, or just after the newest article where that is later */
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
    getArticlesByIdSimilarity: {
        parameters: {
            query?: {
                /** @description Lowest Dice similarity of a pair */
                threshold?: number;
            };
            header?: never;
            path: {
                /** @description Article id */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Similar reports of an article. */
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
                    "application/json": components["schemas"]["ArticleSimilarity"];
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
            /** @description A parameter is malformed or out of range */
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
    getArticlesHistogram: {
        parameters: {
            query?: {
                /** @description Political camp of an outlet; `other` when it is in neither list */
                camp?: "blue" | "green" | "other";
                /** @description Ranking category, see `/api/v1/categories`; with `media`, both must hold */
                category?: string;
                /** @description Hours back from `until` when `since` is absent */
                hours?: number;
                /** @description Media codes, separated by commas */
                media?: string[];
                /** @description Text that the title or summary contains, or a tag that the article carries exactly; upper and lower case, full and half width are the same */
                q?: string;
                /** @description Start of the window, inclusive: ISO 8601 with Z or an offset, or `YYYY-MM-DD` for 00:00 in Taipei */
                since?: string;
                /** @description Length of a step; a day is one in Taipei */
                step?: "hour" | "day";
                /** @description A tag that the article carries exactly */
                tag?: string;
                /** @description End of the window, exclusive, in the same forms; by default the start of the current minute, or just after the newest article where that is later */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Articles of a search by time. */
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
                    "application/json": components["schemas"]["ArticleHistogram"];
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
            /** @description As `/api/v1/articles` */
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
    getArticlesSearch: {
        parameters: {
            query: {
                /** @description `nextCursor` of the page before; all other parameters stay as they were */
                cursor?: string;
                /** @description Hours back from `until` when `since` is absent */
                hours?: number;
                limit?: number;
                /** @description Words and "phrases" that title or summary contain, or exactly a tag; `AND` (or nothing) between them, `OR`, `NOT` or `-`, parentheses; `tag:`, `media:`, `before:`, `after:` */
                query: string;
                /** @description Start of the window, inclusive: ISO 8601 with Z or an offset, or `YYYY-MM-DD` for 00:00 in Taipei */
                since?: string;
                /** @description End of the window, exclusive, in the same forms; by default the start of the current minute, or just after the newest article where that is later */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Search articles with operators. */
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
                    "application/json": components["schemas"]["ArticleSearch"];
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
            /** @description A query that cannot be read, with the place; a malformed time or cursor */
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
    getEvents: {
        parameters: {
            query?: {
                /** @description Newest hour that starts at or before this time; now by default */
                at?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Event ranking. */
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
                    "application/json": components["schemas"]["Events"];
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
            /** @description A parameter is malformed */
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
            /** @description There is no snapshot at or before that time */
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
            /** @description There is no snapshot yet, or the service cannot answer at the moment */
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
    getEventsThreads: {
        parameters: {
            query?: {
                /** @description Taipei date; today by default */
                day?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Threads of a day. */
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
                    "application/json": components["schemas"]["DayThreads"];
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
            /** @description The date is malformed */
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
    getEventsThreadsById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Thread, see `threadId` of `/api/v1/events` */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One thread. */
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
                    "application/json": components["schemas"]["EventThread"];
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
            /** @description The id is malformed */
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
            /** @description There is no such thread */
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
    getEventsThreadsByIdCoverage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Thread, see `threadId` of `/api/v1/events` */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Headlines of a thread by outlet. */
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
                    "application/json": components["schemas"]["EventThreadCoverage"];
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
            /** @description The id is malformed */
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
            /** @description There is no such thread */
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
    getEventsThreadsByIdPropagation: {
        parameters: {
            query?: {
                /** @description Lowest Dice similarity of a pair */
                threshold?: number;
            };
            header?: never;
            path: {
                /** @description Thread, see `threadId` of `/api/v1/events` */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How a thread spread. */
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
                    "application/json": components["schemas"]["EventThreadPropagation"];
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
            /** @description The id or the threshold is malformed */
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
            /** @description There is no such thread */
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
    getEventsThreadsByIdSeries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Thread, see `threadId` of `/api/v1/events` */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Hourly trend of a thread. */
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
                    "application/json": components["schemas"]["EventThreadSeries"];
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
            /** @description The id is malformed */
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
            /** @description There is no such thread */
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
    getJournalists: {
        parameters: {
            query?: {
                /** @description Hours back */
                hours?: number;
                /** @description People, ordered by their number of articles */
                limit?: number;
                /** @description Lowest Dice similarity of a pair */
                threshold?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Named journalists. */
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
                    "application/json": components["schemas"]["Journalists"];
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
            /** @description A parameter is malformed or out of range */
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
    getJournalistsByName: {
        parameters: {
            query?: {
                /** @description Hours back */
                hours?: number;
                /** @description Lowest Dice similarity of a pair */
                threshold?: number;
            };
            header?: never;
            path: {
                /** @description Name as the list gives it */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One journalist. */
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
                    "application/json": components["schemas"]["Journalist"];
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
            /** @description The name is not 2 to 40 characters long, or a parameter is out of range */
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
            /** @description No article of the period carries this name */
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
    getMediaStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Collection and crawler status of each media. */
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
                    "application/json": components["schemas"]["MediaStats"];
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
    getMediaTrafficComparison: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Articles of each media by month of publication. */
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
                    "application/json": components["schemas"]["MediaTraffic"];
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
    getMediaByMedia: {
        parameters: {
            query?: {
                /** @description Hours back */
                hours?: number;
            };
            header?: never;
            path: {
                /** @description Media code */
                media: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One media: newest articles and top tags. */
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
                    "application/json": components["schemas"]["MediaPage"];
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
            /** @description There is no such media */
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
    getMediaByMediaContent: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before; `q` and `hours` stay as they were */
                cursor?: string;
                /** @description Only articles published in the last hours; all when absent */
                hours?: number;
                limit?: number;
                /** @description Text that the title or summary contains, or a tag that the article carries exactly */
                q?: string;
            };
            header?: never;
            path: {
                /** @description Media code */
                media: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Content library of a media. */
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
                    "application/json": components["schemas"]["MediaContent"];
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
            /** @description A parameter is malformed or the cursor is invalid */
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
            /** @description There is no such media */
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
    getMediaByMediaKeywords: {
        parameters: {
            query?: {
                hours?: number;
            };
            header?: never;
            path: {
                /** @description Media code */
                media: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Keywords of a media. */
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
                    "application/json": components["schemas"]["MediaKeywords"];
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
            /** @description A parameter is malformed */
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
            /** @description There is no such media */
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
    getRanking: {
        parameters: {
            query?: {
                /** @description Newest snapshot whose hour starts at or before this time; now by default */
                at?: string;
                /** @description Ranking category, see `/api/v1/categories` */
                category?: string;
                limit?: number;
                /** @description By how steeply a tag rose, or by how much is written about it */
                order?: "burst" | "score";
                /** @description 1 adds the tags that share the most articles */
                related?: "0" | "1";
                /** @description 1 adds 49 hourly points to each entry */
                trend?: "0" | "1";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Tag ranking of the last 24 hours. */
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
                    "application/json": components["schemas"]["Ranking"];
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
            /** @description A parameter is malformed */
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
            /** @description There is no such category, or no snapshot at or before that time */
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
    getSimilarity: {
        parameters: {
            query?: {
                /** @description First Taipei date; with `to`, at most 31 days */
                from?: string;
                /** @description Hours back from now, 48 unless said otherwise; instead of `from` and `to` */
                hours?: number;
                /** @description Lowest Dice similarity of a pair */
                threshold?: number;
                /** @description Last Taipei date, inclusive */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Similarity and citation graph. */
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
                    "application/json": components["schemas"]["SimilarityGraph"];
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
            /** @description A parameter is malformed, out of range, or does not fit the others */
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
    getSimilarityDaily: {
        parameters: {
            query?: {
                /** @description First Taipei date; 29 days before `to` by default */
                from?: string;
                /** @description Lowest Dice similarity of a pair */
                threshold?: number;
                /** @description Last Taipei date, inclusive; today by default */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Similarity by day. */
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
                    "application/json": components["schemas"]["SimilarityDaily"];
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
            /** @description A parameter is malformed or out of range, or there are more than 366 days */
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
    getSimilarityEvidence: {
        parameters: {
            query?: {
                /** @description With `node`: `outgoing` is where it cites others or is later, `incoming` where it is cited or was first */
                direction?: "all" | "outgoing" | "incoming";
                /** @description Only evidence of one edge; with `source` and `target` */
                edgeKind?: "similarity" | "citation";
                /** @description Media codes, separated by commas; at least one end must be among them */
                focus?: string[];
                /** @description First Taipei date; with `to`, at most 31 days */
                from?: string;
                /** @description Hours back from now, 48 unless said otherwise; instead of `from` and `to` */
                hours?: number;
                mode?: "all" | "similarity" | "citation";
                /** @description Only evidence of this media */
                node?: string;
                /** @description Pages from 0 */
                page?: number;
                /** @description Text that a title, media, byline or shared passage contains */
                q?: string;
                /** @description Media codes, separated by commas; both ends must be among them */
                scope?: string[];
                /** @description Media at which the edge starts */
                source?: string;
                /** @description Media at which the edge ends */
                target?: string;
                /** @description Lowest Dice similarity of a pair */
                threshold?: number;
                /** @description Last Taipei date, inclusive */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Evidence behind the similarity graph. */
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
                    "application/json": components["schemas"]["SimilarityEvidence"];
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
            /** @description A parameter is malformed, out of range, or does not fit the others */
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
    getStream: {
        parameters: {
            query?: {
                /** @description Ranking category, see `/api/v1/categories` */
                category?: string;
                /** @description Kinds, separated by commas, of article, media, ranking, events; all by default. Where `ranking` or `events` is named, the newest comes first */
                kind?: string[];
                /** @description Media codes, separated by commas */
                media?: string[];
                /** @description Text that an article contains, as the `q` of lists */
                q?: string;
                /** @description `nextToken` of `/api/v1/changes`, or the last id of a stream; without it the stream begins now. The header `Last-Event-ID` wins */
                since?: string;
                /** @description A tag that the article carries exactly */
                tag?: string;
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
    getTagsByTagArticles: {
        parameters: {
            query?: {
                /** @description Hours back */
                hours?: number;
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Tag; case and width make no difference */
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest articles of a tag. */
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
                    "application/json": components["schemas"]["TagArticles"];
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
            /** @description The tag is not 1 to 40 characters long, or a parameter is out of range */
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
    getTagsByTagSeries: {
        parameters: {
            query?: {
                /** @description Ranking category */
                category?: string;
                /** @description Hours back */
                hours?: number;
            };
            header?: never;
            path: {
                /** @description Tag; case and width make no difference */
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Hourly series of a tag. */
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
                    "application/json": components["schemas"]["TagSeries"];
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
            /** @description The tag is not 1 to 40 characters long, or a parameter is malformed */
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
            /** @description There is no such category */
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
    getTagsByTagStats: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Tag; case and width make no difference */
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Long-term presence of a tag. */
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
                    "application/json": components["schemas"]["TagStats"];
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
            /** @description The tag is not 1 to 40 characters long, or a parameter is malformed */
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
    getTagsByTagStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Tag; case and width make no difference */
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A tag at a glance. */
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
                    "application/json": components["schemas"]["TagStatus"];
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
            /** @description The tag is not 1 to 40 characters long, or a parameter is malformed */
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
    getTopics: {
        parameters: {
            query?: {
                /** @description `topic` keeps receiving news, `feature` is a one-off package */
                kind?: "topic" | "feature";
                /** @description Of the feed: 60, at most 120. With `tag` or `q`: 300, at most 500. With `media`: 20, at most 200 */
                limit?: number;
                /** @description Only this media */
                media?: string;
                /** @description Recent topics of each media, without `media` */
                per?: number;
                /** @description The name contains it, in any case */
                q?: string;
                /** @description In-service tag that the name maps to */
                tag?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Topics and features of media. */
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
                    "application/json": components["schemas"]["TopicsOverview"] | components["schemas"]["TopicsSearch"] | components["schemas"]["TopicsOfMedia"];
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
            /** @description `kind` is neither topic nor feature, or a parameter is malformed */
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
            /** @description That media has no tracked topics */
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
}

/** Generated from the OpenAPI document by `npm run generate:client`. */
export interface paths {
    "/api/v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What this service offers
         * @description Each example is chosen from what the service holds at the moment.
         */
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
    "/api/v1/articles.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search articles, newest first, as CSV
         * @description A line with names, then one for each entry; lists are JSON. A text that begins with = + - @, a tab or CR has an apostrophe before it, so that no spreadsheet takes it for a formula. The header `link` leads to the next page, where there is one.
         */
        get: operations["getArticlesCsv"];
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
    "/api/v1/articles/{id}/mentions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which verified blogs link to one article
         * @description From links in bodies of posts, whether the post or the article was known first. Addresses are the same that differ in scheme, `www.`, `m.`, `mobile.`, `amp.`, a final slash, fragment or tracking parameters. A link is no endorsement.
         */
        get: operations["getArticlesByIdMentions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/articles/{id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was changed of one article after publication
         * @description A change is told where it changes what is said: not width, case, quotation marks, dashes, spaces, counters, the name of the outlet behind a title, or short lines around the text that change with every visit. What a first reading of the page completes is none. Nothing is told of what is hidden or erased.
         */
        get: operations["getArticlesByIdRevisions"];
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
         * @description Filters and window are those of `/api/v1/articles`; or `query` is that of `/api/v1/articles/search`, which takes the place of all filters.
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
    "/api/v1/articles/search.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search articles with operators, as CSV
         * @description A line with names, then one for each entry; lists are JSON. A text that begins with = + - @, a tab or CR has an apostrophe before it, so that no spreadsheet takes it for a formula. The header `link` leads to the next page, where there is one.
         */
        get: operations["getArticlesSearchCsv"];
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
    "/api/v1/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What changed between two instants
         * @description Tags that came and went in the ranking, events that are new, have grown, were merged or have ended, and outlets that fell silent. Rankings are those of the hours that hold the two instants, outlets are compared at full hours.
         */
        get: operations["getDiff"];
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
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Event ranking
         * @description Stories made of tags that burst together, recomputed at :04 and :34. Coverage and baseline are those of the 24 hours before. Walk through earlier hours with `prev`, `next` and `dayHours`. With `outlets` or `set` the same stories as these outlets have them, for any hour of the last six days: ranked by the burst of their articles, with their headlines and `setCoverage` by the camps of the set; `missed` names stories that none of them has. `prevRank`, `hours`, `rankTrail` and main tags stay those of all outlets. Computed on demand from the articles known now.
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
    "/api/v1/events/threads/{id}/articles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Articles of a thread
         * @description Every article of the events of this thread, newest first; of a story longer than 31 days those of the last 31.
         */
        get: operations["getEventsThreadsByIdArticles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/threads/{id}/articles.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Articles of a thread, as CSV
         * @description A line with names, then one for each entry; lists are JSON. A text that begins with = + - @, a tab or CR has an apostrophe before it, so that no spreadsheet takes it for a formula. The header `link` leads to the next page, where there is one.
         */
        get: operations["getEventsThreadsByIdArticlesCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/threads/{id}/blogs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which verified blogs write about a thread
         * @description Posts that link to one of its newest 500 articles; and, while its texts are compared (three days), the newest ten posts whose title names a main tag, where title and summary are of it by the likeness that makes events.
         */
        get: operations["getEventsThreadsByIdBlogs"];
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
         * @description Every article that bears a main tag (of a phrase: that has it in its title), from the day before the thread began to the end of its last hour; of a story longer than 31 days the last 31. `ofEvent` marks those of the event itself; `event` has all of these, also without such a tag; `lastHour` has the figures of its last hour, as `/api/v1/events` shows them. With `outlets` or `set` all of this of these outlets alone, and `setCoverage` by the camps of the set.
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
    "/api/v1/explain/event/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the numbers of an event come about
         * @description Tags with their bursts, the articles behind them by window and media, and the formulas: enough to compute every number again.
         */
        get: operations["getExplainEventById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/explain/ranking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the numbers of a tag come about
         * @description The articles behind a tag in one ranking, by window and media, with the formulas: enough to compute every number again.
         */
        get: operations["getExplainRanking"];
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
    "/api/v1/match": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What is like a text
         * @description Near copies of a text, or of an article that is known by its address, with the passages that they share, and the tags and threads that fit. A text is compared with those of the last seven days, and neither stored nor logged.
         */
        post: operations["match"];
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
         * @description Recomputed every ten minutes and kept as one snapshot an hour, for ever. Past values are those of the same media: `null` where one of them was not yet collected. With `outlets` or `set` the ranking of these outlets, for any hour of the last 13 days: computed on demand from the articles known now, and kept until the next ranking.
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
    "/api/v1/ranking.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tag ranking of the last 24 hours, as CSV
         * @description A line with names, then one for each entry; lists are JSON. A text that begins with = + - @, a tab or CR has an apostrophe before it, so that no spreadsheet takes it for a formula. The header `link` leads to the next page, where there is one.
         */
        get: operations["getRankingCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was changed after publication, newest first
         * @description A change is told where it changes what is said: not width, case, quotation marks, dashes, spaces, counters, the name of the outlet behind a title, or short lines around the text that change with every visit. What a first reading of the page completes is none. Nothing is told of what is hidden or erased. The window is of the times when changes were seen: the last 24 hours unless said otherwise, at most 31 days. The newest 65,536 changes are listed.
         */
        get: operations["getRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sets of outlets
         * @description Sets that whoever runs the server offers, and those that people have made public. `set=` of the ranking, of events and of coverage takes their names.
         */
        get: operations["getSets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A set of outlets with its grounds
         * @description Who made it, when, on what grounds, and which outlet is in which camp. `unknown` is a camp: of these outlets the set says nothing.
         */
        get: operations["getSetsByName"];
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
            /** @description Summary given by the outlet */
            description: string | null;
            /** @description Number of the item; it never changes */
            id: number;
            /** @description Address of its picture; null when it has none */
            image: string | null;
            /** @description Language that the article is written in, as `en`; absent where it is not known */
            lang?: string;
            /** @description Media code */
            media: string;
            /** @description Name of the outlet */
            mediaTitle: string;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            publishedAt: string;
            /** @description Its score in a search with `order=relevance` */
            relevance?: number;
            /** @description The outlet's own section */
            section: string | null;
            /** @description Near copies that the list would show, too; in lists with `fold=similar` */
            similar?: {
                /** @description Further articles */
                articles: number;
                /** @description The earliest first */
                named: components["schemas"]["SimilarArticle"][];
                /** @description Further outlets that they are of */
                outlets: number;
            };
            /** @description Tags that the article carries */
            tags: string[];
            /**
             * @description Present where tags were derived from title and lead: `derived` all of them, `both` those after the outlet's own
             * @enum {string}
             */
            tagSource?: "derived" | "both";
            /** @description Title as the outlet gives it */
            title: string;
            /** @description Address of the original */
            url: string;
        };
        ArticleContent: {
            /** @description Outlets that the text names as its source */
            attributions: components["schemas"]["Attribution"][];
            /** @description Text, until seven days after publication */
            body: string | null;
            /** @description Code points of the text that is given here */
            chars: number;
            /** @description When the text is no longer given; null while that is not known */
            expiresAt: string | null;
            /** @description When the text was read; null when it was not */
            fetchedAt: string | null;
            /** @description When the article was seen to be gone from its site; null while it is there */
            goneAt: string | null;
            /** @description How the text was read; null while there is none */
            source: string | null;
            /**
             * @description How it is at the moment
             * @enum {string}
             */
            status: "ok" | "short" | "missing" | "blocked" | "error" | "not_fetched" | "expired";
        };
        ArticleFacets: {
            /** @description Articles by camp */
            camps: {
                /** @description Of the camp `blue` */
                blue: number;
                /** @description Of the camp `green` */
                green: number;
                /** @description Of all others */
                other: number;
            };
            /** @description From the most articles to the fewest */
            media: {
                /** @description Articles of this media */
                count: number;
                /** @description Media code */
                media: string;
            }[];
            /** @description All articles of the query */
            total: number;
        };
        ArticleHistogram: {
            /** @description Every step from `countedSince` to `until`, oldest first, empty ones too */
            buckets: {
                /** @description Articles of this step between `countedSince` and `until` */
                count: number;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                start: string;
            }[];
            /**
             * Format: date-time
             * @description From when on articles were counted: `since`, or later where one answer cannot decide on all of a `query`. Ask again with it as `until` and with the same `since` for the rest
             */
            countedSince: string;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            since: string;
            /**
             * @description Length of one step of the histogram
             * @enum {string}
             */
            step: "hour" | "day";
            /** @description Articles from `countedSince` to `until` */
            total: number;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            until: string;
        };
        ArticleList: {
            /** @description Articles, newest first */
            articles: components["schemas"]["Article"][];
            /** @description Articles on this page */
            count: number;
            /** @description Counts over the whole query, with `facets=1` */
            facets?: components["schemas"]["ArticleFacets"];
            /** @description Null on the last page */
            nextCursor: string | null;
            /** @description The question as it was understood */
            query: {
                /** @description Camp that was asked for; null for all */
                camp: ("blue" | "green" | "other") | null;
                /** @description Category that was asked for; null for all */
                category: string | null;
                /** @description Country or region of the outlet */
                country?: string[];
                /**
                 * @description Near copies are folded
                 * @enum {string}
                 */
                fold?: "similar";
                /** @description Languages that articles are written in */
                lang?: string[];
                /** @description Most entries of one answer */
                limit: number;
                /** @description Media that were asked for; null for all */
                media: string[] | null;
                /** @description Words that are left out */
                mute?: string[];
                /** @description Outlets that are left out */
                muteMedia?: string[];
                /** @description Text that was asked for; null for none */
                q: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                since: string;
                /** @description Tag that was asked for; null for none */
                tag: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                until: string;
            };
        };
        ArticleMention: {
            /** @description Text of that link; empty for a picture or a bare address */
            anchor: string;
            /** @description The post as the blog service shows it */
            post: components["schemas"]["BlogPost"];
            /** @description The first link to the article, without tracking parameters */
            targetUrl: string;
        };
        ArticleMentions: {
            /** @description The article */
            article: components["schemas"]["MentionedArticle"];
            /** @description Blogs that they are of */
            blogs: number;
            /** @description Posts that are told */
            count: number;
            /** @description There are more posts than are named, or more links to the host than are looked at */
            limited: boolean;
            /** @description Newest first */
            mentions: components["schemas"]["ArticleMention"][];
        };
        /** @description An article at one end of a pair */
        ArticleRef: {
            /** @description Outlets that the text names as its source */
            attributions: components["schemas"]["Attribution"][];
            /** @description Bylines as the outlet gives them */
            authors: string[];
            /** @description Code points of the text, also when it expired */
            bodyLength: number;
            /** @description Country or region of the outlet */
            country: string;
            /** @description `INT` international, `ZZ` unconfirmed */
            countryCode: string;
            /** @description Number of the item; it never changes */
            id: number;
            /** @description Media code */
            media: string;
            /** @description Name of the outlet */
            mediaTitle: string;
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
        ArticleRevisions: {
            /** @description The article */
            article: components["schemas"]["RevisedArticle"];
            /** @description Changes that are told */
            count: number;
            /** @description Newest first */
            revisions: components["schemas"]["Revision"][];
            /** @description Texts that were replaced, until seven days after publication */
            texts: {
                /** @description Number of the change that replaced it */
                id: number;
                /** @description The whole text before */
                text: string;
            }[];
        };
        ArticleSearch: {
            /** @description Articles, newest first */
            articles: components["schemas"]["Article"][];
            /** @description Articles on this page */
            count: number;
            /** @description With `order=relevance`: older articles that may match too and were not rated */
            leftOut?: number;
            /** @description Articles that were decided on for this page */
            lookedAt: number;
            /** @description Null on the last page; a page may be short, or empty, before it */
            nextCursor: string | null;
            /**
             * @description What the entries are ordered by
             * @enum {string}
             */
            order?: "relevance";
            /** @description The question as it was understood */
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
            /** @description Number of the article */
            articleId: number;
            /** @description Characters of the normalised text; null when it is too short to be compared */
            chars: number | null;
            /** @description When its text was compared; null while it was not */
            indexedAt: string | null;
            /** @description True when the text has more near copies than one text is compared with: only the nearest are listed */
            limited: boolean;
            /** @description Higher similarity first */
            matches: {
                /** @description An article at one end of a pair */
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
            /** @description Least similarity that counts, from 0.5 to 1 */
            threshold: number;
            /** @description Days before and after that are compared */
            windowDays: number;
        };
        ArticleWithContent: {
            /** @description The article */
            article: {
                /** @description Bylines as the outlet gives them */
                authors: string[];
                /** @description Summary given by the source; null when it gives none */
                description: string | null;
                /** @description Where else it was found */
                discoverySources: components["schemas"]["DiscoverySource"][];
                /** @description Number of the item; it never changes */
                id: number;
                /** @description Address of its picture; null when it has none */
                image: string | null;
                /** @description Language that the article is written in, as `en`; absent where it is not known */
                lang?: string;
                /** @description Media code */
                media: string;
                /** @description Name of the outlet */
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
                /**
                 * @description Always `day`
                 * @enum {string}
                 */
                publishedDatePrecision?: "day";
                /** @description The outlet that published an article */
                publisher: components["schemas"]["Publisher"];
                /** @description Tags that the article carries */
                tags: string[];
                /**
                 * @description Present where tags were derived from title and lead: `derived` all of them, `both` those after the outlet's own
                 * @enum {string}
                 */
                tagSource?: "derived" | "both";
                /** @description Title as the outlet gives it */
                title: string;
                /** @description Address of the original */
                url: string;
            };
            /** @description The text, with how it was read */
            content: components["schemas"]["ArticleContent"];
        };
        /** @description A medium that the text names as its source */
        Attribution: {
            /** @description Country or region of the outlet */
            country: string;
            /** @description Its code: ISO 3166, `INT` international, `ZZ` unconfirmed */
            countryCode: string;
            /** @description The words that name the source */
            evidence: string;
            /**
             * @description Which kind it is
             * @enum {string}
             */
            kind: "explicit";
            /** @description Media code */
            media: string;
            /** @description Name for people */
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
        BlogPost: {
            /** @description Name of the blog */
            blogName: string;
            /** @description Blog code at the blog service */
            blogSlug: string;
            /** @description The blog service's own page of the blog */
            blogUrl: string;
            /** @description Of the post, at the blog service */
            id: number;
            /** @description When it was first seen; null where that is not known */
            observedAt: string | null;
            /** @description When the blog published it; null where that is not known */
            publishedAt: string | null;
            /** @description Title as the outlet gives it */
            title: string;
            /** @description Address of the original */
            url: string;
        };
        /** @description A number for each camp */
        ByCamp: {
            /** @description Of the camp `blue` */
            blue: number;
            /** @description Of the camp `green` */
            green: number;
            /** @description Of all others */
            other: number;
        };
        /** @description Who wrote of the event; `camps` counts outlets */
        CampCoverage: {
            /** @description Articles of the event */
            articles: number;
            /** @description Camps that hardly see the story: at most one outlet, the other at least four */
            blindspot: ("blue" | "green")[];
            /** @description Outlets by camp */
            camps: components["schemas"]["ByCamp"];
            /** @description Binary logarithm of the blue-to-green ratio of outlets against that of the baseline: 0 is as usual, above 0 leans blue */
            lean: number | null;
            /** @description From the most articles to the fewest */
            outlets: components["schemas"]["CoverageOutlet"][];
            /** @description Percentages of outlets of the two poles, without the others; null when neither wrote of it */
            share: {
                /** @description Of the camp `blue` */
                blue: number;
                /** @description Of the camp `green` */
                green: number;
            } | null;
            /** @description The camp that clearly favours the story: |lean| of at least 0.8, five outlets */
            tilt: ("blue" | "green") | null;
        };
        Categories: {
            /** @description Category code */
            key: string;
            /** @description Name of the category */
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
            /** @description Keys of the categories that it belongs to; `all` and the camps are implied */
            categories: string[];
            /** @description Name of its country; may be empty */
            country: string;
            /** @description Its code: ISO 3166, `INT` international, `ZZ` unconfirmed */
            countryCode: string;
            /** @description False: nothing is collected from it any more */
            enabled: boolean;
            /** @description True: it is only cited */
            external: boolean;
            /** @description Address of an icon */
            icon: string | null;
            /** @description Media code */
            media: string;
            /**
             * @description `discovery`: it finds articles of others
             * @enum {string}
             */
            sourceKind: "publisher" | "discovery";
            /** @description True: it repeats the articles of others */
            syndicated: boolean;
            /** @description Title as the outlet gives it */
            title: string | null;
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
                /** @description Its code */
                id: string;
                /**
                 * @description Which kind it is
                 * @enum {string}
                 */
                kind: "media";
                /** @description Media code */
                media: components["schemas"]["ChangedMedia"];
            } | {
                /** @description True: it is not shown any more, or not yet */
                gone: boolean;
                /** @description Its code */
                id: string;
                /**
                 * @description Which kind it is
                 * @enum {string}
                 */
                kind: "media";
            })[];
            /** @description Where to go on; opaque */
            nextToken: string;
        };
        /** @description How the last visit to a media's portal went */
        Check: {
            /** @description Last visit of the portal; null when there was none */
            checkedAt: string | null;
            /** @description Why the whole visit failed */
            error: string | null;
            /** @description Distinct items of this visit */
            fetched: number;
            /** @description Last visit that went well; null when none did */
            lastSuccessAt: string | null;
            /** @description Addresses that were read */
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
            /** @description Null when it went well */
            error: string | null;
            /** @description Entries found there */
            items: number;
            /**
             * @description Which kind it is
             * @enum {string}
             */
            kind: "topic" | "feature" | "auto";
            /** @description Pages read */
            pages: number;
            /** @description Address of the original */
            url: string;
        };
        /** @description An article that names a media as its source */
        CitationEvidence: {
            /** @description Number of the article */
            articleId: number;
            /** @description Names this piece of evidence */
            key: string;
            /**
             * @description Which kind it is
             * @enum {string}
             */
            kind: "citation";
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            publishedAt: string;
            /** @description A medium that the text names as its source */
            source: components["schemas"]["Attribution"];
        };
        CountedArticle: {
            /** @description Number of the item; it never changes */
            id: number;
            /** @description Media code */
            media: string;
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
        CoverageOutlet: {
            /**
             * @description Camp of the outlet, or the one that was asked for
             * @enum {string}
             */
            camp: "blue" | "green" | "other";
            /** @description Media code */
            media: string;
        };
        DayThread: {
            /** @description Best rank of the day */
            bestRank: number | null;
            /** @description Who wrote of the event; `camps` counts outlets */
            coverage: components["schemas"]["CampCoverage"];
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            firstTime: string;
            /** @description Hours in the event ranking */
            hours: number;
            /** @description Number of the item; it never changes */
            id: number;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            lastTime: string;
            /** @description The main tags */
            majorTags: string[];
            /** @description Highest score so far */
            maxScore: number;
            /** @description Tag with the highest burst */
            maxTag: string | null;
            /** @description From the hour of the best rank */
            news: components["schemas"]["NewsItem"][];
            /** @description Ranks of 24 hours, oldest first; null off the ranking */
            rankTrail: (number | null)[];
            /** @description Hour of the last place of `rankTrail`; null when it was in no list */
            trailEnd: string | null;
        };
        DayThreads: {
            /** @description Ranking news media that published in the window, and their articles */
            baseline: components["schemas"]["EventsBaseline"];
            /**
             * Format: date
             * @description The day, as it was asked for
             */
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
        DiffEvent: {
            /** @description At `from`; null where it was off the ranking */
            before: {
                /** @description Articles of the 24 hours up to it */
                articles: number;
                /** @description Outlets that wrote them */
                outlets: number;
                /** @description Rank in that hour */
                rank: number;
            } | null;
            /** @description Best rank of the days in between */
            bestRank: number;
            /**
             * Format: date-time
             * @description Its first hour on the ranking
             */
            firstTime: string;
            /** @description Hours on the ranking up to `to` */
            hours: number;
            /**
             * Format: date-time
             * @description Its last hour on the ranking up to `to`
             */
            lastTime: string;
            /** @description The main tags */
            majorTags: string[];
            /** @description The thread that it is part of now */
            mergedInto: number | null;
            /** @description From an hour of its best rank */
            news: components["schemas"]["NewsItem"][];
            /** @description At `to`; null where it is off the ranking */
            now: {
                /** @description Articles of the 24 hours up to it */
                articles: number;
                /** @description Outlets that wrote them */
                outlets: number;
                /** @description Rank in that hour */
                rank: number;
            } | null;
            /** @description Number of the thread, for `/api/v1/events/threads/{id}` */
            threadId: number;
        };
        DiffOutlet: {
            /** @description Newest article; null when there is none */
            lastArticle: string | null;
            /** @description Media code */
            media: string;
            /** @description As in `/api/v1/media-stats` at `to` */
            status: string;
            /** @description The same at `from` */
            statusBefore: string;
            /** @description Title as the outlet gives it */
            title: string;
        };
        DiffTag: {
            /** @description Where it stands at `to`, or stood at `from` */
            burst: number | null;
            /** @description Articles of the 24 hours up to `to`; 0 where none of its list has it */
            count: number;
            /** @description Articles of the 24 hours up to `from` */
            countBefore: number;
            /** @description Place among the tags of `to`; null where it is not among them */
            position: number | null;
            /** @description Place among those of `from` */
            positionBefore: number | null;
            /** @description As the later of the two lists has it that name it */
            tag: string;
        };
        DiscoverySource: {
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            discoveredAt: string;
            /** @description Code of the discovery source, not of the publisher */
            media: string;
            /** @description Name of the discovery source */
            title: string;
            /** @description Public page on which the article was found */
            url: string;
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
            /** @description A sentence that names what was wrong */
            error: string;
        };
        Event: {
            /** @description Who wrote of the event; `camps` counts outlets */
            coverage: components["schemas"]["CampCoverage"];
            /** @description First hour of the thread; null without a thread */
            firstTime: string | null;
            /** @description Hours that the thread was in the lists; null without a thread */
            hours: number | null;
            /** @description Main tags */
            major: string[];
            /** @description Articles that stand for it, at most six */
            news: components["schemas"]["NewsItem"][];
            /** @description Rank in the snapshot before; null when newly ranked */
            prevRank: number | null;
            /** @description Place in this list */
            rank: number;
            /** @description With `outlets` or `set`: its rank among the events of all outlets */
            rankOfAll?: number;
            /** @description Ranks of 24 hours, oldest first; null off the ranking */
            rankTrail: (number | null)[] | null;
            /** @description `threadId` for old clients */
            relatedEventPk: string | null;
            /** @description Score of the event: what its list is ordered by */
            score: number;
            /** @description Coverage by the camps of the set, with `set` or `outlets` */
            setCoverage?: components["schemas"]["SetCoverage"];
            /** @description Tags of the event with their bursts */
            tags: {
                /** @description How much more there is of it than hours ago: a weighted difference against the same media. Null without comparable data */
                burst: number;
                /** @description The tag, in its normal form */
                tag: string;
            }[];
            /** @description Number of the thread, for `/api/v1/events/threads/{id}`; null without one */
            threadId: number | null;
        };
        EventBlogPost: {
            /** @description Text of the link, which may be empty; null where there is no link */
            anchor: string | null;
            /** @description Articles of the event that it links to; empty where it is about it by likeness */
            articleIds: number[];
            /** @description It was published before the first report of the event */
            beforeFirst: boolean;
            /** @description Likeness to the event ÷ the least of one story, as `/match` tells it; null where it was not compared or is not alike */
            likeness: number | null;
            /** @description The post as the blog service shows it */
            post: components["schemas"]["BlogPost"];
            /** @description The link without tracking parameters; null where the post does not link */
            targetUrl: string | null;
        };
        EventBlogs: {
            /** @description Blogs that they are of */
            blogs: number;
            /** @description Posts that are told */
            count: number;
            /** @description Posts that were published before the first report */
            earlier: number;
            /** @description The event's first report; null where none is shown */
            first: components["schemas"]["EventFirstReport"] | null;
            /** @description There are more posts than are named, or more links to the host than are looked at */
            limited: boolean;
            /** @description Newest first */
            posts: components["schemas"]["EventBlogPost"][];
            /** @description Number of the thread, for `/api/v1/events/threads/{id}` */
            threadId: number;
        };
        EventFirstReport: {
            /** @description Number of the item; it never changes */
            id: number;
            /** @description Media code */
            media: string;
            /** @description Name of the outlet */
            mediaTitle: string;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            publishedAt: string;
            /** @description Title as the outlet gives it */
            title: string;
        };
        Events: {
            /** @description Tags can burst: the media were collected for 24 hours, see `validFrom` */
            available: boolean;
            /** @description Ranking news media that published in the window, and their articles */
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
            /** @description The events, strongest first */
            events: components["schemas"]["Event"][];
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            hour: string;
            /** @description Events of which no outlet of the set has an article, in their order */
            missed?: components["schemas"]["MissedEvent"][];
            /** @description The list after, for `at`; null for the newest */
            next: string | null;
            /** @description Computed when it was asked for, from the articles known now, and given again until the index of this answer is computed anew. Absent without `outlets` or `set` */
            onDemand?: boolean;
            /** @description The list before, for `at`; null when there is none */
            prev: string | null;
            /** @description The chosen outlets, as `set` or `outlets` names them */
            set?: components["schemas"]["OutletSet"];
            /** @description Articles of the set in the window by camp, with `set` or `outlets` */
            setBaseline?: components["schemas"]["SetBaseline"];
            /** @description The newest snapshot is older than three hours */
            stale: boolean;
            /** @description From when on answers are complete; null while that is not known */
            validFrom: string | null;
        };
        /** @description Ranking news media that published in the window, and their articles */
        EventsBaseline: {
            /** @description Articles by camp */
            articles: components["schemas"]["ByCamp"];
            /** @description Outlets by camp */
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
            /** @description What every thread is that is named by id above */
            kin: components["schemas"]["EventThreadKin"][];
            /** @description Threads that share a main tag or a fifth of the articles, strongest first */
            related: number[];
            /** @description The thread itself */
            thread: components["schemas"]["EventThreadRecord"];
        };
        EventThreadArticles: {
            /** @description Newest first */
            articles: components["schemas"]["Article"][];
            /** @description Articles on this page */
            count: number;
            /** @description Its main tags */
            majorTags: string[];
            /** @description Null on the last page */
            nextCursor: string | null;
            /** @description Number of the thread, for `/api/v1/events/threads/{id}` */
            threadId: number;
            /** @description Articles of the event that are shown now; of a very large one the newest 3,000 */
            total: number;
        };
        EventThreadCoverage: {
            /** @description Articles that carry a main tag, and those of the event without one */
            articles: number;
            /** @description Camps with no report while the opposite camp has some */
            blindspot: ("blue" | "green")[];
            /** @description From the most articles to the fewest */
            byOutlet: {
                /** @description Newest first */
                articles: {
                    /** @description Main tags of the event that it carries */
                    hits: number;
                    /** @description Number of the item; it never changes */
                    id: number;
                    /** @description Address of its picture; null when it has none */
                    image: string | null;
                    /** @description It is an article of the event in one of its hours */
                    ofEvent: boolean;
                    /**
                     * Format: date-time
                     * @description UTC, ISO 8601 with milliseconds and Z
                     */
                    publishedAt: string;
                    /** @description Title of the article */
                    title: string;
                    /** @description Address of the original */
                    url: string;
                }[];
                /**
                 * @description Political camp of an outlet; `other` when it is in neither list
                 * @enum {string}
                 */
                camp: "blue" | "green" | "other";
                /** @description Address of its icon; null when it has none */
                icon: string | null;
                /** @description Media code */
                media: string;
                /** @description Name of the outlet */
                title: string;
            }[];
            /** @description What each camp wrote */
            camps: components["schemas"]["ThreadCamp"][];
            /** @description The same counts over articles of the event alone */
            event: components["schemas"]["EventThreadOwnCoverage"];
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            from: string;
            /** @description Figures of the last hour on the ranking, as the list of events shows them */
            lastHour: components["schemas"]["EventThreadLastHour"];
            /** @description The main tags */
            majorTags: string[];
            /** @description Computed when it was asked for, from the articles known now, and given again until the index of this answer is computed anew. Absent without `outlets` or `set` */
            onDemand?: boolean;
            /** @description How many outlets */
            outlets: number;
            /** @description The chosen outlets, as `set` or `outlets` names them */
            set?: components["schemas"]["OutletSet"];
            /** @description Coverage by the camps of the set, with `set` or `outlets` */
            setCoverage?: components["schemas"]["SetCoverage"];
            /** @description Number of the thread, for `/api/v1/events/threads/{id}` */
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
            /** @description The main tags */
            major: string[];
            /** @description Articles that stand for it, at most six */
            news: components["schemas"]["NewsItem"][];
            /** @description Place in the list of that hour */
            rank: number;
            /** @description Score in the list of that hour */
            score: number;
            /** @description Pairs of tag and burst */
            tags: [
                string,
                number
            ][];
        };
        EventThreadKin: {
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            firstTime: string;
            /** @description Hours that it was on the ranking */
            hours: number;
            /** @description Thread */
            id: number;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            lastTime: string;
            /** @description Its main tags */
            majorTags: string[];
        };
        EventThreadLastHour: {
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            builtAt: string;
            /** @description Who wrote of the event; `camps` counts outlets */
            coverage: components["schemas"]["CampCoverage"];
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            hour: string;
            /** @description Coverage by the camps of the set, with `set` or `outlets` */
            setCoverage?: components["schemas"]["SetCoverage"];
        };
        EventThreadOwnCoverage: {
            /** @description Articles of the event */
            articles: number;
            /** @description Camps with no report while the opposite camp has some */
            blindspot: ("blue" | "green")[];
            /** @description From the most articles to the fewest */
            byOutlet: {
                /** @description Newest first */
                articles: {
                    /** @description Main tags of the event that it carries */
                    hits: number;
                    /** @description Number of the item; it never changes */
                    id: number;
                    /** @description Address of its picture; null when it has none */
                    image: string | null;
                    /** @description It is an article of the event in one of its hours */
                    ofEvent: boolean;
                    /**
                     * Format: date-time
                     * @description UTC, ISO 8601 with milliseconds and Z
                     */
                    publishedAt: string;
                    /** @description Title of the article */
                    title: string;
                    /** @description Address of the original */
                    url: string;
                }[];
                /**
                 * @description Political camp of an outlet; `other` when it is in neither list
                 * @enum {string}
                 */
                camp: "blue" | "green" | "other";
                /** @description Address of its icon; null when it has none */
                icon: string | null;
                /** @description Media code */
                media: string;
                /** @description Title as the outlet gives it */
                title: string;
            }[];
            /** @description What each camp wrote of the event */
            camps: components["schemas"]["ThreadCamp"][];
            /** @description How many outlets */
            outlets: number;
            /** @description Coverage by the camps of the set, with `set` or `outlets` */
            setCoverage?: components["schemas"]["SetCoverage"];
        };
        EventThreadPropagation: {
            /** @description Media that reports name as their source */
            citations: {
                /** @description Number of the item; it never changes */
                id: number;
                /** @description A medium that the text names as its source */
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
            /** @description Number of the thread, for `/api/v1/events/threads/{id}` */
            threadId: number;
            /** @description Least similarity that counts, from 0.5 to 1 */
            threshold: number;
        };
        EventThreadRecord: {
            /** @description Every tag that it ever had */
            allTags: string[];
            /** @description Ranking category, see `/api/v1/categories` */
            category: string;
            /** @description Threads merged into this one */
            combinedFrom: number[];
            /** @description Threads that this one merged into */
            combinedTo: number[];
            /** @description First hour in which its tags were equal to these; null when none was */
            equalFirstTime: string | null;
            /** @description Last hour in which its tags were equal to these; null when none was */
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
            /** @description Hours of this thread or of one that was merged into it */
            hoursTotal: number | null;
            /** @description Number of the item; it never changes */
            id: number;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            lastTime: string;
            /** @description The main tags */
            majorTags: string[];
            /** @description Highest score so far */
            maxScore: number;
            /** @description The tag with the highest score; null when there is none */
            maxTag: string | null;
            /** @description Threads that go on, from which most articles of its first hour came */
            splitFrom: number[];
            /** @description Threads that began with articles of this one, within the hours below */
            splitInto: number[];
        };
        EventThreadSeries: {
            /** @description The media that are counted, and since when */
            basis: components["schemas"]["Basis"];
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            from: string;
            /** @description Completed hours, oldest first */
            points: {
                /** @description Articles of that hour by media of `blue` */
                blue: number;
                /** @description Articles of that hour by media of `green` */
                green: number;
                /** @description Articles of that hour by media of `other` */
                other: number;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                t: string;
                /** @description Score of each main tag in that hour; null before that is known */
                tags: {
                    [key: string]: {
                        /** @description Always null */
                        rank: number | null;
                        /** @description Normalized score of the 24 hours that end with it */
                        score: number | null;
                    };
                } | null;
            }[];
            /** @description The main tags */
            tags: string[];
            /** @description Number of the thread, for `/api/v1/events/threads/{id}` */
            threadId: number;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            to: string;
        };
        ExplainedEvent: {
            /** @description Articles of the event, by id */
            articleIds: number[];
            /** @description Every article that is named above, newest first */
            articles: components["schemas"]["CountedArticle"][];
            /** @description Ranking news media that published in the window, and their articles */
            baseline: components["schemas"]["EventsBaseline"];
            /** @description The media that are counted, and since when */
            basis: components["schemas"]["Basis"] | null;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            builtAt: string;
            /** @description Who wrote of the event; `camps` counts outlets */
            coverage: components["schemas"]["CampCoverage"];
            /** @description How each number is computed */
            formulas: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            hour: string;
            /** @description Place by score; null when it is not in the list */
            rank: number;
            /** @description Normalised score; null when the history is not long enough */
            score: number;
            /** @description From the most bursting to the least */
            tags: components["schemas"]["ExplainedTag"][];
            /** @description Thread of the event */
            thread: number;
        };
        ExplainedRanking: {
            /** @description The computed numbers are those of the ranking. False where articles were hidden or corrected after it was computed */
            agrees: boolean;
            /** @description Every article that is named above, newest first */
            articles: components["schemas"]["CountedArticle"][];
            /** @description The media that are counted, and since when */
            basis: components["schemas"]["Basis"];
            /** @description Computed from these windows */
            burst: number | null;
            /** @description Articles of these windows that came in after the ranking was computed: it does not count them, and no number here does */
            cameLater: components["schemas"]["CountedArticle"][];
            /** @description Ranking category, see `/api/v1/categories` */
            category: string;
            /** @description False where there are more than 10000 articles */
            complete: boolean;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            computedAt: string;
            /** @description How each number is computed */
            formulas: {
                [key: string]: string;
            };
            /** @description What the ranking says */
            ranked: {
                /** @description How much more there is of it than hours ago: a weighted difference against the same media. Null without comparable data */
                burst: number | null;
                /** @description How many there are */
                count: number;
                /** @description Raw score divided by the number of media that are counted, times 50 */
                normalized: number;
                /** @description Rank by score */
                rank: number;
                /** @description Normalised score; null when the history is not long enough */
                score: number;
            };
            /** @description As the ranking shows it */
            tag: string;
            /** @description Now, then 3, 6, 12, 24 and 48 hours ago */
            windows: components["schemas"]["ExplainedRankingWindow"][];
        };
        ExplainedRankingWindow: {
            /** @description Articles that count, by media code */
            articleIds: {
                [key: string]: number[];
            };
            /** @description The window can be compared with */
            available: boolean;
            /** @description Articles that count */
            count: number;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            from: string;
            /** @description 0 for now */
            hoursAgo: number;
            /** @description Computed from these articles */
            normalized: number;
            /** @description The normalized score in the ranking itself */
            ranked: number | null;
            /** @description Computed from these articles */
            score: number;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            until: string;
            /** @description Of this window in the burst; null for the one of now */
            weight: number | null;
        };
        ExplainedTag: {
            /** @description The computed burst is that of the event ranking */
            agrees: boolean;
            /** @description In the event ranking itself */
            burst: number;
            /** @description Articles of these windows that came in after the ranking was computed: it does not count them, and no number here does */
            cameLater: components["schemas"]["CountedArticle"][];
            /** @description The burst, computed from these windows */
            computed: number | null;
            /**
             * @description `phrase` for words that its titles have in common
             * @enum {string}
             */
            kind: "tag" | "phrase";
            /** @description It is a main tag */
            major: boolean;
            /** @description The tag, in its normal form */
            tag: string;
            /** @description Now, then 3, 6, 12, 24 and 48 hours ago */
            windows: components["schemas"]["ExplainedWindow"][];
        };
        ExplainedWindow: {
            /** @description Articles that count, by media code */
            articleIds: {
                [key: string]: number[];
            };
            /** @description The window can be compared with */
            available: boolean;
            /** @description Articles that count */
            count: number;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            from: string;
            /** @description 0 for now */
            hoursAgo: number;
            /** @description Computed from these articles */
            normalized: number;
            /** @description Computed from these articles */
            score: number;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            until: string;
            /** @description Of this window in the burst; null for the one of now */
            weight: number | null;
        };
        FittingTag: {
            /** @description Near copies that carry the tag */
            articles: number;
            /** @description The words of the tag stand in the text */
            inText: boolean;
            /** @description The tag, in its normal form */
            tag: string;
        };
        FittingThread: {
            /** @description Near copies that stand for it in its last hour */
            articles: number;
            /** @description The text is of this story, by the likeness that makes events, also where it is reworded */
            belongs: boolean;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            firstTime: string;
            /** @description Number of the item; it never changes */
            id: number;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            lastTime: string;
            /** @description Likeness to its articles ÷ the least of one story; null where it does not belong */
            likeness: number | null;
            /** @description The main tags */
            majorTags: string[];
            /** @description Place of its event in the newest ranking; null off the ranking */
            rank: number | null;
            /** @description Tags of the thread that fit */
            tags: string[];
        };
        Index: {
            /** @description Documentation for people */
            docs: string;
            /** @description What there is to ask */
            endpoints: {
                /** @description What to post there as JSON, where the method is POST */
                body?: {
                    [key: string]: unknown;
                };
                /** @description An address to try */
                example: string;
                /** @description GET, or POST where there is a body to send */
                method: string;
                /** @description Path of the endpoint, with `{name}` for its parameters */
                path: string;
                /** @description What the endpoint answers */
                summary: string;
            }[];
            /** @description Name of this service */
            name: string;
            /** @description The OpenAPI document */
            openapi: string;
            /** @description Version of the software */
            version: string;
        };
        Journalist: {
            /** @description Newest first */
            articles: {
                /** @description Outlets that the text names as its source */
                attributions: components["schemas"]["Attribution"][];
                /** @description Code points of the text; 0 once it expired */
                bodyChars: number;
                /**
                 * @description Whether the text could be read
                 * @enum {string}
                 */
                bodyStatus: "ok" | "short" | "missing" | "blocked" | "error" | "not_fetched" | "expired";
                /** @description As the outlet gives it */
                byline: string[];
                /** @description Who else signs it */
                coauthors: string[];
                /** @description The index has compared it */
                compared: boolean;
                /** @description Number of the item; it never changes */
                id: number;
                /** @description Address of its picture; null when it has none */
                image: string | null;
                /** @description Pairs of this article with other sites */
                matches: number;
                /** @description Media code */
                media: string;
                /** @description Name of the outlet */
                mediaTitle: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                publishedAt: string;
                /** @description Tags that the article carries */
                tags: string[];
                /** @description Title as the outlet gives it */
                title: string;
                /** @description Address of the original */
                url: string;
            }[];
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            generatedAt: string;
            /** @description Length of the window in hours */
            hours: number;
            /** @description What the index holds of this window */
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
                /** @description How many there are */
                count: number;
                /** @description Media code */
                media: string;
                /** @description Name for people */
                name: string;
            }[];
            /** @description How similarity is measured */
            method: string;
            /** @description Name as written in bylines */
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
                /** @description An article at one end of a pair */
                other: components["schemas"]["ArticleRef"];
                /** @description The other article names the own outlet as its source */
                otherCitesOwn: boolean;
                /** @description An article at one end of a pair */
                own: components["schemas"]["ArticleRef"];
                /** @description The own article names the other outlet as its source */
                ownCitesOther: boolean;
                /**
                 * @description The own article against the other; `same` within a minute
                 * @enum {string}
                 */
                relation: "later" | "earlier" | "same";
                /** @description Both name this journalist */
                sameAuthor: boolean;
                /** @description Dice similarity of the distinct five-character shingles */
                score: number;
                /** @description Passages of five letters that both have */
                sharedShingles: number;
            }[];
            /** @description Numbers over all articles of the window */
            stats: {
                /** @description Articles that name the journalist */
                articles: number;
                /** @description Mean length of such texts */
                averageChars: number | null;
                /** @description Articles that name another medium as source */
                cited: number;
                /** @description How many of the articles resemble others, and in which role */
                similar: components["schemas"]["SimilarCounts"];
                /** @description Most common first */
                tags: {
                    /** @description How many there are */
                    count: number;
                    /** @description The tag, in its normal form */
                    tag: string;
                }[];
                /** @description Articles whose text can be compared */
                withBody: number;
            };
            /** @description Least similarity that counts, from 0.5 to 1 */
            threshold: number;
        };
        Journalists: {
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            generatedAt: string;
            /** @description Length of the window in hours */
            hours: number;
            /** @description What the index holds of this window */
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
                /** @description Articles that name the journalist */
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
                    /** @description How many there are */
                    count: number;
                    /** @description Media code */
                    media: string;
                    /** @description Name for people */
                    name: string;
                }[];
                /** @description Name as written in bylines */
                name: string;
                /** @description How many of the articles resemble others, and in which role */
                similar: components["schemas"]["SimilarCounts"];
                /** @description Articles whose text can be compared */
                withBody: number;
            }[];
            /** @description Most entries of one answer */
            limit: number;
            /** @description How similarity is measured */
            method: string;
            /** @description Least similarity that counts, from 0.5 to 1 */
            threshold: number;
            /** @description Sums over all of them */
            totals: {
                /** @description Articles with a named byline */
                articles: number;
                /** @description Articles with any byline */
                credited: number;
                /** @description People named */
                journalists: number;
            };
        };
        ListedRevision: {
            /** @description The article */
            article: components["schemas"]["RevisedArticle"];
            /** @description Null where the byline stayed */
            authors: {
                /** @description As they became */
                after: string[];
                /** @description As they were */
                before: string[];
            } | null;
            /** @description Null where the text stayed */
            body: {
                /** @description Code points of the text after */
                after: number;
                /** @description Code points of the text before */
                before: number;
                /** @description Words that came */
                wordsAdded: number;
                /** @description Words that went, a Han letter for a word; moved sentences are none */
                wordsRemoved: number;
            } | null;
            /** @description At least one, in the order of the fields */
            changed: ("title" | "summary" | "authors" | "image" | "body")[];
            /** @description Number of the change, which stays; larger ones came later */
            id: number;
            /** @description Null where the picture stayed */
            image: {
                /** @description Its address after */
                after: string;
                /** @description Its address before */
                before: string;
            } | null;
            /** @description Whole minutes from `publishedAt` until the change was seen */
            minutesAfter: number;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            seenAt: string;
            /** @description Null where the summary stayed */
            summary: {
                /** @description As it became */
                after: string;
                /** @description As it was */
                before: string;
            } | null;
            /** @description Null where the title stayed */
            title: {
                /** @description As it became */
                after: string;
                /** @description As it was */
                before: string;
                /** @description From `before` to `after`; a Han letter counts as a word */
                diff: {
                    /**
                     * @description `equal` stayed, `delete` went, `insert` came
                     * @enum {string}
                     */
                    op: "equal" | "delete" | "insert";
                    /** @description Words, with the spaces between them */
                    text: string;
                }[];
                /** @description How often the title went back, or forth again, between the same two since: an outlet that tries two titles is told once */
                flips: number;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                lastSeenAt: string;
            } | null;
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
        Match: {
            /** @description An article at one end of a pair */
            article: components["schemas"]["ArticleRef"] | null;
            /** @description Letters and digits that were compared; null for an article that was not */
            chars: number | null;
            /** @description True when there are more near copies than one text is compared with */
            limited: boolean;
            /** @description Higher similarity first */
            matches: {
                /** @description An article at one end of a pair */
                article: components["schemas"]["ArticleRef"];
                /** @description Shared shingles as a fraction of those of the shorter article */
                containment: number;
                /**
                 * @description `identical` when the texts are equal once normalised
                 * @enum {string}
                 */
                kind: "identical" | "high";
                /** @description The longest passages that both contain, in their order, each up to 100 characters: as the text that was sent spells them, or as the later article does */
                passages: string[];
                /** @description Dice similarity of the distinct five-character shingles */
                score: number;
                /** @description Passages of five letters that both have */
                sharedShingles: number;
            }[];
            /** @description Tags that fit, the most near copies first */
            tags: components["schemas"]["FittingTag"][];
            /** @description Threads of the last 72 hours that fit: first those that the text belongs to */
            threads: components["schemas"]["FittingThread"][];
            /** @description Least similarity that counts, from 0.5 to 1 */
            threshold: number;
            /** @description Days back to which texts are compared; pairs of an article stay longer */
            windowDays: number;
        };
        MatchQuestion: {
            /** @description A text of at most 200000 characters, and at least 100 letters and digits */
            text?: string;
            /**
             * @description Lowest Dice similarity of a pair
             * @default 0.65
             */
            threshold: number;
            /** @description Or the address of an article that this service shows */
            url?: string;
        };
        MediaContent: {
            /** @description By descending id */
            articles: {
                /** @description Bylines as the outlet gives them */
                authors: string[];
                /** @description Code points of the text; 0 once it expired */
                bodyChars: number;
                /**
                 * @description Whether the text could be read
                 * @enum {string}
                 */
                bodyStatus: "ok" | "short" | "missing" | "blocked" | "error" | "not_fetched" | "expired";
                /** @description When the text was read; null when it was not */
                contentFetchedAt: string | null;
                /** @description Summary given by the source; null when it gives none */
                description: string | null;
                /** @description Where else it was found */
                discoverySources: components["schemas"]["DiscoverySource"][];
                /** @description Number of the item; it never changes */
                id: number;
                /** @description Address of its picture; null when it has none */
                image: string | null;
                /** @description Language that the article is written in, as `en`; absent where it is not known */
                lang?: string;
                /** @description Media code */
                media: string;
                /** @description Name of the outlet */
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
                /**
                 * @description Always `day`
                 * @enum {string}
                 */
                publishedDatePrecision?: "day";
                /** @description The outlet that published an article */
                publisher: components["schemas"]["Publisher"];
                /** @description Tags that the article carries */
                tags: string[];
                /**
                 * @description Present where tags were derived from title and lead: `derived` all of them, `both` those after the outlet's own
                 * @enum {string}
                 */
                tagSource?: "derived" | "both";
                /** @description Title as the outlet gives it */
                title: string;
                /** @description Address of the original */
                url: string;
            }[];
            /** @description Articles on this page */
            count: number;
            /** @description Most entries of one answer */
            limit: number;
            /** @description Media code */
            media: string;
            /** @description Null on the last page */
            nextCursor: string | null;
            /** @description The outlet; null for a discovery source */
            publisher: components["schemas"]["Publisher"] | null;
            /**
             * @description A publisher, or a discovery source that finds articles of others
             * @enum {string}
             */
            sourceKind: "publisher" | "discovery";
            /** @description Name of the outlet */
            title: string;
        };
        MediaCrawler: {
            /** @description How texts or summaries are collected; empty when that is not stated */
            body: string;
            /** @description What the crawler says of its sources: `ok`, `new`, `failing`, `blocked`, `dead`, `empty`, `stale`, `low-volume`, `ended` or `disabled`, and why; null where it does not read this media */
            health: {
                /** @description A sentence for people */
                message: string;
                /** @description One word */
                state: string;
            } | null;
            /** @description Method of the last good crawl */
            lastVerifiedMethod: string | null;
            /** @description Where the configuration can be read */
            links: {
                /** @description What the link leads to */
                label: string;
                /** @description Address of the rules */
                url: string;
            }[];
            /** @description Ways in which articles are found */
            methods: string[];
            /** @description HTTP, curl or a browser tool */
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
            /** @description Length of the window in hours */
            hours: number;
            /** @description Media code */
            media: string;
            /** @description Articles looked at, the newest ones */
            sampledArticles: number;
            /** @description From the most articles to the fewest */
            terms: {
                /** @description Articles with the term */
                count: number;
                /** @description The word */
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
                /** @description Address of an icon */
                icon: string | null;
                /** @description Name of the outlet; null when it has none */
                title: string | null;
            };
        };
        MediaPage: {
            /** @description Articles of the period; counting ends at 200 */
            articleCount: number;
            /** @description The newest 60, newest first */
            articles: {
                /** @description Number of the item; it never changes */
                id: number;
                /** @description Address of its picture; null when it has none */
                image: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                publishedAt: string;
                /** @description Tags that the article carries */
                tags: string[];
                /** @description Title as the outlet gives it */
                title: string;
                /** @description Address of the original */
                url: string;
            }[];
            /** @description Length of the window in hours */
            hours: number;
            /** @description Address of its icon; null when it has none */
            icon: string | null;
            /** @description Media code */
            media: string;
            /** @description Name of the outlet */
            title: string;
            /** @description Most frequent tags of the articles that were counted */
            topTags: {
                /** @description Articles that carry it */
                count: number;
                /** @description The tag, in its normal form */
                tag: string;
            }[];
        };
        MediaStats: {
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            generatedAt: string;
            /** @description Media code */
            media: components["schemas"]["MediaStatsRow"][];
            /** @description What an answer about a past hour says of itself; null for an answer of now */
            past: components["schemas"]["Past"] | null;
            /**
             * Format: date-time
             * @description 00:00 in Taipei
             */
            todayStart: string;
            /** @description Sums over all of them */
            totals: {
                /** @description Media that are collected */
                activeSources: number;
                /** @description Media that are not collected */
                disabledSources: number;
                /** @description Articles of the last 24 hours */
                last24h: number;
                /** @description Articles whose time of publication is not known */
                pendingDate: number;
                /** @description Publishers with an article */
                publishingMedia24h: number;
                /** @description By status */
                statusCounts: {
                    [key: string]: number;
                };
                /** @description Part of the articles of 24 hours that carry tags, from 0 to 1; null without articles */
                taggedShare24h: number;
                /** @description Articles since midnight */
                today: number;
            };
        };
        MediaStatsRow: {
            /**
             * @description Political camp of an outlet; `other` when it is in neither list
             * @enum {string}
             */
            camp: "blue" | "green" | "other";
            /** @description Its first category; null when it is in none */
            category: string | null;
            /** @description Name of its category; null when it is in none */
            categoryLabel: string | null;
            /** @description First article that was collected; null when none was */
            collectingSince: string | null;
            /** @description Where the media works, not where events happen */
            country: string;
            /** @description `INT` international, `ZZ` unconfirmed */
            countryCode: string;
            /** @description How it is collected */
            crawler: components["schemas"]["MediaCrawler"];
            /** @description Address of its icon; null when it has none */
            icon: string | null;
            /** @description Articles of the last seven days */
            last7d: number;
            /** @description Articles of the last 24 hours */
            last24h: number;
            /** @description Newest article; null when there is none */
            lastArticle: string | null;
            /** @description Last successful crawl; null when there was none */
            lastCrawlOk: string | null;
            /** @description Media code */
            media: string;
            /** @description Articles without a time of their own */
            pendingDate: number;
            /** @description Articles of the last 7 days whose title was changed after publication; `/api/v1/revisions?kind=title` lists the changes */
            revisions: {
                /** @description Median of the minutes from publication until the first change of title was seen */
                medianMinutes: number | null;
                /** @description Articles with a changed title */
                titles7d: number;
                /** @description Their share of `last7d`; null without articles */
                titleShare7d: number | null;
            };
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
            /** @description Share of the last 24 hours with a tag; null without articles */
            taggedShare24h: number | null;
            /** @description Name of the outlet */
            title: string;
            /** @description Since `todayStart` */
            today: number;
            /** @description How its portal is tracked; null when it is not */
            topics: components["schemas"]["MediaTopics"] | null;
        };
        /** @description How the portal of a media is tracked */
        MediaTopics: {
            /** @description Last visit of the portal; null when there was none */
            checkedAt: string | null;
            /** @description How many of each kind */
            counts: {
                /** @description How many features */
                feature: number;
                /** @description How many topics */
                topic: number;
            };
            /** @description Last visit that went well; null when none did */
            lastSuccessAt: string | null;
            /** @description Code that the topic crawler uses */
            media: string;
            /** @description Where the rules of the topic crawler stand */
            rulesUrl: string;
            /** @description Addresses that were read */
            sources: components["schemas"]["CheckSource"][];
            /**
             * @description How it is at the moment
             * @enum {string}
             */
            status: "ok" | "partial" | "failed" | "running" | "pending";
        };
        MediaTraffic: {
            /** @description First article that was collected; null when none was */
            collectionStartedAt: string | null;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            generatedAt: string;
            /** @description Media code */
            media: {
                /** @description First article that was collected; null when none was */
                firstAcquiredAt: string | null;
                /** @description Media code */
                media: string;
                /** @description One entry for each of `months` */
                monthly: {
                    /** @description Articles of that month */
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
        MentionedArticle: {
            /** @description Number of the item; it never changes */
            id: number;
            /** @description Media code */
            media: string;
            /** @description Name of the outlet */
            mediaTitle: string;
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
        MissedEvent: {
            /** @description Articles, newest first */
            articles: number;
            /** @description Main tags */
            major: string[];
            /** @description Outlets that have it */
            outlets: number;
            /** @description Its rank among the events of all outlets */
            rankOfAll: number;
            /** @description Number of the thread, for `/api/v1/events/threads/{id}` */
            threadId: number;
        };
        NewsDiff: {
            /** @description Threads, those of the best rank first; at most 60 of each list */
            events: {
                /** @description On the ranking at `to`, begun before `from`, and off the ranking at `from` */
                back: components["schemas"]["DiffEvent"][];
                /** @description On the ranking at `from` or since, off the ranking at `to`, and not merged */
                ended: components["schemas"]["DiffEvent"][];
                /**
                 * Format: date-time
                 * @description Hour of the event ranking that `from` names
                 */
                fromHour: string;
                /** @description On the ranking at both, with more articles than at `from`; by growth */
                grown: components["schemas"]["DiffEvent"][];
                /** @description Became part of another that went on */
                merged: components["schemas"]["DiffEvent"][];
                /** @description On the ranking at `to`, and begun since `from` */
                new: components["schemas"]["DiffEvent"][];
                /** @description On the ranking at both, without more articles */
                others: number;
                /**
                 * Format: date-time
                 * @description Hour of the event ranking that `to` names
                 */
                toHour: string;
            };
            /**
             * Format: date-time
             * @description As it was asked for
             */
            from: string;
            /** @description Null where it is not known how outlets stood at `from` */
            outlets: {
                /**
                 * Format: date-time
                 * @description Full hour at or before `from`
                 */
                fromHour: string;
                /** @description Outlets that are `ok` at `to` and were not at `from` */
                resumed: components["schemas"]["DiffOutlet"][];
                /** @description Outlets that were `ok` at `from` and are not at `to` */
                silent: components["schemas"]["DiffOutlet"][];
                /**
                 * Format: date-time
                 * @description Full hour at or before `to`
                 */
                toHour: string;
            } | null;
            /** @description The first hour of which it is known how outlets stood; null before there is one */
            outletsKeptSince: string | null;
            /** @description The first tags of the ranking by burst, or by score where nothing bursts */
            tags: {
                /** @description Among them at `to` and not at `from`, in order */
                came: components["schemas"]["DiffTag"][];
                /** @description Ranking category, see `/api/v1/categories` */
                category: string;
                /**
                 * Format: date-time
                 * @description Hour of the ranking that `from` names
                 */
                fromHour: string;
                /** @description `burst`, or `score` where one of the two hours has no bursts yet */
                order: string;
                /** @description Among them at both */
                stayed: number;
                /**
                 * Format: date-time
                 * @description Hour of the ranking that `to` names
                 */
                toHour: string;
                /** @description Among them at `from` and not at `to`, in order */
                went: components["schemas"]["DiffTag"][];
            };
            /**
             * Format: date-time
             * @description As it was asked for, or now
             */
            to: string;
        };
        /** @description An article that represents a story */
        NewsItem: {
            /**
             * @description Political camp of an outlet; `other` when it is in neither list
             * @enum {string}
             */
            camp: "blue" | "green" | "other";
            /** @description Number of the item; it never changes */
            id: number | null;
            /** @description Address of its picture; null when it has none */
            image: string | null;
            /** @description Media code */
            media: string;
            /** @description Title as the outlet gives it */
            title: string;
            /** @description Address of the original */
            url: string;
        };
        /** @description An article that is later than the first of its group */
        OriginEvidence: {
            /** @description Number of the article */
            articleId: number;
            /** @description Two similar articles, the earlier one first */
            directPair: components["schemas"]["SimilarPair"] | null;
            /** @description Names the group of articles with one text */
            groupId: string;
            /** @description Names this piece of evidence */
            key: string;
            /**
             * @description Which kind it is
             * @enum {string}
             */
            kind: "origin";
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            publishedAt: string;
            /** @description The earliest article of the group */
            sourceId: number;
        };
        OutletSet: {
            /** @description Who made it, as they call themselves */
            by: string | null;
            /** @description Camps of the set in their order; those of the service where it has none of its own. `unknown` holds outlets of which the set says nothing */
            camps: {
                /** @description #rrggbb */
                colour: string;
                /** @description Share, lean and blind spots are of this camp; `unknown` is compared with none */
                compared: boolean;
                /** @description Names this piece of evidence */
                key: string;
                /** @description Name for people */
                label: string;
                /** @description Media codes */
                outlets: string[];
            }[];
            /** @description When it changed last; null where that is not said */
            changed: string | null;
            /** @description On what grounds its outlets were chosen and put into camps */
            grounds: string | null;
            /** @description Codes of the set that are not there, or take no part in rankings now */
            leftOut: string[];
            /** @description Pages that the grounds rest on */
            links: string[];
            /** @description When it was made; null where that is not said */
            made: string | null;
            /** @description What `set` takes; null for a secret address, and for `outlets` */
            name: string | null;
            /** @description Null where the request itself names the outlets, as are the next five */
            title: string | null;
        };
        OutletSetItem: {
            /** @description Who made it, as they call themselves */
            by: string;
            /** @description Labels of its camps; none where it has none */
            camps: string[];
            /** @description When it changed last; null where that is not said */
            changed: string | null;
            /** @description What `set` takes */
            name: string;
            /** @description Outlets in it */
            outlets: number;
            /** @description Title as the outlet gives it */
            title: string;
        };
        OutletSets: {
            /** @description Sets */
            count: number;
            /** @description Those of the configuration first, then by age */
            sets: components["schemas"]["OutletSetItem"][];
        };
        Past: {
            /** @description What is told as it is today, whatever it was then */
            asToday: string[];
            /**
             * Format: date-time
             * @description The full hour that the answer is of
             */
            hour: string;
            /**
             * Format: date-time
             * @description No earlier hour can be asked for
             */
            keptSince: string;
            /** @description Fields that are null because they are not kept for the past */
            notKept: string[];
        };
        PropagationReport: {
            /** @description Number of the item; it never changes */
            id: number;
            /** @description Media code */
            media: string;
            /** @description Name of the outlet */
            mediaTitle: string;
            /** @description After the first report */
            minutes: number;
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
        /** @description The outlet that published an article */
        Publisher: {
            /** @description Country or region of the outlet */
            country: string;
            /** @description `INT` international, `ZZ` unconfirmed */
            countryCode: string;
            /** @description Media code */
            media: string;
            /** @description Name for people */
            name: string;
        };
        Ranking: {
            /** @description The tags, in the order that was asked for */
            entries: components["schemas"]["RankingEntry"][];
            /** @description Computed when it was asked for, from the articles known now, and given again until the index of this answer is computed anew. Absent without `outlets` or `set` */
            onDemand?: boolean;
            /**
             * @description What the entries are ordered by
             * @enum {string}
             */
            order: "burst" | "score";
            /** @description The chosen outlets, as `set` or `outlets` names them */
            set?: components["schemas"]["OutletSet"];
            /** @description The hourly list that the answer was read from */
            snapshot: {
                /** @description Articles of basis media */
                articleCount: number | null;
                /** @description The basis was collected for 24 hours */
                available: boolean;
                /** @description The media that are counted, and since when */
                basis: components["schemas"]["Basis"];
                /** @description Empty where outlets were chosen */
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
                /** @description 0 for one that is computed on demand */
                id: number;
                /** @description Basis media with articles */
                mediaCount: number | null;
                /** @description Number of basis media */
                weight: number;
            };
        };
        RankingEntry: {
            /** @description Weighted rise over 3, 6, 12, 24 and 48 hours ago */
            burst: number | null;
            /** @description Articles of the last 24 hours */
            count: number;
            /** @description Normalised score some hours ago */
            history: {
                /** @description Normalised score 3 hours before; null without comparable data */
                3: number | null;
                /** @description Normalised score 6 hours before; null without comparable data */
                6: number | null;
                /** @description Normalised score 12 hours before; null without comparable data */
                12: number | null;
                /** @description Normalised score 24 hours before; null without comparable data */
                24: number | null;
                /** @description Normalised score 48 hours before; null without comparable data */
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
            /** @description Rank by score 24 hours earlier */
            rank24h: number | null;
            /** @description Tags that most often stand on the same articles */
            related?: {
                /** @description Articles that carry both tags */
                count: number;
                /** @description Part of this tag's articles */
                share: number;
                /** @description The tag, in its normal form */
                tag: string;
            }[];
            /** @description Each media adds 1 for its first article, ½ for the second, ¼ for the third … */
            score: number;
            /** @description The tag, in its normal form */
            tag: string;
            /** @description Hour by hour over 48 hours, with `trend=1` */
            trend?: components["schemas"]["RankingTrendPoint"][];
        };
        RankingTrendPoint: {
            /** @description Articles of this hour and the 23 before it, divided by 24 */
            average24h: number | null;
            /** @description Articles of the 24 hours before; null when the history is not long enough */
            count: number | null;
            /** @description Articles of that hour; null before collection began */
            hourlyCount: number | null;
            /** @description Normalized score of the same 24 hours */
            score: number | null;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            t: string;
        };
        RevisedArticle: {
            /** @description Number of the item; it never changes */
            id: number;
            /** @description Media code */
            media: string;
            /** @description Name of the outlet */
            mediaTitle: string;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            publishedAt: string;
            /** @description As it is now */
            title: string;
            /** @description Address of the original */
            url: string;
        };
        Revision: {
            /** @description Null where the byline stayed */
            authors: {
                /** @description As they became */
                after: string[];
                /** @description As they were */
                before: string[];
            } | null;
            /** @description Null where the text stayed */
            body: {
                /** @description Code points of the text after */
                after: number;
                /** @description Code points of the text before */
                before: number;
                /** @description Words that came */
                wordsAdded: number;
                /** @description Words that went, a Han letter for a word; moved sentences are none */
                wordsRemoved: number;
            } | null;
            /** @description At least one, in the order of the fields */
            changed: ("title" | "summary" | "authors" | "image" | "body")[];
            /** @description Number of the change, which stays; larger ones came later */
            id: number;
            /** @description Null where the picture stayed */
            image: {
                /** @description Its address after */
                after: string;
                /** @description Its address before */
                before: string;
            } | null;
            /** @description Whole minutes from `publishedAt` until the change was seen */
            minutesAfter: number;
            /**
             * Format: date-time
             * @description UTC, ISO 8601 with milliseconds and Z
             */
            seenAt: string;
            /** @description Null where the summary stayed */
            summary: {
                /** @description As it became */
                after: string;
                /** @description As it was */
                before: string;
            } | null;
            /** @description Null where the title stayed */
            title: {
                /** @description As it became */
                after: string;
                /** @description As it was */
                before: string;
                /** @description From `before` to `after`; a Han letter counts as a word */
                diff: {
                    /**
                     * @description `equal` stayed, `delete` went, `insert` came
                     * @enum {string}
                     */
                    op: "equal" | "delete" | "insert";
                    /** @description Words, with the spaces between them */
                    text: string;
                }[];
                /** @description How often the title went back, or forth again, between the same two since: an outlet that tries two titles is told once */
                flips: number;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                lastSeenAt: string;
            } | null;
        };
        RevisionList: {
            /** @description Changes on this page */
            count: number;
            /** @description UTC, ISO 8601: changes that were seen before are not all listed; null while all are */
            keptSince: string | null;
            /** @description Null on the last page */
            nextCursor: string | null;
            /** @description Newest first */
            revisions: components["schemas"]["ListedRevision"][];
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
        SetBaseline: {
            /** @description Their articles */
            articles: {
                [key: string]: number;
            };
            /** @description Outlets of the set that published in the window, by camp */
            outlets: {
                [key: string]: number;
            };
        };
        SetCoverage: {
            /** @description Articles, newest first */
            articles: number;
            /** @description Compared camps with at most one outlet while another one has at least four */
            blindspot: string[];
            /** @description Outlets by camp */
            camps: {
                [key: string]: number;
            };
            /** @description By compared camp: binary logarithm of its ratio to the other compared camps against that of the baseline, each with 0.5 added; null where there is nothing to compare */
            leans: {
                [key: string]: number;
            } | null;
            /** @description From the most articles to the fewest */
            outlets: {
                /** @description Key of a camp of the set */
                camp: string;
                /** @description Media code */
                media: string;
            }[];
            /** @description Percentages of the compared camps alone; null where they have nothing */
            share: {
                [key: string]: number;
            } | null;
            /** @description The camp that clearly favours the story: a lean of at least 0.8, five outlets */
            tilt: string | null;
        };
        SimilarArticle: {
            /** @description Number of the item; it never changes */
            id: number;
            /** @description Media code */
            media: string;
            /** @description Name of the outlet */
            mediaTitle: string;
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
            /** @description Its articles are collected */
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
            /** @description Name for people */
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
            /**
             * Format: date
             * @description First day
             */
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
                /** @description Name for people */
                name: string;
                /** @description Pairs with this media at one end */
                pairs: number[];
            }[];
            /** @description What an answer about a past hour says of itself; null for an answer of now */
            past: components["schemas"]["Past"] | null;
            /** @description Least similarity that counts, from 0.5 to 1 */
            threshold: number;
            /**
             * Format: date
             * @description Last day, inclusive
             */
            to: string;
            /** @description Sums over all of them */
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
            /**
             * @description Which kind it is
             * @enum {string}
             */
            kind: "similarity" | "citation";
            /** @description Average similarity; null for citations */
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
            /** @description Number of the page, from 1 */
            page: number;
            /** @description Entries of a page */
            pageSize: number;
            /** @description What an answer about a past hour says of itself; null for an answer of now */
            past: components["schemas"]["Past"] | null;
            /** @description All that there are */
            total: number;
        };
        SimilarityGraph: {
            /** @description Most articles first */
            coverage: components["schemas"]["SimilarityCoverage"][];
            /** @description The dates that were asked for; null with `hours` */
            days: {
                /**
                 * Format: date
                 * @description First day
                 */
                from: string;
                /**
                 * Format: date
                 * @description Last day, inclusive
                 */
                to: string;
            } | null;
            /** @description Who follows whom */
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
            /** @description Length of the window; null when dates were given */
            hours: number | null;
            /** @description What the index holds of this window */
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
            /** @description Outlets, and sources that are only cited */
            nodes: components["schemas"]["SimilarityNode"][];
            /** @description What an answer about a past hour says of itself; null for an answer of now */
            past: components["schemas"]["Past"] | null;
            /** @description Least similarity that counts, from 0.5 to 1 */
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
            /** @description Names the group */
            id: string;
            /** @description Pairs in the group */
            pairCount: number;
            /** @description The highest scores */
            pairs: components["schemas"]["SimilarPair"][];
            /** @description The earliest article; null when nobody was later */
            sourceId: number | null;
            /** @description Articles that nobody in the group preceded */
            tiedFirst: number;
        };
        SimilarityNode: {
            /** @description Articles that were compared */
            articles: number;
            /** @description Country or region of the outlet */
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
            /** @description Name of the outlet */
            name: string;
            /** @description Articles that cite other media */
            outgoing: number;
            /** @description Articles in same-story groups */
            similar: number;
        };
        /** @description Two similar articles, the earlier one first */
        SimilarPair: {
            /** @description An article at one end of a pair */
            a: components["schemas"]["ArticleRef"];
            /** @description An article at one end of a pair */
            b: components["schemas"]["ArticleRef"];
            /** @description Shared shingles as a fraction of those of the shorter article */
            containment: number;
            /** @description A passage that both contain, as the later article spells it; at most 100 characters */
            evidence: string;
            /** @description Names the pair */
            id: string;
            /**
             * @description `identical` when the texts are equal once normalised
             * @enum {string}
             */
            kind: "identical" | "high";
            /** @description Dice similarity of the distinct five-character shingles */
            score: number;
            /** @description Passages of five letters that both have */
            sharedShingles: number;
        };
        TagArticles: {
            /** @description Newest first */
            articles: {
                /** @description Number of the item; it never changes */
                id: number;
                /** @description Address of its picture; null when it has none */
                image: string | null;
                /** @description Media code */
                media: string;
                /** @description Name of the outlet */
                mediaTitle: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                publishedAt: string;
                /** @description Tags that the article carries */
                tags: string[];
                /** @description Title as the outlet gives it */
                title: string;
                /** @description Address of the original */
                url: string;
            }[];
            /** @description Length of the window in hours */
            hours: number;
            /** @description Normal form of the tag */
            tag: string;
        };
        TagSeries: {
            /** @description The media that are counted, and since when */
            basis: components["schemas"]["Basis"];
            /** @description Ranking category, see `/api/v1/categories` */
            category: string;
            /** @description Length of the window in hours */
            hours: number;
            /** @description One for each full hour, oldest first */
            points: {
                /** @description Articles of this hour and the 23 before it, divided by 24 */
                average24h: number | null;
                /** @description Articles of the 24 hours before; null when the history is not long enough */
                count: number | null;
                /** @description Articles of that hour; null before collection began */
                hourlyCount: number | null;
                /** @description Rank by score in the snapshot of that hour */
                rank: number | null;
                /** @description Normalized score of the last 24 hours */
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
                /** @description Ranking category, see `/api/v1/categories` */
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
            /** @description Its time in the ranking of news as a whole; null when it was never in it */
            history: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                firstHour: string;
                /** @description Hours in the ranking */
                hoursCount: number;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                lastHour: string;
                /** @description 3 where it was ever reached, otherwise 2 */
                level: number;
                /** @description Most articles of one hour */
                maxCount: number;
                /**
                 * Format: date-time
                 * @description Hour with the most articles
                 */
                maxHour: string;
            } | null;
            /** @description Its place in the ranking of news; null when it is not in it */
            ranking: {
                /** @description Media that are counted */
                basisMediaCount: number;
                /** @description How much more there is of it than hours ago: a weighted difference against the same media. Null without comparable data */
                burst: number | null;
                /**
                 * @description Ranking category, see `/api/v1/categories`
                 * @enum {string}
                 */
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
                /** @description It was not in the list 24 hours before */
                new: boolean;
                /** @description Raw score divided by the number of media that are counted, times 50 */
                normalized: number;
                /** @description Rank by burst */
                position: number;
                /** @description Rank by score */
                rank: number;
                /** @description Place 24 hours before; null without a comparable list, or when it was not in it */
                rank24h: number | null;
            } | null;
            /** @description By articles shared in the last 24 hours */
            related: {
                /** @description Articles that carry both tags */
                count: number;
                /** @description Part of the articles of the tag that carry both, from 0 to 1 */
                share: number;
                /** @description The tag, in its normal form */
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
                /** @description The main tags */
                majorTags: string[];
                /** @description Highest score so far */
                maxScore: number;
                /** @description Its strongest tag; null when there is none */
                maxTag: string | null;
            }[];
        };
        ThreadCamp: {
            /** @description Articles of this camp */
            articles: number;
            /**
             * @description Political camp of an outlet; `other` when it is in neither list
             * @enum {string}
             */
            camp: "blue" | "green" | "other";
            /** @description Name for people */
            label: string;
            /** @description How many outlets */
            outlets: number;
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
            /** @description The newest articles */
            latest: {
                /** @description Number of the item; it never changes */
                id: number;
                /** @description Media code */
                media: string;
                /** @description Name of the outlet */
                mediaTitle: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with milliseconds and Z
                 */
                time: string;
                /** @description Title as the outlet gives it */
                title: string;
                /** @description Address of the original */
                url: string;
            }[];
            /** @description Media of the counted articles */
            mediaCount: number;
            /** @description Tags that the name or the page gave */
            tags: string[];
        };
        /** @description A topic or feature of a media */
        TopicItem: {
            /** @description It was listed already when tracking began, or was first seen beyond the second page of the list: `time` is only the start of tracking */
            backlog: boolean;
            /** @description Unique across media; `parentId` names it as an integer */
            id: string;
            /** @description Address of its picture; null when it has none */
            image: string | null;
            /**
             * @description Which kind it is
             * @enum {string}
             */
            kind: "topic" | "feature";
            /** @description Of a sub-topic: the topic above it */
            parentId: number | null;
            /** @description It is marked as paid for */
            sponsored: boolean;
            /**
             * @description `ended` when the newest story is older than 90 days
             * @enum {string}
             */
            status: "active" | "ended";
            /** @description Stories on the page; null if unknown */
            storyCount: number | null;
            /** @description Date of its earliest story; null when no date is known */
            storyFirstAt: string | null;
            /** @description Date of its newest story; null when no date is known */
            storyLastAt: string | null;
            /** @description In-service tags in the name, in its order */
            tags: string[];
            /**
             * Format: date-time
             * @description First seen
             */
            time: string;
            /** @description Title as the outlet gives it */
            title: string;
            /** @description Last change that is known; null when none is */
            updatedAt: string | null;
            /** @description The media's page */
            url: string;
        };
        /** @description With `media` */
        TopicsOfMedia: {
            /** @description How the last visit to a media's portal went */
            check: components["schemas"]["Check"] | null;
            /** @description Items of this kind */
            count: number;
            /** @description How many of each kind */
            counts: {
                /** @description How many features */
                feature: number;
                /** @description How many topics */
                topic: number;
            };
            /**
             * @description Which kind it is
             * @enum {string}
             */
            kind: "topic" | "feature";
            /** @description Address of the portal's own list */
            link: string;
            /** @description Media code */
            media: string;
            /** @description A picture for what has none */
            mediaImage: string | null;
            /** @description What an answer about a past hour says of itself; null for an answer of now */
            past: components["schemas"]["Past"] | null;
            /** @description Name of the outlet */
            title: string;
            /** @description Topics and features of the portal */
            topics: {
                /** @description It was listed already when tracking began, or was first seen beyond the second page of the list: `time` is only the start of tracking */
                backlog: boolean;
                /** @description Topics within this one */
                children: components["schemas"]["TopicItem"][];
                /** @description Which outlets and camps write about it */
                coverage: components["schemas"]["TopicCoverage"] | null;
                /** @description Unique across media; `parentId` names it as an integer */
                id: string;
                /** @description Address of its picture; null when it has none */
                image: string | null;
                /**
                 * @description Which kind it is
                 * @enum {string}
                 */
                kind: "topic" | "feature";
                /** @description Of a sub-topic: the topic above it */
                parentId: number | null;
                /** @description It is marked as paid for */
                sponsored: boolean;
                /**
                 * @description `ended` when the newest story is older than 90 days
                 * @enum {string}
                 */
                status: "active" | "ended";
                /** @description Stories on the page; null if unknown */
                storyCount: number | null;
                /** @description Date of its earliest story; null when no date is known */
                storyFirstAt: string | null;
                /** @description Date of its newest story; null when no date is known */
                storyLastAt: string | null;
                /** @description In-service tags in the name, in its order */
                tags: string[];
                /**
                 * Format: date-time
                 * @description First seen
                 */
                time: string;
                /** @description Title as the outlet gives it */
                title: string;
                /** @description Last change that is known; null when none is */
                updatedAt: string | null;
                /** @description The media's page */
                url: string;
            }[];
        };
        /** @description Without `media`, `tag` and `q` */
        TopicsOverview: {
            /** @description Topics and features of all portals, those with news first */
            feed: {
                /** @description It was listed already when tracking began, or was first seen beyond the second page of the list: `time` is only the start of tracking */
                backlog: boolean;
                /** @description Which outlets and camps write about it */
                coverage: components["schemas"]["TopicCoverage"] | null;
                /** @description Address of its icon; null when it has none */
                icon: string | null;
                /** @description Unique across media; `parentId` names it as an integer */
                id: string;
                /** @description Address of its picture; null when it has none */
                image: string | null;
                /**
                 * @description Which kind it is
                 * @enum {string}
                 */
                kind: "topic" | "feature";
                /** @description Media code */
                media: string;
                /** @description A picture for what has none */
                mediaImage: string | null;
                /** @description Name of the outlet */
                mediaTitle: string;
                /** @description Of a sub-topic: the topic above it */
                parentId: number | null;
                /** @description It is marked as paid for */
                sponsored: boolean;
                /**
                 * @description `ended` when the newest story is older than 90 days
                 * @enum {string}
                 */
                status: "active" | "ended";
                /** @description Stories on the page; null if unknown */
                storyCount: number | null;
                /** @description Date of its earliest story; null when no date is known */
                storyFirstAt: string | null;
                /** @description Date of its newest story; null when no date is known */
                storyLastAt: string | null;
                /** @description In-service tags in the name, in its order */
                tags: string[];
                /**
                 * Format: date-time
                 * @description First seen
                 */
                time: string;
                /** @description Title as the outlet gives it */
                title: string;
                /** @description Last change that is known; null when none is */
                updatedAt: string | null;
                /** @description The media's page */
                url: string;
            }[];
            /**
             * @description Which kind it is
             * @enum {string}
             */
            kind: "topic" | "feature";
            /** @description Media code */
            media: {
                /** @description How the last visit to a media's portal went */
                check: components["schemas"]["Check"] | null;
                /** @description Items of this kind */
                count: number;
                /** @description How many of each kind */
                counts: {
                    /** @description How many features */
                    feature: number;
                    /** @description How many topics */
                    topic: number;
                };
                /** @description Address of its icon; null when it has none */
                icon: string | null;
                /** @description A topic or feature of a media */
                latest: components["schemas"]["TopicItem"] | null;
                /** @description The media's list of topics */
                link: string;
                /** @description Media code */
                media: string;
                /** @description The newest ones */
                recent: components["schemas"]["TopicItem"][];
                /** @description Name of the outlet */
                title: string;
            }[];
            /** @description What an answer about a past hour says of itself; null for an answer of now */
            past: components["schemas"]["Past"] | null;
            /** @description Tags in names of what has not ended and is no sub-topic, by number of media */
            tags: components["schemas"]["TopicTags"];
        };
        /** @description With `tag` or `q`, without `media` */
        TopicsSearch: {
            /** @description How many of each kind */
            counts: {
                /** @description How many features */
                feature: number;
                /** @description How many topics */
                topic: number;
            };
            /** @description Media that have some of them */
            mediaCount: number;
            /** @description What an answer about a past hour says of itself; null for an answer of now */
            past: components["schemas"]["Past"] | null;
            /** @description Text that was asked for; null for none */
            q: string | null;
            /** @description Tag that was asked for; null for none */
            tag: string | null;
            /** @description Tags in names of what has not ended and is no sub-topic, by number of media */
            tags: components["schemas"]["TopicTags"];
            /** @description Topics and features of the portal */
            topics: {
                /** @description It was listed already when tracking began, or was first seen beyond the second page of the list: `time` is only the start of tracking */
                backlog: boolean;
                /** @description Address of its icon; null when it has none */
                icon: string | null;
                /** @description Unique across media; `parentId` names it as an integer */
                id: string;
                /** @description Address of its picture; null when it has none */
                image: string | null;
                /**
                 * @description Which kind it is
                 * @enum {string}
                 */
                kind: "topic" | "feature";
                /** @description Media code */
                media: string;
                /** @description Name of the outlet */
                mediaTitle: string;
                /** @description Of a sub-topic: the topic above it */
                parentId: number | null;
                /** @description It is marked as paid for */
                sponsored: boolean;
                /**
                 * @description `ended` when the newest story is older than 90 days
                 * @enum {string}
                 */
                status: "active" | "ended";
                /** @description Stories on the page; null if unknown */
                storyCount: number | null;
                /** @description Date of its earliest story; null when no date is known */
                storyFirstAt: string | null;
                /** @description Date of its newest story; null when no date is known */
                storyLastAt: string | null;
                /** @description In-service tags in the name, in its order */
                tags: string[];
                /**
                 * Format: date-time
                 * @description First seen
                 */
                time: string;
                /** @description Title as the outlet gives it */
                title: string;
                /** @description Last change that is known; null when none is */
                updatedAt: string | null;
                /** @description The media's page */
                url: string;
            }[];
            /** @description Topics and features that match */
            total: number;
        };
        /** @description Tags in names of what has not ended and is no sub-topic, by number of media */
        TopicTags: {
            /** @description Features whose names hold it */
            feature: number;
            /** @description Media with a topic or feature that bears it */
            media: number;
            /** @description The tag, in its normal form */
            tag: string;
            /** @description Topics whose names hold it */
            topic: number;
        }[];
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
        /** @description Not modified: `if-none-match` names the current entity tag. */
        NotModified: {
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
        /** @description The method is not POST. */
        PostMethodNotAllowed: {
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
        PostTooManyRequests: {
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
        PostUnavailable: {
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
        /** @description The body is not sent as `application/json`, or compressed. */
        PostUnsupportedMediaType: {
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Tagwire news service",
                     *       "version": "0.1.0",
                     *       "docs": "http://news.example/docs",
                     *       "openapi": "http://news.example/api/v1/openapi.json",
                     *       "endpoints": [
                     *         {
                     *           "method": "GET",
                     *           "path": "/api/v1",
                     *           "summary": "What this service offers",
                     *           "example": "http://news.example/api/v1"
                     *         },
                     *         {
                     *           "method": "GET",
                     *           "path": "/api/v1/categories",
                     *           "summary": "Ranking categories",
                     *           "example": "http://news.example/api/v1/categories"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Index"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getArticles: {
        parameters: {
            query?: {
                /** @description Political camp of an outlet; `other` when it is in neither list */
                camp?: "blue" | "green" | "other";
                /** @description Ranking category, see `/api/v1/categories`; with `media`, both must hold */
                category?: string;
                /** @description Countries of outlets, separated by commas: codes as `/api/v1/similarity` tells them, `INT` for international, `ZZ` for unconfirmed */
                country?: string[];
                /** @description `nextCursor` of the page before; all other parameters stay as they were */
                cursor?: string;
                /** @description 1 adds counts over the whole query */
                facets?: "0" | "1";
                /** @description `similar`: near copies (of a score of at least 0.65, directly or through others, within the window) are one entry, the earliest that matches, with `similar`. A page has at most `limit` entries; it may be short and not the last */
                fold?: "similar";
                /** @description Hours back from `until` when `since` is absent */
                hours?: number;
                /** @description Languages of articles, separated by commas: codes such as `en`. An article whose language is not known is left out */
                lang?: string[];
                /** @description Most entries of one answer */
                limit?: number;
                /** @description Media codes, separated by commas */
                media?: string[];
                /** @description Words, separated by commas: articles that `q` would find for one are left out */
                mute?: string[];
                /** @description Media codes, separated by commas, whose articles are left out */
                muteMedia?: string[];
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "query": {
                     *         "q": null,
                     *         "media": null,
                     *         "category": null,
                     *         "tag": null,
                     *         "camp": null,
                     *         "since": "2026-03-30T16:00:00.000Z",
                     *         "until": "2026-03-31T16:00:00.000Z",
                     *         "limit": 10
                     *       },
                     *       "count": 10,
                     *       "facets": {
                     *         "total": 231,
                     *         "camps": {
                     *           "blue": 32,
                     *           "green": 22,
                     *           "other": 177
                     *         },
                     *         "media": [
                     *           {
                     *             "media": "chenyuwire",
                     *             "count": 55
                     *           },
                     *           {
                     *             "media": "changtingdaily",
                     *             "count": 40
                     *           }
                     *         ]
                     *       },
                     *       "nextCursor": "AUGdP3kwAEGdRJ-MAEGdRGGBMEAAAAAA3IXV7CLT-TouXJHu1G8Kjxvb",
                     *       "articles": [
                     *         {
                     *           "id": 231,
                     *           "media": "qingtingpolitics",
                     *           "mediaTitle": "晴汀政論",
                     *           "camp": "green",
                     *           "title": "霧浦浪兵鬆手　球迷嗨翻",
                     *           "description": "霧浦浪兵王牌投手簡蔓曦31日正式旅外巴格蘭聯盟，合約7年5.4億元，改寫汐洲球員紀錄。",
                     *           "url": "https://qingtingpolitics.example/article/fun01209.html",
                     *           "image": "https://img.qingtingpolitics.example/photo/fun01209.jpg",
                     *           "publishedAt": "2026-03-31T15:36:21.000Z",
                     *           "datePending": false,
                     *           "section": "棒球",
                     *           "tags": [
                     *             "礁灣飛鯨",
                     *             "霧浦浪兵"
                     *           ],
                     *           "tagSource": "derived",
                     *           "lang": "zh"
                     *         },
                     *         {
                     *           "id": 227,
                     *           "media": "chenyuwire",
                     *           "mediaTitle": "晨嶼通訊社",
                     *           "camp": "other",
                     *           "title": "歐布利安與塔里斯重啟會談　關稅倒數3天",
                     *           "description": "歐布利安與塔里斯31日在第三地舉行的關稅談判未能達成共識，歐布利安外長柯芮莎·諾丹會議結束後指出，兩國對稅率…",
                     *           "url": "https://www.chenyuwire.example/news/20260331/fun00f03",
                     *           "image": "https://img.chenyuwire.example/photo/fun00f03.jpg",
                     *           "publishedAt": "2026-03-31T15:32:59.000Z",
                     *           "datePending": false,
                     *           "section": "要聞",
                     *           "tags": [
                     *             "歐布利安",
                     *             "岬津縣"
                     *           ],
                     *           "lang": "zh"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ArticleList"];
                };
            };
            304: components["responses"]["NotModified"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getArticlesCsv: {
        parameters: {
            query?: {
                /** @description Political camp of an outlet; `other` when it is in neither list */
                camp?: "blue" | "green" | "other";
                /** @description Ranking category, see `/api/v1/categories`; with `media`, both must hold */
                category?: string;
                /** @description Countries of outlets, separated by commas: codes as `/api/v1/similarity` tells them, `INT` for international, `ZZ` for unconfirmed */
                country?: string[];
                /** @description `nextCursor` of the page before; all other parameters stay as they were */
                cursor?: string;
                /** @description 1 adds counts over the whole query */
                facets?: "0" | "1";
                /** @description `similar`: near copies (of a score of at least 0.65, directly or through others, within the window) are one entry, the earliest that matches, with `similar`. A page has at most `limit` entries; it may be short and not the last */
                fold?: "similar";
                /** @description Hours back from `until` when `since` is absent */
                hours?: number;
                /** @description Languages of articles, separated by commas: codes such as `en`. An article whose language is not known is left out */
                lang?: string[];
                /** @description Most entries of one answer */
                limit?: number;
                /** @description Media codes, separated by commas */
                media?: string[];
                /** @description Words, separated by commas: articles that `q` would find for one are left out */
                mute?: string[];
                /** @description Media codes, separated by commas, whose articles are left out */
                muteMedia?: string[];
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
            /** @description Search articles, newest first, as CSV. */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example id,media,mediaTitle,camp,title,description,url,image,publishedAt,datePending,section,tags,tagSource,lang
                     *     231,qingtingpolitics,晴汀政論,green,霧浦浪兵鬆手　球迷嗨翻,霧浦浪兵王牌投手簡蔓曦31日正式旅外巴格蘭聯盟，合約7年5.4億元，改寫汐洲球員紀錄。,https://qingtingpolitics.example/article/fun01209.html,https://img.qingtingpolitics.example/photo/fun01209.jpg,2026-03-31T15:36:21.000Z,false,棒球,"[""礁灣飛鯨"",""霧浦浪兵""]",derived,zh
                     *     227,chenyuwire,晨嶼通訊社,other,歐布利安與塔里斯重啟會談　關稅倒數3天,歐布利安與塔里斯31日在第三地舉行的關稅談判未能達成共識，歐布利安外長柯芮莎·諾丹會議結束後指出，兩國對稅率…,https://www.chenyuwire.example/news/20260331/fun00f03,https://img.chenyuwire.example/photo/fun00f03.jpg,2026-03-31T15:32:59.000Z,false,要聞,"[""歐布利安"",""岬津縣"",""難民"",""外貿談判辦公室"",""示威"",""貿易協定""]",,zh
                     */
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "article": {
                     *         "id": 231,
                     *         "media": "qingtingpolitics",
                     *         "mediaTitle": "晴汀政論",
                     *         "title": "霧浦浪兵鬆手　球迷嗨翻",
                     *         "url": "https://qingtingpolitics.example/article/fun01209.html",
                     *         "image": "https://img.qingtingpolitics.example/photo/fun01209.jpg",
                     *         "publishedAt": "2026-03-31T15:36:21.000Z",
                     *         "tags": [
                     *           "礁灣飛鯨",
                     *           "霧浦浪兵"
                     *         ],
                     *         "tagSource": "derived",
                     *         "lang": "zh",
                     *         "description": "霧浦浪兵王牌投手簡蔓曦31日正式旅外巴格蘭聯盟，合約7年5.4億元，改寫汐洲球員紀錄。",
                     *         "authors": [
                     *           "簡曉縈"
                     *         ],
                     *         "publisher": {
                     *           "media": "qingtingpolitics",
                     *           "name": "晴汀政論",
                     *           "country": "台灣",
                     *           "countryCode": "TW"
                     *         },
                     *         "discoverySources": []
                     *       },
                     *       "content": {
                     *         "status": "ok",
                     *         "body": "霧浦浪兵王牌投手簡蔓曦31日正式旅外巴格蘭聯盟，合約7年5.4億元，改寫汐洲球員紀錄。霧浦浪兵更衣室白板寫著「還有6場」，下面簽了58個名字。\n\n民間監督員朱靖彤點出，善意倘若沒有配套，結果還是製造新的麻煩，至於法制單位怎麼接手，仍是未知數。已知的只有日期，數額要到本週五才揭曉。帶著8歲孩子看球的工程師朱宥硯說，「比…",
                     *         "chars": 692,
                     *         "source": "page",
                     *         "fetchedAt": "2026-03-31T15:53:47.000Z",
                     *         "expiresAt": "2026-04-07T15:36:21.000Z",
                     *         "goneAt": null,
                     *         "attributions": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ArticleWithContent"];
                };
            };
            304: components["responses"]["NotModified"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getArticlesByIdMentions: {
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
            /** @description Which verified blogs link to one article. */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "article": {
                     *         "id": 231,
                     *         "media": "qingtingpolitics",
                     *         "mediaTitle": "晴汀政論",
                     *         "title": "霧浦浪兵鬆手　球迷嗨翻",
                     *         "url": "https://qingtingpolitics.example/article/fun01209.html",
                     *         "publishedAt": "2026-03-31T15:36:21.000Z"
                     *       },
                     *       "count": 1,
                     *       "blogs": 1,
                     *       "limited": false,
                     *       "mentions": [
                     *         {
                     *           "post": {
                     *             "id": 7,
                     *             "title": "On this",
                     *             "url": "https://b0000.blogs.example/on-this",
                     *             "publishedAt": "2026-03-31T15:59:00.000Z",
                     *             "observedAt": "2026-03-31T15:59:00.000Z",
                     *             "blogSlug": "b0000",
                     *             "blogName": "慢讀札記",
                     *             "blogUrl": "http://blog.example/blogs/b0000/"
                     *           },
                     *           "targetUrl": "https://qingtingpolitics.example/article/fun01209.html",
                     *           "anchor": "report 1"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ArticleMentions"];
                };
            };
            304: components["responses"]["NotModified"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getArticlesByIdRevisions: {
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
            /** @description What was changed of one article after publication. */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "article": {
                     *         "id": 140,
                     *         "media": "haichaosyndicate",
                     *         "mediaTitle": "海潮編譯專區",
                     *         "title": "更新／「Zeltaqi 7」吸金案宣判　吳沛岑遭判刑5年1月　「保證獲利」都是假",
                     *         "url": "https://haichaosyndicate.example/article/fum00t0s.html",
                     *         "publishedAt": "2026-03-31T09:09:48.000Z"
                     *       },
                     *       "count": 1,
                     *       "revisions": [
                     *         {
                     *           "id": 749,
                     *           "seenAt": "2026-03-31T14:28:37.000Z",
                     *           "minutesAfter": 318,
                     *           "changed": [
                     *             "title"
                     *           ],
                     *           "title": {
                     *             "before": "「Zeltaqi 7」吸金案宣判　吳沛岑遭判刑5年1月　「保證獲利」都是假",
                     *             "after": "更新／「Zeltaqi 7」吸金案宣判　吳沛岑遭判刑5年1月　「保證獲利」都是假",
                     *             "diff": [
                     *               {
                     *                 "op": "insert",
                     *                 "text": "更新／"
                     *               },
                     *               {
                     *                 "op": "equal",
                     *                 "text": "「Zeltaqi 7」吸金案宣判　吳沛岑遭判刑5年1月　「保證獲利」都是假"
                     *               }
                     *             ],
                     *             "flips": 0,
                     *             "lastSeenAt": "2026-03-31T14:28:37.000Z"
                     *           },
                     *           "summary": null,
                     *           "authors": null,
                     *           "image": null,
                     *           "body": null
                     *         }
                     *       ],
                     *       "texts": []
                     *     }
                     */
                    "application/json": components["schemas"]["ArticleRevisions"];
                };
            };
            304: components["responses"]["NotModified"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "articleId": 63,
                     *       "threshold": 0.65,
                     *       "indexedAt": "2026-03-31T04:56:11.000Z",
                     *       "chars": 369,
                     *       "limited": false,
                     *       "windowDays": 7,
                     *       "matches": [
                     *         {
                     *           "article": {
                     *             "id": 163,
                     *             "media": "zhigengdaily",
                     *             "mediaTitle": "知更日報",
                     *             "country": "台灣",
                     *             "countryCode": "TW",
                     *             "title": "懶人包／榕川鎮老麵店爆紅 在地人才知道",
                     *             "url": "https://www.zhigengdaily.example/news/20260331/fun00x0j",
                     *             "publishedAt": "2026-03-31T10:26:13.000Z",
                     *             "authors": [
                     *               "記者柯柏徽／台北報導"
                     *             ],
                     *             "bodyLength": 432,
                     *             "attributions": [
                     *               {
                     *                 "media": "chenyuwire",
                     *                 "name": "晨嶼通訊社",
                     *                 "country": "台灣",
                     *                 "countryCode": "TW",
                     *                 "evidence": "（晨嶼社嵐津31日電）嵐津市榕川鎮一家50年小吃店因網民分享再次爆紅，主廚鄭庭曦31日提到，週末最多賣218份",
                     *                 "kind": "explicit"
                     *               }
                     *             ]
                     *           },
                     *           "score": 1,
                     *           "containment": 1,
                     *           "kind": "identical",
                     *           "evidence": "晨嶼社嵐津31日電）嵐津市榕川鎮一家50年小吃店因網民分享再次爆紅，主廚鄭庭曦31日提到，週末最多賣218份。\n\n鯨鶴食品回覆，問題批號約6,400件，目前54%已回收，民眾可憑包裝至884家門市退費"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ArticleSimilarity"];
                };
            };
            304: components["responses"]["NotModified"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getArticlesHistogram: {
        parameters: {
            query?: {
                /** @description Political camp of an outlet; `other` when it is in neither list */
                camp?: "blue" | "green" | "other";
                /** @description Ranking category, see `/api/v1/categories`; with `media`, both must hold */
                category?: string;
                /** @description Countries of outlets, separated by commas: codes as `/api/v1/similarity` tells them, `INT` for international, `ZZ` for unconfirmed */
                country?: string[];
                /** @description Hours back from `until` when `since` is absent */
                hours?: number;
                /** @description Languages of articles, separated by commas: codes such as `en`. An article whose language is not known is left out */
                lang?: string[];
                /** @description Media codes, separated by commas */
                media?: string[];
                /** @description Words, separated by commas: articles that `q` would find for one are left out */
                mute?: string[];
                /** @description Media codes, separated by commas, whose articles are left out */
                muteMedia?: string[];
                /** @description Text that the title or summary contains, or a tag that the article carries exactly; upper and lower case, full and half width are the same */
                q?: string;
                /** @description Words and "phrases" that title or summary contain, or exactly a tag; `AND` (or nothing) between them, `OR`, `NOT` or `-`, parentheses; `tag:`, `media:`, `before:`, `after:` */
                query?: string;
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "since": "2026-03-30T16:00:00.000Z",
                     *       "until": "2026-03-31T16:00:00.000Z",
                     *       "step": "hour",
                     *       "countedSince": "2026-03-30T16:00:00.000Z",
                     *       "total": 231,
                     *       "buckets": [
                     *         {
                     *           "start": "2026-03-30T16:00:00.000Z",
                     *           "count": 2
                     *         },
                     *         {
                     *           "start": "2026-03-30T17:00:00.000Z",
                     *           "count": 4
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ArticleHistogram"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description As `/api/v1/articles` and `/api/v1/articles/search` */
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getArticlesSearch: {
        parameters: {
            query: {
                /** @description Countries of outlets, separated by commas: codes as `/api/v1/similarity` tells them, `INT` for international, `ZZ` for unconfirmed */
                country?: string[];
                /** @description `nextCursor` of the page before; all other parameters stay as they were */
                cursor?: string;
                /** @description `similar`: near copies (of a score of at least 0.65, directly or through others, within the window) are one entry, the earliest that matches, with `similar`. A page has at most `limit` entries; it may be short and not the last */
                fold?: "similar";
                /** @description Hours back from `until` when `since` is absent */
                hours?: number;
                /** @description Languages of articles, separated by commas: codes such as `en`. An article whose language is not known is left out */
                lang?: string[];
                /** @description Most entries of one answer */
                limit?: number;
                /** @description Words, separated by commas: articles that `q` would find for one are left out */
                mute?: string[];
                /** @description Media codes, separated by commas, whose articles are left out */
                muteMedia?: string[];
                /** @description `relevance`: BM25 over titles (which count twice) and summaries, of equal scores the newest first. The newest 20,000 articles of the window that may match are rated; `leftOut` counts the others */
                order?: "newest" | "relevance";
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "query": "tag:\"生活\"",
                     *       "since": "2026-03-30T16:00:00.000Z",
                     *       "until": "2026-03-31T16:00:00.000Z",
                     *       "count": 32,
                     *       "lookedAt": 32,
                     *       "nextCursor": null,
                     *       "articles": [
                     *         {
                     *           "id": 221,
                     *           "media": "zhigengdaily",
                     *           "mediaTitle": "知更日報",
                     *           "camp": "other",
                     *           "title": "燧曜食品優惠擠爆 29項商品買一送一",
                     *           "description": "燧曜食品31日宣布限時5天優惠，29項商品買一送一，線上開賣29分鐘就突破1,180筆訂單。話說回來，法令規定加工業者須保存來源文件4年…",
                     *           "url": "https://www.zhigengdaily.example/news/20260331/fun00q0n",
                     *           "image": null,
                     *           "publishedAt": "2026-03-31T15:04:27.000Z",
                     *           "datePending": false,
                     *           "section": "消費",
                     *           "tags": [
                     *             "燧曜食品食安",
                     *             "生活"
                     *           ],
                     *           "lang": "zh"
                     *         },
                     *         {
                     *           "id": 220,
                     *           "media": "zhigengdaily",
                     *           "mediaTitle": "知更日報",
                     *           "camp": "other",
                     *           "title": "槭原文理學院擬整併　193師生連署反對　校方召開說明會",
                     *           "description": null,
                     *           "url": "https://www.zhigengdaily.example/news/20260331/fun00e0e",
                     *           "image": "https://img.zhigengdaily.example/photo/fun00e0e.jpg",
                     *           "publishedAt": "2026-03-31T14:52:14.000Z",
                     *           "datePending": false,
                     *           "section": "校園",
                     *           "tags": [
                     *             "學測",
                     *             "生活"
                     *           ],
                     *           "lang": "zh"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ArticleSearch"];
                };
            };
            304: components["responses"]["NotModified"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getArticlesSearchCsv: {
        parameters: {
            query: {
                /** @description Countries of outlets, separated by commas: codes as `/api/v1/similarity` tells them, `INT` for international, `ZZ` for unconfirmed */
                country?: string[];
                /** @description `nextCursor` of the page before; all other parameters stay as they were */
                cursor?: string;
                /** @description `similar`: near copies (of a score of at least 0.65, directly or through others, within the window) are one entry, the earliest that matches, with `similar`. A page has at most `limit` entries; it may be short and not the last */
                fold?: "similar";
                /** @description Hours back from `until` when `since` is absent */
                hours?: number;
                /** @description Languages of articles, separated by commas: codes such as `en`. An article whose language is not known is left out */
                lang?: string[];
                /** @description Most entries of one answer */
                limit?: number;
                /** @description Words, separated by commas: articles that `q` would find for one are left out */
                mute?: string[];
                /** @description Media codes, separated by commas, whose articles are left out */
                muteMedia?: string[];
                /** @description `relevance`: BM25 over titles (which count twice) and summaries, of equal scores the newest first. The newest 20,000 articles of the window that may match are rated; `leftOut` counts the others */
                order?: "newest" | "relevance";
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
            /** @description Search articles with operators, as CSV. */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example id,media,mediaTitle,camp,title,description,url,image,publishedAt,datePending,section,tags,tagSource,lang
                     *     221,zhigengdaily,知更日報,other,燧曜食品優惠擠爆 29項商品買一送一,"燧曜食品31日宣布限時5天優惠，29項商品買一送一，線上開賣29分鐘就突破1,180筆訂單。話說回來，法令規定加工業者須保存來源文件4年…",https://www.zhigengdaily.example/news/20260331/fun00q0n,,2026-03-31T15:04:27.000Z,false,消費,"[""燧曜食品食安"",""生活"",""超商"",""農藥殘留"",""漲價""]",,zh
                     *     220,zhigengdaily,知更日報,other,槭原文理學院擬整併　193師生連署反對　校方召開說明會,,https://www.zhigengdaily.example/news/20260331/fun00e0e,https://img.zhigengdaily.example/photo/fun00e0e.jpg,2026-03-31T14:52:14.000Z,false,校園,"[""學測"",""生活"",""汐洲"",""汐崎縣"",""營養午餐"",""宿舍"",""少子化"",""招生""]",,zh
                     */
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "key": "all",
                     *         "label": "全部",
                     *         "media": 7
                     *       },
                     *       {
                     *         "key": "news",
                     *         "label": "新聞",
                     *         "media": 7
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Categories"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changes": [
                     *         {
                     *           "kind": "media",
                     *           "id": "chenyuwire",
                     *           "media": {
                     *             "media": "chenyuwire",
                     *             "title": "晨嶼通訊社",
                     *             "icon": "https://www.chenyuwire.example/favicon.ico",
                     *             "camp": "other",
                     *             "categories": [
                     *               "news"
                     *             ],
                     *             "sourceKind": "publisher",
                     *             "country": "台灣",
                     *             "countryCode": "TW",
                     *             "enabled": true,
                     *             "external": false,
                     *             "syndicated": false
                     *           }
                     *         },
                     *         {
                     *           "kind": "media",
                     *           "id": "haichaosyndicate",
                     *           "media": {
                     *             "media": "haichaosyndicate",
                     *             "title": "海潮編譯專區",
                     *             "icon": "https://www.haichaosyndicate.example/favicon.ico",
                     *             "camp": "other",
                     *             "categories": [],
                     *             "sourceKind": "publisher",
                     *             "country": "台灣",
                     *             "countryCode": "TW",
                     *             "enabled": true,
                     *             "external": false,
                     *             "syndicated": true
                     *           }
                     *         }
                     *       ],
                     *       "nextToken": "AUAAAAADJEAAAAAAAEXDUoHrd0GdRJ-MADm-3k0wQb8W89vdELCqcBex",
                     *       "caughtUp": true
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
    getDiff: {
        parameters: {
            query?: {
                /** @description Category of the tag ranking */
                category?: string;
                /** @description The earlier instant, such as that of a last visit; instead of `hours` */
                from?: string;
                /** @description Hours before `to` instead of `from`, 24 unless said otherwise */
                hours?: number;
                /** @description First tags of each ranking that are compared */
                limit?: number;
                /** @description The later instant, at most 31 days after `from`; now by default */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What changed between two instants. */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-03-30T16:00:00.000Z",
                     *       "to": "2026-03-31T16:00:00.000Z",
                     *       "tags": {
                     *         "category": "all",
                     *         "order": "score",
                     *         "fromHour": "2026-03-30T16:00:00.000Z",
                     *         "toHour": "2026-03-31T16:00:00.000Z",
                     *         "came": [
                     *           {
                     *             "tag": "鯨鶴食品",
                     *             "position": 1,
                     *             "positionBefore": null,
                     *             "count": 16,
                     *             "countBefore": 0,
                     *             "burst": null
                     *           },
                     *           {
                     *             "tag": "硯鶴科技",
                     *             "position": 2,
                     *             "positionBefore": null,
                     *             "count": 19,
                     *             "countBefore": 0,
                     *             "burst": null
                     *           }
                     *         ],
                     *         "went": [
                     *           {
                     *             "tag": "匯率",
                     *             "position": null,
                     *             "positionBefore": 1,
                     *             "count": 7,
                     *             "countBefore": 1,
                     *             "burst": null
                     *           },
                     *           {
                     *             "tag": "張昀曦",
                     *             "position": null,
                     *             "positionBefore": 2,
                     *             "count": 1,
                     *             "countBefore": 1,
                     *             "burst": null
                     *           }
                     *         ],
                     *         "stayed": 3
                     *       },
                     *       "events": {
                     *         "fromHour": "2026-03-30T16:00:00.000Z",
                     *         "toHour": "2026-03-31T15:00:00.000Z",
                     *         "new": [
                     *           {
                     *             "threadId": 12,
                     *             "majorTags": [
                     *               "燧曜食品食安",
                     *               "超商"
                     *             ],
                     *             "firstTime": "2026-03-31T07:00:00.000Z",
                     *             "lastTime": "2026-03-31T15:00:00.000Z",
                     *             "hours": 9,
                     *             "bestRank": 1,
                     *             "now": {
                     *               "rank": 3,
                     *               "articles": 20,
                     *               "outlets": 5
                     *             },
                     *             "before": null,
                     *             "mergedInto": null,
                     *             "news": [
                     *               {
                     *                 "id": 131,
                     *                 "media": "chenyuwire",
                     *                 "title": "燧曜食品優惠擠爆 29項商品買一送一",
                     *                 "url": "https://www.chenyuwire.example/news/20260331/fun00q04",
                     *                 "image": "https://img.chenyuwire.example/photo/fun00q04.jpg",
                     *                 "camp": "other"
                     *               },
                     *               {
                     *                 "id": 109,
                     *                 "media": "shanxianevening",
                     *                 "title": "燧曜食品優惠擠爆　29項商品買一送一　在地人才知道",
                     *                 "url": "https://www.shanxianevening.example/news/20260331/fun00q08",
                     *                 "image": null,
                     *                 "camp": "blue"
                     *               }
                     *             ]
                     *           },
                     *           {
                     *             "threadId": 7,
                     *             "majorTags": [
                     *               "嵐津市",
                     *               "鯨鶴食品食安"
                     *             ],
                     *             "firstTime": "2026-03-31T05:00:00.000Z",
                     *             "lastTime": "2026-03-31T15:00:00.000Z",
                     *             "hours": 11,
                     *             "bestRank": 1,
                     *             "now": {
                     *               "rank": 7,
                     *               "articles": 30,
                     *               "outlets": 5
                     *             },
                     *             "before": null,
                     *             "mergedInto": null,
                     *             "news": [
                     *               {
                     *                 "id": 121,
                     *                 "media": "chenyuwire",
                     *                 "title": "榕川鎮老麵店爆紅 等50分鐘才吃得到",
                     *                 "url": "https://www.chenyuwire.example/news/20260331/fun00x0f",
                     *                 "image": "https://img.chenyuwire.example/photo/fun00x0f.jpg",
                     *                 "camp": "other"
                     *               },
                     *               {
                     *                 "id": 65,
                     *                 "media": "shanxianevening",
                     *                 "title": "快訊／榕川鎮老麵店爆紅　等50分鐘才吃得到",
                     *                 "url": "https://www.shanxianevening.example/news/20260331/fun00x03",
                     *                 "image": "https://img.shanxianevening.example/photo/fun00x03.jpg",
                     *                 "camp": "blue"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "grown": [],
                     *         "back": [],
                     *         "merged": [],
                     *         "ended": [
                     *           {
                     *             "threadId": 4,
                     *             "majorTags": [
                     *               "燧澗食品優惠",
                     *               "公平市場委員會"
                     *             ],
                     *             "firstTime": "2026-03-31T03:00:00.000Z",
                     *             "lastTime": "2026-03-31T04:00:00.000Z",
                     *             "hours": 2,
                     *             "bestRank": 3,
                     *             "now": null,
                     *             "before": null,
                     *             "mergedInto": null,
                     *             "news": [
                     *               {
                     *                 "id": 48,
                     *                 "media": "chenyuwire",
                     *                 "title": "盧棠勻的49年老店翻紅　網友：荷包又縮水",
                     *                 "url": "https://www.chenyuwire.example/news/20260331/fum00q0p",
                     *                 "image": "https://img.chenyuwire.example/photo/fum00q0p.jpg",
                     *                 "camp": "other"
                     *               },
                     *               {
                     *                 "id": 19,
                     *                 "media": "shanxianevening",
                     *                 "title": "盧棠勻的49年老店翻紅　消保官籲憑發票退貨",
                     *                 "url": "https://www.shanxianevening.example/news/20260331/fum00q0m",
                     *                 "image": null,
                     *                 "camp": "blue"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "others": 0
                     *       },
                     *       "outlets": {
                     *         "fromHour": "2026-03-30T16:00:00.000Z",
                     *         "toHour": "2026-03-31T16:00:00.000Z",
                     *         "silent": [],
                     *         "resumed": []
                     *       },
                     *       "outletsKeptSince": "2026-03-30T16:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NewsDiff"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description A parameter is malformed, `from` is not before `to`, or they are more than 31 days apart */
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
            /** @description There is no such category, or no snapshot at or before `from` */
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
                    /** @description Entity tag for if-none-match, where present. */
                    etag?: string;
                    /** @description Requests admitted per window of 60 seconds. */
                    "x-ratelimit-limit"?: number;
                    /** @description Requests left in the current window. */
                    "x-ratelimit-remaining"?: number;
                    /** @description Seconds until the current window ends. */
                    "x-ratelimit-reset"?: number;
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
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
                     *           "about": "Articles as lists show them, on the day of their publication",
                     *           "columns": [
                     *             {
                     *               "name": "id",
                     *               "type": "id"
                     *             },
                     *             {
                     *               "name": "media",
                     *               "type": "text"
                     *             }
                     *           ],
                     *           "path": "/api/v1/dumps/articles/{day}.{format}"
                     *         },
                     *         {
                     *           "kind": "pairs",
                     *           "about": "Similar articles of two media (score 0.5 or more), on the day of the later one",
                     *           "columns": [
                     *             {
                     *               "name": "score",
                     *               "type": "number"
                     *             },
                     *             {
                     *               "name": "containment",
                     *               "type": "number"
                     *             }
                     *           ],
                     *           "path": "/api/v1/dumps/pairs/{day}.{format}"
                     *         }
                     *       ],
                     *       "days": [
                     *         "2026-03-31"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Dumps"];
                };
            };
            304: components["responses"]["NotModified"];
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
                    /** @description Entity tag for if-none-match, where present. */
                    etag?: string;
                    /** @description Requests admitted per window of 60 seconds. */
                    "x-ratelimit-limit"?: number;
                    /** @description Requests left in the current window. */
                    "x-ratelimit-remaining"?: number;
                    /** @description Seconds until the current window ends. */
                    "x-ratelimit-reset"?: number;
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/gzip": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
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
                    /** @description Entity tag for if-none-match, where present. */
                    etag?: string;
                    /** @description Requests admitted per window of 60 seconds. */
                    "x-ratelimit-limit"?: number;
                    /** @description Requests left in the current window. */
                    "x-ratelimit-remaining"?: number;
                    /** @description Seconds until the current window ends. */
                    "x-ratelimit-reset"?: number;
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/gzip": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
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
                    /** @description Entity tag for if-none-match, where present. */
                    etag?: string;
                    /** @description Requests admitted per window of 60 seconds. */
                    "x-ratelimit-limit"?: number;
                    /** @description Requests left in the current window. */
                    "x-ratelimit-remaining"?: number;
                    /** @description Seconds until the current window ends. */
                    "x-ratelimit-reset"?: number;
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.apache.parquet": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
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
    getEvents: {
        parameters: {
            query?: {
                /** @description Newest hour that starts at or before this time; now by default */
                at?: string;
                /** @description Most entries of one answer */
                limit?: number;
                /** @description Media codes, separated by commas, at most 60: only these count. Computed on demand */
                outlets?: string;
                /** @description A set of outlets, by its name in `/api/v1/sets` or its secret address: only its outlets count. Computed on demand */
                set?: string;
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "hour": "2026-03-31T15:00:00.000Z",
                     *       "builtAt": "2026-03-31T15:34:00.000Z",
                     *       "stale": false,
                     *       "prev": "2026-03-31T14:00:00.000Z",
                     *       "next": null,
                     *       "dayHours": [
                     *         "2026-03-30T16:00:00.000Z",
                     *         "2026-03-30T17:00:00.000Z"
                     *       ],
                     *       "dayStats": [
                     *         {
                     *           "hour": "2026-03-30T16:00:00.000Z",
                     *           "top": 0,
                     *           "count": 0
                     *         },
                     *         {
                     *           "hour": "2026-03-30T17:00:00.000Z",
                     *           "top": 0,
                     *           "count": 0
                     *         }
                     *       ],
                     *       "baseline": {
                     *         "outlets": {
                     *           "blue": 1,
                     *           "green": 1,
                     *           "other": 5
                     *         },
                     *         "articles": {
                     *           "blue": 32,
                     *           "green": 19,
                     *           "other": 158
                     *         }
                     *       },
                     *       "available": false,
                     *       "validFrom": "2026-03-31T16:00:00.000Z",
                     *       "events": [
                     *         {
                     *           "rank": 1,
                     *           "score": 44.91071428571427,
                     *           "major": [
                     *             "學測",
                     *             "汐崎縣"
                     *           ],
                     *           "tags": [
                     *             {
                     *               "tag": "學測",
                     *               "burst": 37.648809523809526
                     *             },
                     *             {
                     *               "tag": "汐崎縣",
                     *               "burst": 35.26785714285714
                     *             }
                     *           ],
                     *           "relatedEventPk": "17",
                     *           "threadId": 17,
                     *           "prevRank": 1,
                     *           "hours": 4,
                     *           "rankTrail": [
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             4,
                     *             1,
                     *             1,
                     *             1
                     *           ],
                     *           "firstTime": "2026-03-31T12:00:00.000Z",
                     *           "coverage": {
                     *             "outlets": [
                     *               {
                     *                 "media": "chenyuwire",
                     *                 "camp": "other"
                     *               },
                     *               {
                     *                 "media": "changtingdaily",
                     *                 "camp": "other"
                     *               }
                     *             ],
                     *             "articles": 15,
                     *             "camps": {
                     *               "blue": 1,
                     *               "green": 1,
                     *               "other": 4
                     *             },
                     *             "share": {
                     *               "blue": 50,
                     *               "green": 50
                     *             },
                     *             "lean": 0,
                     *             "tilt": null,
                     *             "blindspot": []
                     *           },
                     *           "news": [
                     *             {
                     *               "id": 46,
                     *               "media": "changtingdaily",
                     *               "title": "校園午餐免費　澄渡本週四上路",
                     *               "url": "https://www.changtingdaily.example/story/2026/03/fun00202",
                     *               "image": "https://img.changtingdaily.example/photo/fun00202.jpg",
                     *               "camp": "other"
                     *             },
                     *             {
                     *               "id": 222,
                     *               "media": "beichenbiz",
                     *               "title": "槭原文理學院宣布停招　193師生錯愕　校方召開說明會",
                     *               "url": "https://www.beichenbiz.example/news/20260331/fun00e0f",
                     *               "image": "https://img.beichenbiz.example/photo/fun00e0f.jpg",
                     *               "camp": "other"
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "rank": 2,
                     *           "score": 30.855654761904763,
                     *           "major": [
                     *             "硯鶴科技",
                     *             "訂單"
                     *           ],
                     *           "tags": [
                     *             {
                     *               "tag": "硯鶴科技",
                     *               "burst": 32.291666666666664
                     *             },
                     *             {
                     *               "tag": "訂單",
                     *               "burst": 29.642857142857146
                     *             }
                     *           ],
                     *           "relatedEventPk": "9",
                     *           "threadId": 9,
                     *           "prevRank": 2,
                     *           "hours": 9,
                     *           "rankTrail": [
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             null,
                     *             2,
                     *             2,
                     *             2,
                     *             1,
                     *             1,
                     *             1,
                     *             2,
                     *             2,
                     *             2
                     *           ],
                     *           "firstTime": "2026-03-31T07:00:00.000Z",
                     *           "coverage": {
                     *             "outlets": [
                     *               {
                     *                 "media": "beichenbiz",
                     *                 "camp": "other"
                     *               },
                     *               {
                     *                 "media": "zhigengdaily",
                     *                 "camp": "other"
                     *               }
                     *             ],
                     *             "articles": 21,
                     *             "camps": {
                     *               "blue": 1,
                     *               "green": 0,
                     *               "other": 4
                     *             },
                     *             "share": {
                     *               "blue": 100,
                     *               "green": 0
                     *             },
                     *             "lean": 1.584962500721156,
                     *             "tilt": null,
                     *             "blindspot": []
                     *           },
                     *           "news": [
                     *             {
                     *               "id": 90,
                     *               "media": "shanxianevening",
                     *               "title": "硯鶴科技法說會　訂單能見度到連假",
                     *               "url": "https://www.shanxianevening.example/news/20260331/fun01306",
                     *               "image": null,
                     *               "camp": "blue"
                     *             },
                     *             {
                     *               "id": 98,
                     *               "media": "zhigengdaily",
                     *               "title": "轉單來了！　硯鶴科技加班趕工至連假　法人看法分歧",
                     *               "url": "https://www.zhigengdaily.example/news/20260331/fun01307",
                     *               "image": "https://img.zhigengdaily.example/photo/fun01307.jpg",
                     *               "camp": "other"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Events"];
                };
            };
            304: components["responses"]["NotModified"];
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
            /** @description There is no snapshot at or before that time, or no such set */
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
                /** @description As the day stood in the newest hour that starts at or before this time */
                at?: string;
                /** @description Taipei date; today by default, or that of `at` */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "day": "2026-04-01",
                     *       "days": [
                     *         "2026-03-31"
                     *       ],
                     *       "dayHours": [],
                     *       "dayStats": [],
                     *       "baseline": {
                     *         "outlets": {
                     *           "blue": 0,
                     *           "green": 0,
                     *           "other": 0
                     *         },
                     *         "articles": {
                     *           "blue": 0,
                     *           "green": 0,
                     *           "other": 0
                     *         }
                     *       },
                     *       "threads": []
                     *     }
                     */
                    "application/json": components["schemas"]["DayThreads"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description The date or `at` is malformed */
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "thread": {
                     *         "id": 17,
                     *         "category": "news",
                     *         "firstTime": "2026-03-31T12:00:00.000Z",
                     *         "lastTime": "2026-03-31T15:00:00.000Z",
                     *         "hours": 4,
                     *         "allTags": [
                     *           "學測",
                     *           "槭原文理學院"
                     *         ],
                     *         "majorTags": [
                     *           "學測",
                     *           "槭原文理學院"
                     *         ],
                     *         "maxTag": "汐崎縣",
                     *         "maxScore": 44.91071428571427,
                     *         "history": {
                     *           "2026-03-31 20:00:00": {
                     *             "學測": 19.642857142857146,
                     *             "校園": 19.642857142857146,
                     *             "槭原文理學院": 19.642857142857146
                     *           },
                     *           "2026-03-31 21:00:00": {
                     *             "槭原文理學院": 31.25,
                     *             "學測": 25.89285714285715,
                     *             "校園": 24.107142857142854
                     *           },
                     *           "2026-03-31 22:00:00": {
                     *             "汐崎縣": 40.625,
                     *             "槭原文理學院": 38.392857142857146,
                     *             "學測": 33.482142857142854
                     *           },
                     *           "2026-03-31 23:00:00": {
                     *             "學測": 37.648809523809526,
                     *             "汐崎縣": 35.26785714285714,
                     *             "校園": 25.14880952380952
                     *           }
                     *         },
                     *         "combinedFrom": [],
                     *         "combinedTo": [],
                     *         "splitFrom": [],
                     *         "splitInto": [],
                     *         "hoursTotal": 4,
                     *         "equalFirstTime": "2026-03-31T12:00:00.000Z",
                     *         "equalLastTime": "2026-03-31T15:00:00.000Z"
                     *       },
                     *       "related": [],
                     *       "kin": [],
                     *       "hours": [
                     *         {
                     *           "hourStart": "2026-03-31T15:00:00.000Z",
                     *           "rank": 1,
                     *           "score": 44.91071428571427,
                     *           "major": [
                     *             "學測",
                     *             "汐崎縣"
                     *           ],
                     *           "tags": [
                     *             [
                     *               "學測",
                     *               37.648809523809526
                     *             ],
                     *             [
                     *               "汐崎縣",
                     *               35.26785714285714
                     *             ]
                     *           ],
                     *           "news": [
                     *             {
                     *               "id": 46,
                     *               "media": "changtingdaily",
                     *               "title": "校園午餐免費　澄渡本週四上路",
                     *               "url": "https://www.changtingdaily.example/story/2026/03/fun00202",
                     *               "image": "https://img.changtingdaily.example/photo/fun00202.jpg",
                     *               "camp": "other"
                     *             },
                     *             {
                     *               "id": 222,
                     *               "media": "beichenbiz",
                     *               "title": "槭原文理學院宣布停招　193師生錯愕　校方召開說明會",
                     *               "url": "https://www.beichenbiz.example/news/20260331/fun00e0f",
                     *               "image": "https://img.beichenbiz.example/photo/fun00e0f.jpg",
                     *               "camp": "other"
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "hourStart": "2026-03-31T14:00:00.000Z",
                     *           "rank": 1,
                     *           "score": 44.19642857142857,
                     *           "major": [
                     *             "汐崎縣",
                     *             "槭原文理學院"
                     *           ],
                     *           "tags": [
                     *             [
                     *               "汐崎縣",
                     *               40.625
                     *             ],
                     *             [
                     *               "槭原文理學院",
                     *               38.392857142857146
                     *             ]
                     *           ],
                     *           "news": [
                     *             {
                     *               "id": 179,
                     *               "media": "chenyuwire",
                     *               "title": "槭原文理學院擬停招 193師生錯愕 4方案二選一",
                     *               "url": "https://www.chenyuwire.example/news/20260331/fun00e00",
                     *               "image": null,
                     *               "camp": "other"
                     *             },
                     *             {
                     *               "id": 192,
                     *               "media": "qingtingpolitics",
                     *               "title": "槭原文理學院宣布整併　193師生連署反對　校方召開說明會",
                     *               "url": "https://qingtingpolitics.example/article/fun00e03.html",
                     *               "image": "https://img.qingtingpolitics.example/photo/fun00e03.jpg",
                     *               "camp": "green"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EventThread"];
                };
            };
            304: components["responses"]["NotModified"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEventsThreadsByIdArticles: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before; all other parameters but `limit` stay as they were */
                cursor?: string;
                /** @description Most entries of one answer */
                limit?: number;
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
            /** @description Articles of a thread. */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "threadId": 17,
                     *       "majorTags": [
                     *         "學測",
                     *         "槭原文理學院"
                     *       ],
                     *       "total": 15,
                     *       "count": 10,
                     *       "nextCursor": "AUGdQ9KHoEAAAAAAvFeVmHsmIE_Y8B7VGBcA_s0Y",
                     *       "articles": [
                     *         {
                     *           "id": 222,
                     *           "media": "beichenbiz",
                     *           "mediaTitle": "北辰財經",
                     *           "camp": "other",
                     *           "title": "槭原文理學院宣布停招　193師生錯愕　校方召開說明會",
                     *           "description": null,
                     *           "url": "https://www.beichenbiz.example/news/20260331/fun00e0f",
                     *           "image": "https://img.beichenbiz.example/photo/fun00e0f.jpg",
                     *           "publishedAt": "2026-03-31T15:03:31.000Z",
                     *           "datePending": false,
                     *           "section": "生活",
                     *           "tags": [
                     *             "學測",
                     *             "校園"
                     *           ],
                     *           "lang": "zh"
                     *         },
                     *         {
                     *           "id": 220,
                     *           "media": "zhigengdaily",
                     *           "mediaTitle": "知更日報",
                     *           "camp": "other",
                     *           "title": "槭原文理學院擬整併　193師生連署反對　校方召開說明會",
                     *           "description": null,
                     *           "url": "https://www.zhigengdaily.example/news/20260331/fun00e0e",
                     *           "image": "https://img.zhigengdaily.example/photo/fun00e0e.jpg",
                     *           "publishedAt": "2026-03-31T14:52:14.000Z",
                     *           "datePending": false,
                     *           "section": "校園",
                     *           "tags": [
                     *             "學測",
                     *             "生活"
                     *           ],
                     *           "lang": "zh"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EventThreadArticles"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description The id is malformed, or a malformed cursor */
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEventsThreadsByIdArticlesCsv: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before; all other parameters but `limit` stay as they were */
                cursor?: string;
                /** @description Most entries of one answer */
                limit?: number;
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
            /** @description Articles of a thread, as CSV. */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example id,media,mediaTitle,camp,title,description,url,image,publishedAt,datePending,section,tags,tagSource,lang
                     *     222,beichenbiz,北辰財經,other,槭原文理學院宣布停招　193師生錯愕　校方召開說明會,,https://www.beichenbiz.example/news/20260331/fun00e0f,https://img.beichenbiz.example/photo/fun00e0f.jpg,2026-03-31T15:03:31.000Z,false,生活,"[""學測"",""校園"",""校規""]",,zh
                     *     220,zhigengdaily,知更日報,other,槭原文理學院擬整併　193師生連署反對　校方召開說明會,,https://www.zhigengdaily.example/news/20260331/fun00e0e,https://img.zhigengdaily.example/photo/fun00e0e.jpg,2026-03-31T14:52:14.000Z,false,校園,"[""學測"",""生活"",""汐洲"",""汐崎縣"",""營養午餐"",""宿舍"",""少子化"",""招生""]",,zh
                     */
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            /** @description The id is malformed, or a malformed cursor */
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEventsThreadsByIdBlogs: {
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
            /** @description Which verified blogs write about a thread. */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "threadId": 17,
                     *       "first": {
                     *         "id": 42,
                     *         "media": "changtingdaily",
                     *         "mediaTitle": "長汀日報",
                     *         "title": "營養午餐漲價 澄渡本週四上路 校方召開說明會",
                     *         "publishedAt": "2026-03-31T02:22:45.000Z"
                     *       },
                     *       "count": 1,
                     *       "blogs": 1,
                     *       "earlier": 0,
                     *       "limited": false,
                     *       "posts": [
                     *         {
                     *           "post": {
                     *             "id": 7,
                     *             "title": "On this",
                     *             "url": "https://b0000.blogs.example/on-this",
                     *             "publishedAt": "2026-03-31T15:59:00.000Z",
                     *             "observedAt": "2026-03-31T15:59:00.000Z",
                     *             "blogSlug": "b0000",
                     *             "blogName": "慢讀札記",
                     *             "blogUrl": "http://blog.example/blogs/b0000/"
                     *           },
                     *           "articleIds": [
                     *             46
                     *           ],
                     *           "targetUrl": "https://www.changtingdaily.example/story/2026/03/fun00202",
                     *           "anchor": "report 0",
                     *           "likeness": null,
                     *           "beforeFirst": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EventBlogs"];
                };
            };
            304: components["responses"]["NotModified"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEventsThreadsByIdCoverage: {
        parameters: {
            query?: {
                /** @description Media codes, separated by commas, at most 60: only these count. Computed on demand */
                outlets?: string;
                /** @description A set of outlets, by its name in `/api/v1/sets` or its secret address: only its outlets count. Computed on demand */
                set?: string;
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "threadId": 17,
                     *       "majorTags": [
                     *         "學測",
                     *         "槭原文理學院"
                     *       ],
                     *       "from": "2026-03-30T13:00:00.000Z",
                     *       "to": "2026-03-31T16:00:00.000Z",
                     *       "articles": 24,
                     *       "outlets": 7,
                     *       "camps": [
                     *         {
                     *           "camp": "blue",
                     *           "label": "藍營媒體",
                     *           "outlets": 1,
                     *           "articles": 7
                     *         },
                     *         {
                     *           "camp": "green",
                     *           "label": "綠營媒體",
                     *           "outlets": 1,
                     *           "articles": 1
                     *         }
                     *       ],
                     *       "blindspot": [],
                     *       "byOutlet": [
                     *         {
                     *           "media": "chenyuwire",
                     *           "title": "晨嶼通訊社",
                     *           "icon": "https://www.chenyuwire.example/favicon.ico",
                     *           "camp": "other",
                     *           "articles": [
                     *             {
                     *               "id": 200,
                     *               "title": "4科系年底走入歷史 槭原文理學院師生不捨 4方案二選一",
                     *               "url": "https://www.chenyuwire.example/news/20260331/fun00e0a",
                     *               "image": null,
                     *               "publishedAt": "2026-03-31T13:32:16.000Z",
                     *               "hits": 3,
                     *               "ofEvent": true
                     *             },
                     *             {
                     *               "id": 197,
                     *               "title": "槭原文理學院停招爭議　學生會喊話：公開資料　學生：沒被告知",
                     *               "url": "https://www.chenyuwire.example/news/20260331/fun00e09",
                     *               "image": "https://img.chenyuwire.example/photo/fun00e09.jpg",
                     *               "publishedAt": "2026-03-31T13:10:53.000Z",
                     *               "hits": 4,
                     *               "ofEvent": true
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "media": "shanxianevening",
                     *           "title": "山線晚報",
                     *           "icon": "https://www.shanxianevening.example/favicon.ico",
                     *           "camp": "blue",
                     *           "articles": [
                     *             {
                     *               "id": 195,
                     *               "title": "嵐野教師缺額473人　葉岱菱：山區最難找",
                     *               "url": "https://www.shanxianevening.example/news/20260331/fun00w00",
                     *               "image": "https://img.shanxianevening.example/photo/fun00w00.jpg",
                     *               "publishedAt": "2026-03-31T12:49:40.000Z",
                     *               "hits": 1,
                     *               "ofEvent": false
                     *             },
                     *             {
                     *               "id": 194,
                     *               "title": "4班級年底停招　這4區影響最大",
                     *               "url": "https://www.shanxianevening.example/news/20260331/fun00e06",
                     *               "image": "https://img.shanxianevening.example/photo/fun00e06.jpg",
                     *               "publishedAt": "2026-03-31T12:42:41.000Z",
                     *               "hits": 3,
                     *               "ofEvent": true
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "event": {
                     *         "articles": 15,
                     *         "outlets": 6,
                     *         "camps": [
                     *           {
                     *             "camp": "blue",
                     *             "label": "藍營媒體",
                     *             "outlets": 1,
                     *             "articles": 3
                     *           },
                     *           {
                     *             "camp": "green",
                     *             "label": "綠營媒體",
                     *             "outlets": 1,
                     *             "articles": 1
                     *           }
                     *         ],
                     *         "blindspot": [],
                     *         "byOutlet": [
                     *           {
                     *             "media": "chenyuwire",
                     *             "title": "晨嶼通訊社",
                     *             "icon": "https://www.chenyuwire.example/favicon.ico",
                     *             "camp": "other",
                     *             "articles": [
                     *               {
                     *                 "id": 200,
                     *                 "title": "4科系年底走入歷史 槭原文理學院師生不捨 4方案二選一",
                     *                 "url": "https://www.chenyuwire.example/news/20260331/fun00e0a",
                     *                 "image": null,
                     *                 "publishedAt": "2026-03-31T13:32:16.000Z",
                     *                 "hits": 3,
                     *                 "ofEvent": true
                     *               },
                     *               {
                     *                 "id": 197,
                     *                 "title": "槭原文理學院停招爭議　學生會喊話：公開資料　學生：沒被告知",
                     *                 "url": "https://www.chenyuwire.example/news/20260331/fun00e09",
                     *                 "image": "https://img.chenyuwire.example/photo/fun00e09.jpg",
                     *                 "publishedAt": "2026-03-31T13:10:53.000Z",
                     *                 "hits": 4,
                     *                 "ofEvent": true
                     *               }
                     *             ]
                     *           },
                     *           {
                     *             "media": "changtingdaily",
                     *             "title": "長汀日報",
                     *             "icon": "https://www.changtingdaily.example/favicon.ico",
                     *             "camp": "other",
                     *             "articles": [
                     *               {
                     *                 "id": 46,
                     *                 "title": "校園午餐免費　澄渡本週四上路",
                     *                 "url": "https://www.changtingdaily.example/story/2026/03/fun00202",
                     *                 "image": "https://img.changtingdaily.example/photo/fun00202.jpg",
                     *                 "publishedAt": "2026-03-31T02:43:07.000Z",
                     *                 "hits": 0,
                     *                 "ofEvent": true
                     *               },
                     *               {
                     *                 "id": 45,
                     *                 "title": "本週四起新制　澄渡學生免多掏錢　9方案二選一",
                     *                 "url": "https://www.changtingdaily.example/story/2026/03/fun00201",
                     *                 "image": "https://img.changtingdaily.example/photo/fun00201.jpg",
                     *                 "publishedAt": "2026-03-31T02:37:15.000Z",
                     *                 "hits": 0,
                     *                 "ofEvent": true
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "lastHour": {
                     *         "hour": "2026-03-31T15:00:00.000Z",
                     *         "builtAt": "2026-03-31T15:34:00.000Z",
                     *         "coverage": {
                     *           "outlets": [
                     *             {
                     *               "media": "chenyuwire",
                     *               "camp": "other"
                     *             },
                     *             {
                     *               "media": "changtingdaily",
                     *               "camp": "other"
                     *             }
                     *           ],
                     *           "articles": 15,
                     *           "camps": {
                     *             "blue": 1,
                     *             "green": 1,
                     *             "other": 4
                     *           },
                     *           "share": {
                     *             "blue": 50,
                     *             "green": 50
                     *           },
                     *           "lean": 0,
                     *           "tilt": null,
                     *           "blindspot": []
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EventThreadCoverage"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description The id is malformed, or outlets that cannot be chosen */
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
            /** @description There is no such thread, or no such set */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "threadId": 17,
                     *       "threshold": 0.65,
                     *       "reports": [
                     *         {
                     *           "id": 179,
                     *           "media": "chenyuwire",
                     *           "mediaTitle": "晨嶼通訊社",
                     *           "title": "槭原文理學院擬停招 193師生錯愕 4方案二選一",
                     *           "url": "https://www.chenyuwire.example/news/20260331/fun00e00",
                     *           "publishedAt": "2026-03-31T11:49:28.000Z",
                     *           "minutes": 0
                     *         },
                     *         {
                     *           "id": 186,
                     *           "media": "chenyuwire",
                     *           "mediaTitle": "晨嶼通訊社",
                     *           "title": "4科系年底停招 槭原文理學院說話了",
                     *           "url": "https://www.chenyuwire.example/news/20260331/fun00e01",
                     *           "publishedAt": "2026-03-31T12:08:28.000Z",
                     *           "minutes": 19
                     *         }
                     *       ],
                     *       "copies": [
                     *         {
                     *           "source": 179,
                     *           "copy": 188,
                     *           "minutes": 27,
                     *           "score": 0.988453,
                     *           "kind": "high",
                     *           "evidence": "晨嶼社汐崎31日電）汐崎縣槭原文理學院31日證實年底將停招4個科系，牽動193名師生，學生會展開連署要求學校方面公開資料。\n\n法規預告期40天，截至昨天收到512則想法。前年汐崎縣已有8所學校整併，其"
                     *         },
                     *         {
                     *           "source": 192,
                     *           "copy": 200,
                     *           "minutes": 71,
                     *           "score": 0.754864,
                     *           "kind": "high",
                     *           "evidence": "槭川鄉公所31日收到54件陳情，一半是問會不會擴大。高教科長簡睿毅強調，「學生的受教權不打折，預算府方會想辦法」。\n\n汐崎縣設107所中小學，百人以下學校占10.1%，大半位於槭川鄉等山區。「官員講的"
                     *         }
                     *       ],
                     *       "citations": [
                     *         {
                     *           "id": 179,
                     *           "source": {
                     *             "media": "northradio",
                     *             "name": "北境電台",
                     *             "country": "未確認",
                     *             "countryCode": "ZZ",
                     *             "evidence": "（轉載自北境電台）了解內情的人士說，各方早在8週前就有過討論，只是當時意見並不一致",
                     *             "kind": "explicit"
                     *           }
                     *         },
                     *         {
                     *           "id": 188,
                     *           "source": {
                     *             "media": "chenyuwire",
                     *             "name": "晨嶼通訊社",
                     *             "country": "台灣",
                     *             "countryCode": "TW",
                     *             "evidence": "（晨嶼社汐崎31日電）汐崎縣槭原文理學院31日證實年底將停招4個科系，牽動193名師生，學生會展開連署要求學校方面公開資料",
                     *             "kind": "explicit"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EventThreadPropagation"];
                };
            };
            304: components["responses"]["NotModified"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "threadId": 17,
                     *       "basis": {
                     *         "id": "f9bbbc0d9cba",
                     *         "media": [
                     *           "beichenbiz",
                     *           "changtingdaily"
                     *         ],
                     *         "coverageFrom": "2026-03-30T16:00:00.000Z",
                     *         "validFrom": "2026-03-31T16:00:00.000Z"
                     *       },
                     *       "tags": [
                     *         "學測",
                     *         "槭原文理學院"
                     *       ],
                     *       "from": "2026-03-31T00:00:00.000Z",
                     *       "to": "2026-03-31T15:00:00.000Z",
                     *       "points": [
                     *         {
                     *           "t": "2026-03-31T00:00:00.000Z",
                     *           "blue": 0,
                     *           "green": 0,
                     *           "other": 0,
                     *           "tags": null
                     *         },
                     *         {
                     *           "t": "2026-03-31T01:00:00.000Z",
                     *           "blue": 0,
                     *           "green": 0,
                     *           "other": 0,
                     *           "tags": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EventThreadSeries"];
                };
            };
            304: components["responses"]["NotModified"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getExplainEventById: {
        parameters: {
            query?: {
                /** @description Newest hour of the thread that starts at or before this time */
                at?: string;
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
            /** @description How the numbers of an event come about. */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "thread": 17,
                     *       "hour": "2026-03-31T15:00:00.000Z",
                     *       "builtAt": "2026-03-31T15:34:00.000Z",
                     *       "rank": 1,
                     *       "score": 44.91071428571427,
                     *       "formulas": {
                     *         "eventScore": "score = the burst of all articles of the event: what a tag would have that they alone carried. Of windows before now, too, its own articles count and no others.",
                     *         "major": "A tag is a main tag if its burst is at least half of the first one; at most six are.",
                     *         "phrase": "A phrase is no tag: it names an event that no tag fits. Its articles are those of the event whose title contains it.",
                     *         "window": "An article counts in a window if it carries the tag, is of a basis media, its time is known, and from <= publishedAt < until.",
                     *         "score": "score = sum over the basis media, in the order of basis.media, of 2 * (1 - 0.5 ^ n), where n is the number of articles of the media in the window: 1 for the fi…",
                     *         "normalized": "normalized = score / (number of basis media) * 50",
                     *         "burst": "burst = sum over the past windows of weight * (normalized now - normalized then), divided by 15; null where a past window is not available",
                     *         "available": "A past window is available if basis.validFrom <= its until: all basis media were collected for the 24 hours before.",
                     *         "share": "share.blue = round(100 * camps.blue / (camps.blue + camps.green)), share.green = 100 - share.blue; null without either",
                     *         "lean": "lean = log2(((camps.blue + 0.5) / (camps.green + 0.5)) / ((baseline.outlets.blue + 0.5) / (baseline.outlets.green + 0.5)))",
                     *         "tilt": "tilt is the camp that lean favours, if |lean| >= 0.8 and camps.blue + camps.green >= 5",
                     *         "blindspot": "A camp is blind with at most 1 outlet where the other has at least 4."
                     *       },
                     *       "basis": {
                     *         "id": "f9bbbc0d9cba",
                     *         "media": [
                     *           "beichenbiz",
                     *           "changtingdaily"
                     *         ],
                     *         "coverageFrom": "2026-03-30T16:00:00.000Z",
                     *         "validFrom": "2026-03-31T16:00:00.000Z"
                     *       },
                     *       "tags": [
                     *         {
                     *           "tag": "學測",
                     *           "kind": "tag",
                     *           "burst": 37.648809523809526,
                     *           "major": true,
                     *           "windows": [
                     *             {
                     *               "hoursAgo": 0,
                     *               "weight": null,
                     *               "from": "2026-03-30T15:34:00.000Z",
                     *               "until": "2026-03-31T15:34:00.000Z",
                     *               "available": false,
                     *               "articleIds": {
                     *                 "beichenbiz": [
                     *                   222
                     *                 ],
                     *                 "chenyuwire": [
                     *                   200,
                     *                   197,
                     *                   189,
                     *                   186,
                     *                   179
                     *                 ],
                     *                 "shanxianevening": [
                     *                   194,
                     *                   193,
                     *                   188
                     *                 ],
                     *                 "zhigengdaily": [
                     *                   220,
                     *                   213
                     *                 ]
                     *               },
                     *               "count": 11,
                     *               "score": 6.1875,
                     *               "normalized": 44.19642857142857
                     *             },
                     *             {
                     *               "hoursAgo": 3,
                     *               "weight": 5,
                     *               "from": "2026-03-30T12:34:00.000Z",
                     *               "until": "2026-03-31T12:34:00.000Z",
                     *               "available": false,
                     *               "articleIds": {
                     *                 "chenyuwire": [
                     *                   189,
                     *                   186,
                     *                   179
                     *                 ],
                     *                 "shanxianevening": [
                     *                   188
                     *                 ]
                     *               },
                     *               "count": 4,
                     *               "score": 2.75,
                     *               "normalized": 19.642857142857142
                     *             }
                     *           ],
                     *           "cameLater": [],
                     *           "computed": null,
                     *           "agrees": false
                     *         },
                     *         {
                     *           "tag": "汐崎縣",
                     *           "kind": "tag",
                     *           "burst": 35.26785714285714,
                     *           "major": true,
                     *           "windows": [
                     *             {
                     *               "hoursAgo": 0,
                     *               "weight": null,
                     *               "from": "2026-03-30T15:34:00.000Z",
                     *               "until": "2026-03-31T15:34:00.000Z",
                     *               "available": false,
                     *               "articleIds": {
                     *                 "changtingdaily": [
                     *                   230,
                     *                   169,
                     *                   123
                     *                 ],
                     *                 "chenyuwire": [
                     *                   200,
                     *                   197,
                     *                   189,
                     *                   186,
                     *                   179,
                     *                   148,
                     *                   107,
                     *                   1
                     *                 ],
                     *                 "qingtingpolitics": [
                     *                   192
                     *                 ],
                     *                 "shanxianevening": [
                     *                   194,
                     *                   193,
                     *                   188,
                     *                   147,
                     *                   120,
                     *                   109
                     *                 ],
                     *                 "zhigengdaily": [
                     *                   220,
                     *                   213
                     *                 ]
                     *               },
                     *               "count": 20,
                     *               "score": 8.2109375,
                     *               "normalized": 58.64955357142857
                     *             },
                     *             {
                     *               "hoursAgo": 3,
                     *               "weight": 5,
                     *               "from": "2026-03-30T12:34:00.000Z",
                     *               "until": "2026-03-31T12:34:00.000Z",
                     *               "available": false,
                     *               "articleIds": {
                     *                 "changtingdaily": [
                     *                   169,
                     *                   123
                     *                 ],
                     *                 "chenyuwire": [
                     *                   189,
                     *                   186,
                     *                   179,
                     *                   148,
                     *                   107,
                     *                   1
                     *                 ],
                     *                 "qingtingpolitics": [
                     *                   192
                     *                 ],
                     *                 "shanxianevening": [
                     *                   188,
                     *                   147,
                     *                   120,
                     *                   109
                     *                 ]
                     *               },
                     *               "count": 13,
                     *               "score": 6.34375,
                     *               "normalized": 45.3125
                     *             }
                     *           ],
                     *           "cameLater": [],
                     *           "computed": null,
                     *           "agrees": false
                     *         }
                     *       ],
                     *       "coverage": {
                     *         "outlets": [
                     *           {
                     *             "media": "chenyuwire",
                     *             "camp": "other"
                     *           },
                     *           {
                     *             "media": "changtingdaily",
                     *             "camp": "other"
                     *           }
                     *         ],
                     *         "articles": 15,
                     *         "camps": {
                     *           "blue": 1,
                     *           "green": 1,
                     *           "other": 4
                     *         },
                     *         "share": {
                     *           "blue": 50,
                     *           "green": 50
                     *         },
                     *         "lean": 0,
                     *         "tilt": null,
                     *         "blindspot": []
                     *       },
                     *       "baseline": {
                     *         "outlets": {
                     *           "blue": 1,
                     *           "green": 1,
                     *           "other": 5
                     *         },
                     *         "articles": {
                     *           "blue": 32,
                     *           "green": 19,
                     *           "other": 158
                     *         }
                     *       },
                     *       "articleIds": [
                     *         42,
                     *         45,
                     *         46,
                     *         179,
                     *         186,
                     *         188,
                     *         189,
                     *         192,
                     *         193,
                     *         194,
                     *         197,
                     *         200,
                     *         213,
                     *         220,
                     *         222
                     *       ],
                     *       "articles": [
                     *         {
                     *           "id": 230,
                     *           "media": "changtingdaily",
                     *           "title": "銅板價來了！　燧曜食品29款清單　在地人才知道",
                     *           "url": "https://www.changtingdaily.example/story/2026/03/fun00q0o",
                     *           "publishedAt": "2026-03-31T15:27:03.000Z"
                     *         },
                     *         {
                     *           "id": 222,
                     *           "media": "beichenbiz",
                     *           "title": "槭原文理學院宣布停招　193師生錯愕　校方召開說明會",
                     *           "url": "https://www.beichenbiz.example/news/20260331/fun00e0f",
                     *           "publishedAt": "2026-03-31T15:03:31.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ExplainedEvent"];
                };
            };
            304: components["responses"]["NotModified"];
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
            /** @description There is no such thread, or it was not on the ranking so early */
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
    getExplainRanking: {
        parameters: {
            query: {
                /** @description Newest snapshot whose hour starts at or before this time; now by default */
                at?: string;
                /** @description Ranking category, see `/api/v1/categories` */
                category?: string;
                /** @description Tag; case and width make no difference */
                tag: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How the numbers of a tag come about. */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tag": "生活",
                     *       "category": "all",
                     *       "computedAt": "2026-03-31T16:00:00.000Z",
                     *       "basis": {
                     *         "id": "f9bbbc0d9cba",
                     *         "media": [
                     *           "beichenbiz",
                     *           "changtingdaily"
                     *         ],
                     *         "coverageFrom": "2026-03-30T16:00:00.000Z",
                     *         "validFrom": "2026-03-31T16:00:00.000Z"
                     *       },
                     *       "ranked": {
                     *         "rank": 5,
                     *         "score": 8.81201171875,
                     *         "count": 29,
                     *         "normalized": 62.94294084821429,
                     *         "burst": null
                     *       },
                     *       "formulas": {
                     *         "window": "An article counts in a window if it carries the tag, is of a basis media, its time is known, and from <= publishedAt < until.",
                     *         "score": "score = sum over the basis media, in the order of basis.media, of 2 * (1 - 0.5 ^ n), where n is the number of articles of the media in the window: 1 for the fi…",
                     *         "normalized": "normalized = score / (number of basis media) * 50",
                     *         "burst": "burst = sum over the past windows of weight * (normalized now - normalized then), divided by 15; null where a past window is not available",
                     *         "available": "A past window is available if basis.validFrom <= its until: all basis media were collected for the 24 hours before."
                     *       },
                     *       "windows": [
                     *         {
                     *           "hoursAgo": 0,
                     *           "weight": null,
                     *           "from": "2026-03-30T16:00:00.000Z",
                     *           "until": "2026-03-31T16:00:00.000Z",
                     *           "available": true,
                     *           "articleIds": {
                     *             "beichenbiz": [
                     *               41
                     *             ],
                     *             "changtingdaily": [
                     *               184,
                     *               152,
                     *               144,
                     *               123,
                     *               101,
                     *               83,
                     *               76,
                     *               70,
                     *               60,
                     *               45,
                     *               42,
                     *               21
                     *             ],
                     *             "chenyuwire": [
                     *               217,
                     *               135,
                     *               115,
                     *               114,
                     *               112,
                     *               48
                     *             ],
                     *             "shanxianevening": [
                     *               198,
                     *               191,
                     *               117,
                     *               73
                     *             ],
                     *             "zhigengdaily": [
                     *               221,
                     *               220,
                     *               94,
                     *               75,
                     *               64,
                     *               5
                     *             ]
                     *           },
                     *           "count": 29,
                     *           "score": 8.81201171875,
                     *           "normalized": 62.94294084821429,
                     *           "ranked": 62.94294084821429
                     *         },
                     *         {
                     *           "hoursAgo": 3,
                     *           "weight": 5,
                     *           "from": "2026-03-30T13:00:00.000Z",
                     *           "until": "2026-03-31T13:00:00.000Z",
                     *           "available": false,
                     *           "articleIds": {
                     *             "beichenbiz": [
                     *               41
                     *             ],
                     *             "changtingdaily": [
                     *               184,
                     *               152,
                     *               144,
                     *               123,
                     *               101,
                     *               83,
                     *               76,
                     *               70,
                     *               60,
                     *               45,
                     *               42,
                     *               21
                     *             ],
                     *             "chenyuwire": [
                     *               135,
                     *               115,
                     *               114,
                     *               112,
                     *               48
                     *             ],
                     *             "shanxianevening": [
                     *               191,
                     *               117,
                     *               73
                     *             ],
                     *             "zhigengdaily": [
                     *               94,
                     *               75,
                     *               64,
                     *               5
                     *             ]
                     *           },
                     *           "count": 25,
                     *           "score": 8.56201171875,
                     *           "normalized": 61.1572265625,
                     *           "ranked": null
                     *         }
                     *       ],
                     *       "burst": null,
                     *       "agrees": true,
                     *       "complete": true,
                     *       "articles": [
                     *         {
                     *           "id": 221,
                     *           "media": "zhigengdaily",
                     *           "title": "燧曜食品優惠擠爆 29項商品買一送一",
                     *           "url": "https://www.zhigengdaily.example/news/20260331/fun00q0n",
                     *           "publishedAt": "2026-03-31T15:04:27.000Z"
                     *         },
                     *         {
                     *           "id": 220,
                     *           "media": "zhigengdaily",
                     *           "title": "槭原文理學院擬整併　193師生連署反對　校方召開說明會",
                     *           "url": "https://www.zhigengdaily.example/news/20260331/fun00e0e",
                     *           "publishedAt": "2026-03-31T14:52:14.000Z"
                     *         }
                     *       ],
                     *       "cameLater": []
                     *     }
                     */
                    "application/json": components["schemas"]["ExplainedRanking"];
                };
            };
            304: components["responses"]["NotModified"];
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
            /** @description There is no such category, no such snapshot, or the tag is not in it */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "generatedAt": "2026-03-31T16:00:00.000Z",
                     *       "hours": 24,
                     *       "threshold": 0.65,
                     *       "method": "dice-5-character-shingles",
                     *       "index": {
                     *         "analyzed": 192,
                     *         "pairs": 26,
                     *         "windowDays": 7,
                     *         "from": "2026-03-30T16:00:00.000Z"
                     *       },
                     *       "totals": {
                     *         "journalists": 86,
                     *         "articles": 188,
                     *         "credited": 206
                     *       },
                     *       "limit": 20,
                     *       "journalists": [
                     *         {
                     *           "name": "趙沛蓁",
                     *           "articles": 12,
                     *           "media": [
                     *             {
                     *               "media": "chenyuwire",
                     *               "name": "晨嶼通訊社",
                     *               "count": 12
                     *             }
                     *           ],
                     *           "withBody": 10,
                     *           "cited": 3,
                     *           "latest": "2026-03-31T14:19:49.000Z",
                     *           "compared": 10,
                     *           "similar": {
                     *             "pairs": 4,
                     *             "articles": 3,
                     *             "later": 1,
                     *             "earlier": 3,
                     *             "sameAuthor": 0,
                     *             "identical": 1
                     *           }
                     *         },
                     *         {
                     *           "name": "Liao Tai-chi",
                     *           "articles": 8,
                     *           "media": [
                     *             {
                     *               "media": "harborledger",
                     *               "name": "Harbor Ledger",
                     *               "count": 8
                     *             }
                     *           ],
                     *           "withBody": 6,
                     *           "cited": 2,
                     *           "latest": "2026-03-31T14:12:40.000Z",
                     *           "compared": 6,
                     *           "similar": {
                     *             "pairs": 0,
                     *             "articles": 0,
                     *             "later": 0,
                     *             "earlier": 0,
                     *             "sameAuthor": 0,
                     *             "identical": 0
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Journalists"];
                };
            };
            304: components["responses"]["NotModified"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "趙沛蓁",
                     *       "generatedAt": "2026-03-31T16:00:00.000Z",
                     *       "hours": 168,
                     *       "threshold": 0.65,
                     *       "method": "dice-5-character-shingles",
                     *       "stats": {
                     *         "articles": 12,
                     *         "withBody": 10,
                     *         "averageChars": 733,
                     *         "cited": 3,
                     *         "tags": [
                     *           {
                     *             "tag": "消費",
                     *             "count": 4
                     *           },
                     *           {
                     *             "tag": "手搖飲",
                     *             "count": 3
                     *           }
                     *         ],
                     *         "similar": {
                     *           "pairs": 4,
                     *           "articles": 3,
                     *           "later": 1,
                     *           "earlier": 3,
                     *           "sameAuthor": 0,
                     *           "identical": 1
                     *         }
                     *       },
                     *       "media": [
                     *         {
                     *           "media": "chenyuwire",
                     *           "name": "晨嶼通訊社",
                     *           "count": 12
                     *         }
                     *       ],
                     *       "articles": [
                     *         {
                     *           "id": 209,
                     *           "media": "chenyuwire",
                     *           "mediaTitle": "晨嶼通訊社",
                     *           "title": "霧浦浪兵同意 賽後這樣說",
                     *           "url": "https://www.chenyuwire.example/news/20260331/fun01206",
                     *           "image": "https://img.chenyuwire.example/photo/fun01206.jpg",
                     *           "publishedAt": "2026-03-31T14:19:49.000Z",
                     *           "tags": [
                     *             "礁灣飛鯨",
                     *             "霧浦浪兵"
                     *           ],
                     *           "bodyStatus": "ok",
                     *           "bodyChars": 1046,
                     *           "byline": [
                     *             "記者趙沛蓁／台北報導"
                     *           ],
                     *           "coauthors": [],
                     *           "attributions": [],
                     *           "matches": 0,
                     *           "compared": true
                     *         },
                     *         {
                     *           "id": 210,
                     *           "media": "chenyuwire",
                     *           "mediaTitle": "晨嶼通訊社",
                     *           "title": "簡蔓曦加盟巴格蘭聯盟　合約5.4億元　誤判爭議引抗議",
                     *           "url": "https://www.chenyuwire.example/news/20260331/fun01205",
                     *           "image": "https://img.chenyuwire.example/photo/fun01205.jpg",
                     *           "publishedAt": "2026-03-31T14:18:30.000Z",
                     *           "tags": [
                     *             "礁灣飛鯨",
                     *             "霧浦浪兵"
                     *           ],
                     *           "bodyStatus": "ok",
                     *           "bodyChars": 708,
                     *           "byline": [
                     *             "記者趙沛蓁／台北報導"
                     *           ],
                     *           "coauthors": [],
                     *           "attributions": [],
                     *           "matches": 0,
                     *           "compared": true
                     *         }
                     *       ],
                     *       "pairs": [
                     *         {
                     *           "own": {
                     *             "id": 63,
                     *             "media": "chenyuwire",
                     *             "mediaTitle": "晨嶼通訊社",
                     *             "country": "台灣",
                     *             "countryCode": "TW",
                     *             "title": "榕川鎮老麵店爆紅　排隊50分鐘才吃得到　恐罰218萬",
                     *             "url": "https://www.chenyuwire.example/news/20260331/fun00x00",
                     *             "publishedAt": "2026-03-31T04:53:47.000Z",
                     *             "authors": [
                     *               "晨嶼社 趙沛蓁"
                     *             ],
                     *             "bodyLength": 432,
                     *             "attributions": []
                     *           },
                     *           "other": {
                     *             "id": 163,
                     *             "media": "zhigengdaily",
                     *             "mediaTitle": "知更日報",
                     *             "country": "台灣",
                     *             "countryCode": "TW",
                     *             "title": "懶人包／榕川鎮老麵店爆紅 在地人才知道",
                     *             "url": "https://www.zhigengdaily.example/news/20260331/fun00x0j",
                     *             "publishedAt": "2026-03-31T10:26:13.000Z",
                     *             "authors": [
                     *               "記者柯柏徽／台北報導"
                     *             ],
                     *             "bodyLength": 432,
                     *             "attributions": [
                     *               {
                     *                 "media": "chenyuwire",
                     *                 "name": "晨嶼通訊社",
                     *                 "country": "台灣",
                     *                 "countryCode": "TW",
                     *                 "evidence": "（晨嶼社嵐津31日電）嵐津市榕川鎮一家50年小吃店因網民分享再次爆紅，主廚鄭庭曦31日提到，週末最多賣218份",
                     *                 "kind": "explicit"
                     *               }
                     *             ]
                     *           },
                     *           "score": 1,
                     *           "containment": 1,
                     *           "sharedShingles": 365,
                     *           "kind": "identical",
                     *           "evidence": "晨嶼社嵐津31日電）嵐津市榕川鎮一家50年小吃店因網民分享再次爆紅，主廚鄭庭曦31日提到，週末最多賣218份。\n\n鯨鶴食品回覆，問題批號約6,400件，目前54%已回收，民眾可憑包裝至884家門市退費",
                     *           "minutes": 332,
                     *           "relation": "earlier",
                     *           "sameAuthor": false,
                     *           "ownCitesOther": false,
                     *           "otherCitesOwn": true
                     *         },
                     *         {
                     *           "own": {
                     *             "id": 131,
                     *             "media": "chenyuwire",
                     *             "mediaTitle": "晨嶼通訊社",
                     *             "country": "台灣",
                     *             "countryCode": "TW",
                     *             "title": "燧曜食品優惠擠爆 29項商品買一送一",
                     *             "url": "https://www.chenyuwire.example/news/20260331/fun00q04",
                     *             "publishedAt": "2026-03-31T07:23:57.000Z",
                     *             "authors": [
                     *               "晨嶼社 趙沛蓁"
                     *             ],
                     *             "bodyLength": 979,
                     *             "attributions": [
                     *               {
                     *                 "media": "changtingdaily",
                     *                 "name": "長汀日報",
                     *                 "country": "台灣",
                     *                 "countryCode": "TW",
                     *                 "evidence": "長汀先前報導，相關人員曾掌握通報",
                     *                 "kind": "explicit"
                     *               }
                     *             ]
                     *           },
                     *           "other": {
                     *             "id": 104,
                     *             "media": "beichenbiz",
                     *             "mediaTitle": "北辰財經",
                     *             "country": "台灣",
                     *             "countryCode": "TW",
                     *             "title": "燧曜食品優惠擠爆 29項商品買一送一",
                     *             "url": "https://www.beichenbiz.example/news/20260331/fun00q06",
                     *             "publishedAt": "2026-03-31T07:27:08.000Z",
                     *             "authors": [
                     *               "即時中心邱紹毅"
                     *             ],
                     *             "bodyLength": 885,
                     *             "attributions": [
                     *               {
                     *                 "media": "chenyuwire",
                     *                 "name": "晨嶼通訊社",
                     *                 "country": "台灣",
                     *                 "countryCode": "TW",
                     *                 "evidence": "（晨嶼社汐崎31日電）燧曜食品31日宣布限時5天優惠，29項商品第二件五折，線上開賣29分鐘就湧進1,180筆訂單",
                     *                 "kind": "explicit"
                     *               }
                     *             ]
                     *           },
                     *           "score": 0.8709677419354839,
                     *           "containment": 0.9121621621621622,
                     *           "sharedShingles": 675,
                     *           "kind": "high",
                     *           "evidence": "具體而言，大學教授翁詠澄翻出7年前的報告說，這類疏漏不是第一次，可惜經驗沒有寫進手冊。榕汀區老街有47攤熟食，七成由第二代經營。「開店靠的是老客人，該退的一定退。」余柏曦說。\n\n國外也有類似經驗，該國",
                     *           "minutes": 3,
                     *           "relation": "earlier",
                     *           "sameAuthor": false,
                     *           "ownCitesOther": false,
                     *           "otherCitesOwn": true
                     *         }
                     *       ],
                     *       "index": {
                     *         "compared": 10,
                     *         "pending": 0,
                     *         "windowDays": 7
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Journalist"];
                };
            };
            304: components["responses"]["NotModified"];
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
            405: components["responses"]["MethodNotAllowed"];
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": 231,
                     *           "article": {
                     *             "id": 231,
                     *             "media": "qingtingpolitics",
                     *             "mediaTitle": "晴汀政論",
                     *             "camp": "green",
                     *             "title": "霧浦浪兵鬆手　球迷嗨翻",
                     *             "description": "霧浦浪兵王牌投手簡蔓曦31日正式旅外巴格蘭聯盟，合約7年5.4億元，改寫汐洲球員紀錄。",
                     *             "url": "https://qingtingpolitics.example/article/fun01209.html",
                     *             "image": "https://img.qingtingpolitics.example/photo/fun01209.jpg",
                     *             "publishedAt": "2026-03-31T15:36:21.000Z",
                     *             "datePending": false,
                     *             "section": "棒球",
                     *             "tags": [
                     *               "礁灣飛鯨",
                     *               "霧浦浪兵"
                     *             ],
                     *             "tagSource": "derived",
                     *             "lang": "zh"
                     *           }
                     *         },
                     *         {
                     *           "id": 227,
                     *           "article": {
                     *             "id": 227,
                     *             "media": "chenyuwire",
                     *             "mediaTitle": "晨嶼通訊社",
                     *             "camp": "other",
                     *             "title": "歐布利安與塔里斯重啟會談　關稅倒數3天",
                     *             "description": "歐布利安與塔里斯31日在第三地舉行的關稅談判未能達成共識，歐布利安外長柯芮莎·諾丹會議結束後指出，兩國對稅率…",
                     *             "url": "https://www.chenyuwire.example/news/20260331/fun00f03",
                     *             "image": "https://img.chenyuwire.example/photo/fun00f03.jpg",
                     *             "publishedAt": "2026-03-31T15:32:59.000Z",
                     *             "datePending": false,
                     *             "section": "要聞",
                     *             "tags": [
                     *               "歐布利安",
                     *               "岬津縣"
                     *             ],
                     *             "lang": "zh"
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    match: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "The bridge over the harbour opened this morning after four years of work. The first to cross it were the workers who built it, and pupils of the school at its foot."
                 *     }
                 */
                "application/json": components["schemas"]["MatchQuestion"];
            };
        };
        responses: {
            /** @description What is like a text. */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "article": {
                     *         "id": 63,
                     *         "media": "chenyuwire",
                     *         "mediaTitle": "晨嶼通訊社",
                     *         "country": "台灣",
                     *         "countryCode": "TW",
                     *         "title": "榕川鎮老麵店爆紅　排隊50分鐘才吃得到　恐罰218萬",
                     *         "url": "https://www.chenyuwire.example/news/20260331/fun00x00",
                     *         "publishedAt": "2026-03-31T04:53:47.000Z",
                     *         "authors": [
                     *           "晨嶼社 趙沛蓁"
                     *         ],
                     *         "bodyLength": 432,
                     *         "attributions": []
                     *       },
                     *       "threshold": 0.65,
                     *       "chars": 369,
                     *       "limited": false,
                     *       "windowDays": 7,
                     *       "matches": [
                     *         {
                     *           "article": {
                     *             "id": 163,
                     *             "media": "zhigengdaily",
                     *             "mediaTitle": "知更日報",
                     *             "country": "台灣",
                     *             "countryCode": "TW",
                     *             "title": "懶人包／榕川鎮老麵店爆紅 在地人才知道",
                     *             "url": "https://www.zhigengdaily.example/news/20260331/fun00x0j",
                     *             "publishedAt": "2026-03-31T10:26:13.000Z",
                     *             "authors": [
                     *               "記者柯柏徽／台北報導"
                     *             ],
                     *             "bodyLength": 432,
                     *             "attributions": [
                     *               {
                     *                 "media": "chenyuwire",
                     *                 "name": "晨嶼通訊社",
                     *                 "country": "台灣",
                     *                 "countryCode": "TW",
                     *                 "evidence": "（晨嶼社嵐津31日電）嵐津市榕川鎮一家50年小吃店因網民分享再次爆紅，主廚鄭庭曦31日提到，週末最多賣218份",
                     *                 "kind": "explicit"
                     *               }
                     *             ]
                     *           },
                     *           "score": 1,
                     *           "containment": 1,
                     *           "sharedShingles": 365,
                     *           "kind": "identical",
                     *           "passages": [
                     *             "晨嶼社嵐津31日電）嵐津市榕川鎮一家50年小吃店因網民分享再次爆紅，主廚鄭庭曦31日提到，週末最多賣218份。\n\n鯨鶴食品回覆，問題批號約6,400件，目前54%已回收，民眾可憑包裝至884家門市退費"
                     *           ]
                     *         }
                     *       ],
                     *       "tags": [
                     *         {
                     *           "tag": "鯨鶴食品食安",
                     *           "articles": 2,
                     *           "inText": false
                     *         },
                     *         {
                     *           "tag": "消費",
                     *           "articles": 2,
                     *           "inText": false
                     *         }
                     *       ],
                     *       "threads": [
                     *         {
                     *           "id": 7,
                     *           "majorTags": [
                     *             "鯨鶴食品食安",
                     *             "嵐津市"
                     *           ],
                     *           "firstTime": "2026-03-31T05:00:00.000Z",
                     *           "lastTime": "2026-03-31T15:00:00.000Z",
                     *           "tags": [
                     *             "鯨鶴食品食安",
                     *             "漲價"
                     *           ],
                     *           "articles": 0,
                     *           "belongs": true,
                     *           "likeness": 3.9139217703992077,
                     *           "rank": 7
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Match"];
                };
            };
            /** @description There is neither a text nor an address, or both, or a text with too few letters or too long */
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
            /** @description No article that is shown has this address */
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
            405: components["responses"]["PostMethodNotAllowed"];
            /** @description The body is longer than 1048576 bytes. */
            413: {
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
            415: components["responses"]["PostUnsupportedMediaType"];
            429: components["responses"]["PostTooManyRequests"];
            503: components["responses"]["PostUnavailable"];
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "beichenbiz": {
                     *         "title": "北辰財經",
                     *         "icon": "https://www.beichenbiz.example/favicon.ico",
                     *         "camp": "other"
                     *       },
                     *       "changtingdaily": {
                     *         "title": "長汀日報",
                     *         "icon": "https://www.changtingdaily.example/favicon.ico",
                     *         "camp": "other"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MediaMap"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMediaStats: {
        parameters: {
            query?: {
                /** @description What was said at the full hour at or before this time; now by default */
                at?: string;
            };
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "generatedAt": "2026-03-31T16:00:00.000Z",
                     *       "todayStart": "2026-03-31T16:00:00.000Z",
                     *       "past": null,
                     *       "totals": {
                     *         "today": 0,
                     *         "last24h": 231,
                     *         "publishingMedia24h": 8,
                     *         "pendingDate": 2,
                     *         "activeSources": 9,
                     *         "disabledSources": 6,
                     *         "taggedShare24h": 0.9307359307359307,
                     *         "statusCounts": {
                     *           "ok": 9,
                     *           "stale": 0,
                     *           "failing": 0,
                     *           "disabled": 6
                     *         }
                     *       },
                     *       "media": [
                     *         {
                     *           "media": "beichenbiz",
                     *           "title": "北辰財經",
                     *           "icon": "https://www.beichenbiz.example/favicon.ico",
                     *           "sourceKind": "publisher",
                     *           "category": "news",
                     *           "categoryLabel": "新聞",
                     *           "camp": "other",
                     *           "schedule": "*\/20 * * * *",
                     *           "country": "台灣",
                     *           "countryCode": "TW",
                     *           "crawler": {
                     *             "methods": [
                     *               "rss"
                     *             ],
                     *             "transport": "HTTP",
                     *             "body": "page",
                     *             "lastVerifiedMethod": "rss",
                     *             "links": [
                     *               {
                     *                 "label": "Rules of this media",
                     *                 "url": "http://news.example/docs/media/beichenbiz"
                     *               }
                     *             ],
                     *             "health": null
                     *           },
                     *           "today": 0,
                     *           "last24h": 23,
                     *           "last7d": 23,
                     *           "collectingSince": "2026-03-30T16:00:00.000Z",
                     *           "pendingDate": 0,
                     *           "taggedShare24h": 1,
                     *           "lastArticle": "2026-03-31T15:03:31.000Z",
                     *           "lastCrawlOk": "2026-03-31T14:35:32.000Z",
                     *           "status": "ok",
                     *           "topics": {
                     *             "media": "beichenbiz",
                     *             "sources": [
                     *               {
                     *                 "url": "https://www.beichenbiz.example/topics",
                     *                 "kind": "topic",
                     *                 "items": 7,
                     *                 "pages": 2,
                     *                 "error": null
                     *               },
                     *               {
                     *                 "url": "https://www.beichenbiz.example/features",
                     *                 "kind": "feature",
                     *                 "items": 7,
                     *                 "pages": 2,
                     *                 "error": null
                     *               }
                     *             ],
                     *             "checkedAt": "2026-03-31T15:50:40.000Z",
                     *             "lastSuccessAt": "2026-03-31T15:50:40.000Z",
                     *             "status": "ok",
                     *             "counts": {
                     *               "topic": 1,
                     *               "feature": 0
                     *             },
                     *             "rulesUrl": "http://news.example/docs/media/beichenbiz"
                     *           },
                     *           "revisions": {
                     *             "titles7d": 1,
                     *             "titleShare7d": 0.043478260869565216,
                     *             "medianMinutes": 70
                     *           }
                     *         },
                     *         {
                     *           "media": "changtingdaily",
                     *           "title": "長汀日報",
                     *           "icon": "https://www.changtingdaily.example/favicon.ico",
                     *           "sourceKind": "publisher",
                     *           "category": "news",
                     *           "categoryLabel": "新聞",
                     *           "camp": "other",
                     *           "schedule": "*\/20 * * * *",
                     *           "country": "台灣",
                     *           "countryCode": "TW",
                     *           "crawler": {
                     *             "methods": [
                     *               "rss"
                     *             ],
                     *             "transport": "HTTP",
                     *             "body": "page",
                     *             "lastVerifiedMethod": "rss",
                     *             "links": [
                     *               {
                     *                 "label": "Rules of this media",
                     *                 "url": "http://news.example/docs/media/changtingdaily"
                     *               }
                     *             ],
                     *             "health": null
                     *           },
                     *           "today": 0,
                     *           "last24h": 40,
                     *           "last7d": 40,
                     *           "collectingSince": "2026-03-30T16:00:00.000Z",
                     *           "pendingDate": 1,
                     *           "taggedShare24h": 0.975,
                     *           "lastArticle": "2026-03-31T15:27:03.000Z",
                     *           "lastCrawlOk": "2026-03-31T15:14:51.000Z",
                     *           "status": "ok",
                     *           "topics": {
                     *             "media": "changtingdaily",
                     *             "sources": [
                     *               {
                     *                 "url": "https://www.changtingdaily.example/topics",
                     *                 "kind": "auto",
                     *                 "items": 10,
                     *                 "pages": 2,
                     *                 "error": null
                     *               },
                     *               {
                     *                 "url": "https://www.changtingdaily.example/features",
                     *                 "kind": "feature",
                     *                 "items": 10,
                     *                 "pages": 2,
                     *                 "error": null
                     *               }
                     *             ],
                     *             "checkedAt": "2026-03-31T15:50:19.000Z",
                     *             "lastSuccessAt": "2026-03-31T15:50:19.000Z",
                     *             "status": "ok",
                     *             "counts": {
                     *               "topic": 1,
                     *               "feature": 6
                     *             },
                     *             "rulesUrl": "http://news.example/docs/media/changtingdaily"
                     *           },
                     *           "revisions": {
                     *             "titles7d": 0,
                     *             "titleShare7d": 0,
                     *             "medianMinutes": null
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MediaStats"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description `at` is malformed */
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
            /** @description It is not known what was collected at that time */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "generatedAt": "2026-03-31T16:00:00.000Z",
                     *       "collectionStartedAt": "2026-03-30T16:15:17.000Z",
                     *       "months": [
                     *         "2026-03",
                     *         "2026-04"
                     *       ],
                     *       "media": [
                     *         {
                     *           "media": "beichenbiz",
                     *           "sourceKind": "publisher",
                     *           "firstAcquiredAt": "2026-03-30T16:27:56.000Z",
                     *           "monthly": [
                     *             {
                     *               "month": "2026-03",
                     *               "articles": 23
                     *             },
                     *             {
                     *               "month": "2026-04",
                     *               "articles": 0
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "media": "changtingdaily",
                     *           "sourceKind": "publisher",
                     *           "firstAcquiredAt": "2026-03-30T18:01:43.000Z",
                     *           "monthly": [
                     *             {
                     *               "month": "2026-03",
                     *               "articles": 39
                     *             },
                     *             {
                     *               "month": "2026-04",
                     *               "articles": 0
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MediaTraffic"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "media": "qingtingpolitics",
                     *       "title": "晴汀政論",
                     *       "icon": "https://www.qingtingpolitics.example/favicon.ico",
                     *       "hours": 24,
                     *       "articleCount": 22,
                     *       "topTags": [
                     *         {
                     *           "tag": "礁灣飛鯨",
                     *           "count": 2
                     *         },
                     *         {
                     *           "tag": "鯨鶴食品",
                     *           "count": 2
                     *         }
                     *       ],
                     *       "articles": [
                     *         {
                     *           "id": 231,
                     *           "title": "霧浦浪兵鬆手　球迷嗨翻",
                     *           "url": "https://qingtingpolitics.example/article/fun01209.html",
                     *           "image": "https://img.qingtingpolitics.example/photo/fun01209.jpg",
                     *           "publishedAt": "2026-03-31T15:36:21.000Z",
                     *           "tags": [
                     *             "礁灣飛鯨",
                     *             "霧浦浪兵"
                     *           ]
                     *         },
                     *         {
                     *           "id": 229,
                     *           "title": "簡蔓曦旅外！　原因找到了",
                     *           "url": "https://qingtingpolitics.example/article/fun01208.html",
                     *           "image": "https://img.qingtingpolitics.example/photo/fun01208.jpg",
                     *           "publishedAt": "2026-03-31T15:23:26.000Z",
                     *           "tags": [
                     *             "礁灣飛鯨",
                     *             "簡蔓曦"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MediaPage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMediaByMediaContent: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before; `q` and `hours` stay as they were */
                cursor?: string;
                /** @description Only articles published in the last hours; all when absent */
                hours?: number;
                /** @description Most entries of one answer */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "media": "qingtingpolitics",
                     *       "title": "晴汀政論",
                     *       "sourceKind": "publisher",
                     *       "publisher": {
                     *         "media": "qingtingpolitics",
                     *         "name": "晴汀政論",
                     *         "country": "台灣",
                     *         "countryCode": "TW"
                     *       },
                     *       "limit": 10,
                     *       "count": 10,
                     *       "nextCursor": "AUAAAAAApEAAAAAAAEAAAAAAACtwUeat5uRNtk9gJtpNX2Ss",
                     *       "articles": [
                     *         {
                     *           "id": 231,
                     *           "media": "qingtingpolitics",
                     *           "mediaTitle": "晴汀政論",
                     *           "title": "霧浦浪兵鬆手　球迷嗨翻",
                     *           "url": "https://qingtingpolitics.example/article/fun01209.html",
                     *           "image": "https://img.qingtingpolitics.example/photo/fun01209.jpg",
                     *           "publishedAt": "2026-03-31T15:36:21.000Z",
                     *           "tags": [
                     *             "礁灣飛鯨",
                     *             "霧浦浪兵"
                     *           ],
                     *           "tagSource": "derived",
                     *           "lang": "zh",
                     *           "description": "霧浦浪兵王牌投手簡蔓曦31日正式旅外巴格蘭聯盟，合約7年5.4億元，改寫汐洲球員紀錄。",
                     *           "authors": [
                     *             "簡曉縈"
                     *           ],
                     *           "publisher": {
                     *             "media": "qingtingpolitics",
                     *             "name": "晴汀政論",
                     *             "country": "台灣",
                     *             "countryCode": "TW"
                     *           },
                     *           "discoverySources": [],
                     *           "bodyStatus": "ok",
                     *           "bodyChars": 692,
                     *           "contentFetchedAt": "2026-03-31T15:53:47.000Z"
                     *         },
                     *         {
                     *           "id": 229,
                     *           "media": "qingtingpolitics",
                     *           "mediaTitle": "晴汀政論",
                     *           "title": "簡蔓曦旅外！　原因找到了",
                     *           "url": "https://qingtingpolitics.example/article/fun01208.html",
                     *           "image": "https://img.qingtingpolitics.example/photo/fun01208.jpg",
                     *           "publishedAt": "2026-03-31T15:23:26.000Z",
                     *           "tags": [
                     *             "礁灣飛鯨",
                     *             "簡蔓曦"
                     *           ],
                     *           "tagSource": "derived",
                     *           "lang": "zh",
                     *           "description": "霧浦浪兵王牌投手簡蔓曦31日正式旅外巴格蘭聯盟，合約7年5.4億元，改寫汐洲球員紀錄。「聽起來很有道理，實際上才是學問，…",
                     *           "authors": [
                     *             "賴予綺"
                     *           ],
                     *           "publisher": {
                     *             "media": "qingtingpolitics",
                     *             "name": "晴汀政論",
                     *             "country": "台灣",
                     *             "countryCode": "TW"
                     *           },
                     *           "discoverySources": [],
                     *           "bodyStatus": "ok",
                     *           "bodyChars": 1234,
                     *           "contentFetchedAt": "2026-03-31T15:38:43.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MediaContent"];
                };
            };
            304: components["responses"]["NotModified"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMediaByMediaKeywords: {
        parameters: {
            query?: {
                /** @description Length of the window in hours */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "media": "qingtingpolitics",
                     *       "hours": 24,
                     *       "from": "2026-03-30T16:00:00.000Z",
                     *       "to": "2026-03-31T16:00:00.000Z",
                     *       "sampledArticles": 22,
                     *       "capped": false,
                     *       "terms": [
                     *         {
                     *           "label": "議會",
                     *           "count": 3
                     *         },
                     *         {
                     *           "label": "霧浦浪兵",
                     *           "count": 2
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MediaKeywords"];
                };
            };
            304: components["responses"]["NotModified"];
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
                    /** @description Entity tag for if-none-match, where present. */
                    etag?: string;
                    /** @description Requests admitted per window of 60 seconds. */
                    "x-ratelimit-limit"?: number;
                    /** @description Requests left in the current window. */
                    "x-ratelimit-remaining"?: number;
                    /** @description Seconds until the current window ends. */
                    "x-ratelimit-reset"?: number;
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
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
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRanking: {
        parameters: {
            query?: {
                /** @description Newest snapshot whose hour starts at or before this time; now by default */
                at?: string;
                /** @description Ranking category, see `/api/v1/categories` */
                category?: string;
                /** @description Most entries of one answer */
                limit?: number;
                /** @description By how steeply a tag rose, or by how much is written about it */
                order?: "burst" | "score";
                /** @description Media codes, separated by commas, at most 60: only these count. Computed on demand */
                outlets?: string;
                /** @description 1 adds the tags that share the most articles */
                related?: "0" | "1";
                /** @description A set of outlets, by its name in `/api/v1/sets` or its secret address: only its outlets count. Computed on demand */
                set?: string;
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "order": "burst",
                     *       "snapshot": {
                     *         "id": 145,
                     *         "category": "all",
                     *         "hourStart": "2026-03-31T16:00:00.000Z",
                     *         "computedAt": "2026-03-31T16:00:00.000Z",
                     *         "weight": 7,
                     *         "basis": {
                     *           "id": "f9bbbc0d9cba",
                     *           "media": [
                     *             "beichenbiz",
                     *             "changtingdaily"
                     *           ],
                     *           "coverageFrom": "2026-03-30T16:00:00.000Z",
                     *           "validFrom": "2026-03-31T16:00:00.000Z"
                     *         },
                     *         "available": true,
                     *         "articleCount": 214,
                     *         "mediaCount": 7,
                     *         "historyAvailable": []
                     *       },
                     *       "entries": [
                     *         {
                     *           "rank": 5,
                     *           "position": 1,
                     *           "tag": "生活",
                     *           "score": 8.81201171875,
                     *           "count": 29,
                     *           "media": {
                     *             "beichenbiz": 1,
                     *             "changtingdaily": 12,
                     *             "chenyuwire": 6,
                     *             "shanxianevening": 4,
                     *             "zhigengdaily": 6
                     *           },
                     *           "normalized": 62.94294084821429,
                     *           "burst": null,
                     *           "history": {
                     *             "3": null,
                     *             "6": null,
                     *             "12": null,
                     *             "24": null,
                     *             "48": null
                     *           },
                     *           "rank24h": null,
                     *           "new": false,
                     *           "related": [
                     *             {
                     *               "tag": "漲價",
                     *               "count": 10,
                     *               "share": 0.3448275862068966
                     *             },
                     *             {
                     *               "tag": "手搖飲",
                     *               "count": 8,
                     *               "share": 0.27586206896551724
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "rank": 6,
                     *           "position": 2,
                     *           "tag": "手搖飲",
                     *           "score": 8.6201171875,
                     *           "count": 28,
                     *           "media": {
                     *             "beichenbiz": 4,
                     *             "changtingdaily": 9,
                     *             "chenyuwire": 11,
                     *             "shanxianevening": 3,
                     *             "zhigengdaily": 1
                     *           },
                     *           "normalized": 61.572265625,
                     *           "burst": null,
                     *           "history": {
                     *             "3": null,
                     *             "6": null,
                     *             "12": null,
                     *             "24": null,
                     *             "48": null
                     *           },
                     *           "rank24h": null,
                     *           "new": false,
                     *           "related": [
                     *             {
                     *               "tag": "消費",
                     *               "count": 13,
                     *               "share": 0.4642857142857143
                     *             },
                     *             {
                     *               "tag": "燧曜食品食安",
                     *               "count": 13,
                     *               "share": 0.4642857142857143
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Ranking"];
                };
            };
            304: components["responses"]["NotModified"];
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
            /** @description There is no such category or set, or no snapshot at or before that time */
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
    getRankingCsv: {
        parameters: {
            query?: {
                /** @description Newest snapshot whose hour starts at or before this time; now by default */
                at?: string;
                /** @description Ranking category, see `/api/v1/categories` */
                category?: string;
                /** @description Most entries of one answer */
                limit?: number;
                /** @description By how steeply a tag rose, or by how much is written about it */
                order?: "burst" | "score";
                /** @description Media codes, separated by commas, at most 60: only these count. Computed on demand */
                outlets?: string;
                /** @description 1 adds the tags that share the most articles */
                related?: "0" | "1";
                /** @description A set of outlets, by its name in `/api/v1/sets` or its secret address: only its outlets count. Computed on demand */
                set?: string;
                /** @description 1 adds 49 hourly points to each entry */
                trend?: "0" | "1";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Tag ranking of the last 24 hours, as CSV. */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example rank,position,tag,score,count,normalized,burst,rank24h,new,media,history,related,trend
                     *     5,1,生活,8.81201171875,29,62.94294084821429,,,false,"{""beichenbiz"":1,""changtingdaily"":12,""chenyuwire"":6,""shanxianevening"":4,""zhigengdaily"":6}","{""3"":null,""6"":null,""12"":null,""24"":null,""48"":null}",,
                     *     6,2,手搖飲,8.6201171875,28,61.572265625,,,false,"{""beichenbiz"":4,""changtingdaily"":9,""chenyuwire"":11,""shanxianevening"":3,""zhigengdaily"":1}","{""3"":null,""6"":null,""12"":null,""24"":null,""48"":null}",,
                     */
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
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
            /** @description There is no such category or set, or no snapshot at or before that time */
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
    getRevisions: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the page before; all other parameters stay as they were */
                cursor?: string;
                /** @description Hours back from `until` when `since` is absent */
                hours?: number;
                /** @description What was changed, one of these at least, separated by commas */
                kind?: ("title" | "summary" | "authors" | "image" | "body")[];
                /** @description Most entries of one answer */
                limit?: number;
                /** @description Media codes, separated by commas */
                media?: string[];
                /** @description Text that the title or summary held before the change, or holds after it */
                q?: string;
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
            /** @description What was changed after publication, newest first. */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "since": "2026-03-30T16:00:00.000Z",
                     *       "until": "2026-03-31T16:00:00.000Z",
                     *       "count": 6,
                     *       "nextCursor": null,
                     *       "keptSince": null,
                     *       "revisions": [
                     *         {
                     *           "id": 749,
                     *           "seenAt": "2026-03-31T14:28:37.000Z",
                     *           "minutesAfter": 318,
                     *           "changed": [
                     *             "title"
                     *           ],
                     *           "title": {
                     *             "before": "「Zeltaqi 7」吸金案宣判　吳沛岑遭判刑5年1月　「保證獲利」都是假",
                     *             "after": "更新／「Zeltaqi 7」吸金案宣判　吳沛岑遭判刑5年1月　「保證獲利」都是假",
                     *             "diff": [
                     *               {
                     *                 "op": "insert",
                     *                 "text": "更新／"
                     *               },
                     *               {
                     *                 "op": "equal",
                     *                 "text": "「Zeltaqi 7」吸金案宣判　吳沛岑遭判刑5年1月　「保證獲利」都是假"
                     *               }
                     *             ],
                     *             "flips": 0,
                     *             "lastSeenAt": "2026-03-31T14:28:37.000Z"
                     *           },
                     *           "summary": null,
                     *           "authors": null,
                     *           "image": null,
                     *           "body": null,
                     *           "article": {
                     *             "id": 140,
                     *             "media": "haichaosyndicate",
                     *             "mediaTitle": "海潮編譯專區",
                     *             "title": "更新／「Zeltaqi 7」吸金案宣判　吳沛岑遭判刑5年1月　「保證獲利」都是假",
                     *             "url": "https://haichaosyndicate.example/article/fum00t0s.html",
                     *             "publishedAt": "2026-03-31T09:09:48.000Z"
                     *           }
                     *         },
                     *         {
                     *           "id": 719,
                     *           "seenAt": "2026-03-31T13:45:26.000Z",
                     *           "minutesAfter": 12,
                     *           "changed": [
                     *             "title"
                     *           ],
                     *           "title": {
                     *             "before": "硯鶴科技法說會　新廠週末動土",
                     *             "after": "【更正】硯鶴科技法說會　新廠週末動土",
                     *             "diff": [
                     *               {
                     *                 "op": "insert",
                     *                 "text": "【更正】"
                     *               },
                     *               {
                     *                 "op": "equal",
                     *                 "text": "硯鶴科技法說會　新廠週末動土"
                     *               }
                     *             ],
                     *             "flips": 0,
                     *             "lastSeenAt": "2026-03-31T13:45:26.000Z"
                     *           },
                     *           "summary": null,
                     *           "authors": null,
                     *           "image": null,
                     *           "body": null,
                     *           "article": {
                     *             "id": 201,
                     *             "media": "chenyuwire",
                     *             "mediaTitle": "晨嶼通訊社",
                     *             "title": "【更正】硯鶴科技法說會　新廠週末動土",
                     *             "url": "https://www.chenyuwire.example/news/20260331/fun0130j",
                     *             "publishedAt": "2026-03-31T13:33:23.000Z"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RevisionList"];
                };
            };
            304: components["responses"]["NotModified"];
            /** @description Unknown media or kind, a malformed time, a window over 31 days, or an invalid cursor */
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sets of outlets. */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1,
                     *       "sets": [
                     *         {
                     *           "name": "trades",
                     *           "title": "報社、電視與專業媒體",
                     *           "by": "示範伺服器",
                     *           "changed": "2026-03-30T16:00:00.000Z",
                     *           "outlets": 7,
                     *           "camps": [
                     *             "綜合報紙",
                     *             "專業媒體"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OutletSets"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSetsByName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of a set, or its secret address */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A set of outlets with its grounds. */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "trades",
                     *       "title": "報社、電視與專業媒體",
                     *       "by": "示範伺服器",
                     *       "made": "2026-03-30T16:00:00.000Z",
                     *       "changed": "2026-03-30T16:00:00.000Z",
                     *       "grounds": "依媒體種類分組，不看立場：綜合報紙、電視台，以及財經、政論與生活媒體。分類取自各媒體自己的名稱。",
                     *       "links": [],
                     *       "camps": [
                     *         {
                     *           "key": "camp-1",
                     *           "label": "綜合報紙",
                     *           "colour": "#2b6cb0",
                     *           "compared": true,
                     *           "outlets": [
                     *             "changtingdaily",
                     *             "chenyuwire"
                     *           ]
                     *         },
                     *         {
                     *           "key": "camp-2",
                     *           "label": "專業媒體",
                     *           "colour": "#c05621",
                     *           "compared": true,
                     *           "outlets": [
                     *             "beichenbiz",
                     *             "qingtingpolitics"
                     *           ]
                     *         }
                     *       ],
                     *       "leftOut": []
                     *     }
                     */
                    "application/json": components["schemas"]["OutletSet"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            /** @description There is no such set, or its secret address was revoked */
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
    getSimilarity: {
        parameters: {
            query?: {
                /** @description What was said at the full hour at or before this time; now by default */
                at?: string;
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "generatedAt": "2026-03-31T16:00:00.000Z",
                     *       "past": null,
                     *       "hours": 48,
                     *       "days": null,
                     *       "from": "2026-03-29T16:00:00.000Z",
                     *       "to": "2026-03-31T16:00:00.000Z",
                     *       "threshold": 0.65,
                     *       "method": "dice-5-character-shingles",
                     *       "coverage": [
                     *         {
                     *           "media": "chenyuwire",
                     *           "name": "晨嶼通訊社",
                     *           "total": 55,
                     *           "fetched": 51,
                     *           "usable": 50,
                     *           "indexed": 50,
                     *           "withAuthors": 48,
                     *           "missing": 3,
                     *           "pending": 0,
                     *           "enabled": true,
                     *           "excludedFromStatistics": false
                     *         },
                     *         {
                     *           "media": "changtingdaily",
                     *           "name": "長汀日報",
                     *           "total": 40,
                     *           "fetched": 38,
                     *           "usable": 35,
                     *           "indexed": 35,
                     *           "withAuthors": 37,
                     *           "missing": 1,
                     *           "pending": 0,
                     *           "enabled": true,
                     *           "excludedFromStatistics": false
                     *         }
                     *       ],
                     *       "index": {
                     *         "available": 192,
                     *         "analyzed": 192,
                     *         "limited": 0,
                     *         "pending": 0,
                     *         "pairs": 26,
                     *         "groups": 17,
                     *         "citations": 36,
                     *         "windowDays": 7
                     *       },
                     *       "nodes": [
                     *         {
                     *           "id": "chenyuwire",
                     *           "name": "晨嶼通訊社",
                     *           "country": "台灣",
                     *           "countryCode": "TW",
                     *           "articles": 50,
                     *           "similar": 10,
                     *           "earliest": 4,
                     *           "later": 6,
                     *           "outgoing": 7,
                     *           "incoming": 13,
                     *           "external": false
                     *         },
                     *         {
                     *           "id": "changtingdaily",
                     *           "name": "長汀日報",
                     *           "country": "台灣",
                     *           "countryCode": "TW",
                     *           "articles": 35,
                     *           "similar": 4,
                     *           "earliest": 1,
                     *           "later": 3,
                     *           "outgoing": 6,
                     *           "incoming": 4,
                     *           "external": false
                     *         }
                     *       ],
                     *       "edges": [
                     *         {
                     *           "source": "changtingdaily",
                     *           "target": "chenyuwire",
                     *           "kind": "citation",
                     *           "count": 4,
                     *           "score": null
                     *         },
                     *         {
                     *           "source": "zhigengdaily",
                     *           "target": "chenyuwire",
                     *           "kind": "citation",
                     *           "count": 4,
                     *           "score": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SimilarityGraph"];
                };
            };
            304: components["responses"]["NotModified"];
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
            /** @description It is not known what had come by `at` */
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
    getSimilarityDaily: {
        parameters: {
            query?: {
                /** @description What was said at the full hour at or before this time; now by default */
                at?: string;
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-03-03",
                     *       "to": "2026-04-01",
                     *       "threshold": 0.65,
                     *       "past": null,
                     *       "days": [
                     *         "2026-03-03",
                     *         "2026-03-04"
                     *       ],
                     *       "totals": {
                     *         "articles": [
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           192,
                     *           0
                     *         ],
                     *         "pairs": [
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           26,
                     *           0
                     *         ],
                     *         "identical": [
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           2,
                     *           0
                     *         ],
                     *         "citations": [
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           0,
                     *           36,
                     *           0
                     *         ]
                     *       },
                     *       "media": [
                     *         {
                     *           "media": "beichenbiz",
                     *           "name": "北辰財經",
                     *           "articles": [
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             21,
                     *             0
                     *           ],
                     *           "pairs": [
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             9,
                     *             0
                     *           ],
                     *           "copied": [
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             4,
                     *             0
                     *           ],
                     *           "copying": [
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             4,
                     *             0
                     *           ],
                     *           "citing": [
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             4,
                     *             0
                     *           ],
                     *           "cited": [
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0
                     *           ]
                     *         },
                     *         {
                     *           "media": "changtingdaily",
                     *           "name": "長汀日報",
                     *           "articles": [
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             35,
                     *             0
                     *           ],
                     *           "pairs": [
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             5,
                     *             0
                     *           ],
                     *           "copied": [
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             2,
                     *             0
                     *           ],
                     *           "copying": [
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             3,
                     *             0
                     *           ],
                     *           "citing": [
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             6,
                     *             0
                     *           ],
                     *           "cited": [
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             0,
                     *             4,
                     *             0
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SimilarityDaily"];
                };
            };
            304: components["responses"]["NotModified"];
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
            /** @description It is not known what had come by `at` */
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
    getSimilarityEvidence: {
        parameters: {
            query?: {
                /** @description What was said at the full hour at or before this time; now by default */
                at?: string;
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
                /** @description What the evidence is of */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": 58,
                     *       "page": 0,
                     *       "pageSize": 20,
                     *       "hiddenSources": 0,
                     *       "items": [
                     *         {
                     *           "kind": "citation",
                     *           "key": "citation-224-chenyuwire",
                     *           "publishedAt": "2026-03-31T15:12:34.000Z",
                     *           "articleId": 224,
                     *           "source": {
                     *             "media": "chenyuwire",
                     *             "name": "晨嶼通訊社",
                     *             "country": "台灣",
                     *             "countryCode": "TW",
                     *             "evidence": "（晨嶼社澄渡30日電）吳沛岑等人被控以「Zeltaqi 7」名義招攬會員，澄渡市法院30日宣判，以加重詐欺及洗錢等罪判處5年1月徒刑，仍可上訴",
                     *             "kind": "explicit"
                     *           }
                     *         },
                     *         {
                     *           "kind": "origin",
                     *           "key": "origin-221",
                     *           "publishedAt": "2026-03-31T15:04:27.000Z",
                     *           "articleId": 221,
                     *           "sourceId": 169,
                     *           "groupId": "g169",
                     *           "directPair": {
                     *             "id": "169-221",
                     *             "a": {
                     *               "id": 169,
                     *               "media": "changtingdaily",
                     *               "mediaTitle": "長汀日報",
                     *               "country": "台灣",
                     *               "countryCode": "TW",
                     *               "title": "買一送一來了！ 燧曜食品29款清單 退費方式出爐",
                     *               "url": "https://www.changtingdaily.example/story/2026/03/fun00q0j",
                     *               "publishedAt": "2026-03-31T10:45:53.000Z",
                     *               "authors": [],
                     *               "bodyLength": 692,
                     *               "attributions": []
                     *             },
                     *             "b": {
                     *               "id": 221,
                     *               "media": "zhigengdaily",
                     *               "mediaTitle": "知更日報",
                     *               "country": "台灣",
                     *               "countryCode": "TW",
                     *               "title": "燧曜食品優惠擠爆 29項商品買一送一",
                     *               "url": "https://www.zhigengdaily.example/news/20260331/fun00q0n",
                     *               "publishedAt": "2026-03-31T15:04:27.000Z",
                     *               "authors": [],
                     *               "bodyLength": 645,
                     *               "attributions": []
                     *             },
                     *             "score": 0.78018,
                     *             "containment": 0.812383,
                     *             "sharedShingles": 433,
                     *             "kind": "high",
                     *             "evidence": "排隊的民眾賴予縈說，「每週都來，聽到要關很捨不得」。\n\n燧曜食品創立於47年前，現有門市215家，一向以外食與即食市場為主。加盟主抱怨總部前一晚通知，價目表清晨5時10分還沒更新。在此之前，店長余柏曦"
                     *           }
                     *         }
                     *       ],
                     *       "articles": {
                     *         "63": {
                     *           "id": 63,
                     *           "media": "chenyuwire",
                     *           "mediaTitle": "晨嶼通訊社",
                     *           "country": "台灣",
                     *           "countryCode": "TW",
                     *           "title": "榕川鎮老麵店爆紅　排隊50分鐘才吃得到　恐罰218萬",
                     *           "url": "https://www.chenyuwire.example/news/20260331/fun00x00",
                     *           "publishedAt": "2026-03-31T04:53:47.000Z",
                     *           "authors": [
                     *             "晨嶼社 趙沛蓁"
                     *           ],
                     *           "bodyLength": 432,
                     *           "attributions": []
                     *         },
                     *         "90": {
                     *           "id": 90,
                     *           "media": "shanxianevening",
                     *           "mediaTitle": "山線晚報",
                     *           "country": "台灣",
                     *           "countryCode": "TW",
                     *           "title": "硯鶴科技法說會　訂單能見度到連假",
                     *           "url": "https://www.shanxianevening.example/news/20260331/fun01306",
                     *           "publishedAt": "2026-03-31T06:59:09.000Z",
                     *           "authors": [
                     *             "盧昀翎台北"
                     *           ],
                     *           "bodyLength": 728,
                     *           "attributions": []
                     *         }
                     *       },
                     *       "groups": {
                     *         "g169": {
                     *           "id": "g169",
                     *           "sourceId": 169,
                     *           "articleIds": [
                     *             169,
                     *             221
                     *           ],
                     *           "articleCount": 2,
                     *           "tiedFirst": 1,
                     *           "pairCount": 1,
                     *           "pairs": [
                     *             {
                     *               "id": "169-221",
                     *               "a": {
                     *                 "id": 169,
                     *                 "media": "changtingdaily",
                     *                 "mediaTitle": "長汀日報",
                     *                 "country": "台灣",
                     *                 "countryCode": "TW",
                     *                 "title": "買一送一來了！ 燧曜食品29款清單 退費方式出爐",
                     *                 "url": "https://www.changtingdaily.example/story/2026/03/fun00q0j",
                     *                 "publishedAt": "2026-03-31T10:45:53.000Z",
                     *                 "authors": [],
                     *                 "bodyLength": 692,
                     *                 "attributions": []
                     *               },
                     *               "b": {
                     *                 "id": 221,
                     *                 "media": "zhigengdaily",
                     *                 "mediaTitle": "知更日報",
                     *                 "country": "台灣",
                     *                 "countryCode": "TW",
                     *                 "title": "燧曜食品優惠擠爆 29項商品買一送一",
                     *                 "url": "https://www.zhigengdaily.example/news/20260331/fun00q0n",
                     *                 "publishedAt": "2026-03-31T15:04:27.000Z",
                     *                 "authors": [],
                     *                 "bodyLength": 645,
                     *                 "attributions": []
                     *               },
                     *               "score": 0.78018,
                     *               "containment": 0.812383,
                     *               "sharedShingles": 433,
                     *               "kind": "high",
                     *               "evidence": "排隊的民眾賴予縈說，「每週都來，聽到要關很捨不得」。\n\n燧曜食品創立於47年前，現有門市215家，一向以外食與即食市場為主。加盟主抱怨總部前一晚通知，價目表清晨5時10分還沒更新。在此之前，店長余柏曦"
                     *             }
                     *           ]
                     *         },
                     *         "g179": {
                     *           "id": "g179",
                     *           "sourceId": 179,
                     *           "articleIds": [
                     *             179,
                     *             188,
                     *             220
                     *           ],
                     *           "articleCount": 3,
                     *           "tiedFirst": 1,
                     *           "pairCount": 3,
                     *           "pairs": [
                     *             {
                     *               "id": "179-188",
                     *               "a": {
                     *                 "id": 179,
                     *                 "media": "chenyuwire",
                     *                 "mediaTitle": "晨嶼通訊社",
                     *                 "country": "台灣",
                     *                 "countryCode": "TW",
                     *                 "title": "槭原文理學院擬停招 193師生錯愕 4方案二選一",
                     *                 "url": "https://www.chenyuwire.example/news/20260331/fun00e00",
                     *                 "publishedAt": "2026-03-31T11:49:28.000Z",
                     *                 "authors": [
                     *                   "晨嶼社 孫歆曦"
                     *                 ],
                     *                 "bodyLength": 775,
                     *                 "attributions": [
                     *                   {
                     *                     "media": "northradio",
                     *                     "name": "北境電台",
                     *                     "country": "未確認",
                     *                     "countryCode": "ZZ",
                     *                     "evidence": "（轉載自北境電台）了解內情的人士說，各方早在8週前就有過討論，只是當時意見並不一致",
                     *                     "kind": "explicit"
                     *                   }
                     *                 ]
                     *               },
                     *               "b": {
                     *                 "id": 188,
                     *                 "media": "shanxianevening",
                     *                 "mediaTitle": "山線晚報",
                     *                 "country": "台灣",
                     *                 "countryCode": "TW",
                     *                 "title": "【更正】槭原文理學院擬停招 193師生錯愕 4方案二選一",
                     *                 "url": "https://www.shanxianevening.example/news/20260331/fun00e02",
                     *                 "publishedAt": "2026-03-31T12:16:04.000Z",
                     *                 "authors": [
                     *                   "朱棠韶/曾語墨"
                     *                 ],
                     *                 "bodyLength": 768,
                     *                 "attributions": [
                     *                   {
                     *                     "media": "chenyuwire",
                     *                     "name": "晨嶼通訊社",
                     *                     "country": "台灣",
                     *                     "countryCode": "TW",
                     *                     "evidence": "（晨嶼社汐崎31日電）汐崎縣槭原文理學院31日證實年底將停招4個科系，牽動193名師生，學生會展開連署要求學校方面公開資料",
                     *                     "kind": "explicit"
                     *                   }
                     *                 ]
                     *               },
                     *               "score": 0.988453,
                     *               "containment": 0.993808,
                     *               "sharedShingles": 642,
                     *               "kind": "high",
                     *               "evidence": "晨嶼社汐崎31日電）汐崎縣槭原文理學院31日證實年底將停招4個科系，牽動193名師生，學生會展開連署要求學校方面公開資料。\n\n法規預告期40天，截至昨天收到512則想法。前年汐崎縣已有8所學校整併，其"
                     *             },
                     *             {
                     *               "id": "188-220",
                     *               "a": {
                     *                 "id": 188,
                     *                 "media": "shanxianevening",
                     *                 "mediaTitle": "山線晚報",
                     *                 "country": "台灣",
                     *                 "countryCode": "TW",
                     *                 "title": "【更正】槭原文理學院擬停招 193師生錯愕 4方案二選一",
                     *                 "url": "https://www.shanxianevening.example/news/20260331/fun00e02",
                     *                 "publishedAt": "2026-03-31T12:16:04.000Z",
                     *                 "authors": [
                     *                   "朱棠韶/曾語墨"
                     *                 ],
                     *                 "bodyLength": 768,
                     *                 "attributions": [
                     *                   {
                     *                     "media": "chenyuwire",
                     *                     "name": "晨嶼通訊社",
                     *                     "country": "台灣",
                     *                     "countryCode": "TW",
                     *                     "evidence": "（晨嶼社汐崎31日電）汐崎縣槭原文理學院31日證實年底將停招4個科系，牽動193名師生，學生會展開連署要求學校方面公開資料",
                     *                     "kind": "explicit"
                     *                   }
                     *                 ]
                     *               },
                     *               "b": {
                     *                 "id": 220,
                     *                 "media": "zhigengdaily",
                     *                 "mediaTitle": "知更日報",
                     *                 "country": "台灣",
                     *                 "countryCode": "TW",
                     *                 "title": "槭原文理學院擬整併　193師生連署反對　校方召開說明會",
                     *                 "url": "https://www.zhigengdaily.example/news/20260331/fun00e0e",
                     *                 "publishedAt": "2026-03-31T14:52:14.000Z",
                     *                 "authors": [
                     *                   "記者黃亦杰／台北報導"
                     *                 ],
                     *                 "bodyLength": 610,
                     *                 "attributions": [
                     *                   {
                     *                     "media": "chenyuwire",
                     *                     "name": "晨嶼通訊社",
                     *                     "country": "台灣",
                     *                     "countryCode": "TW",
                     *                     "evidence": "（晨嶼社汐崎31日電）汐崎縣槭原文理學院31日證實年底將停招4個科系，牽動193名師生，學生會展開連署要求學校方面公開資料",
                     *                     "kind": "explicit"
                     *                   }
                     *                 ]
                     *               },
                     *               "score": 0.677558,
                     *               "containment": 0.762089,
                     *               "sharedShingles": 394,
                     *               "kind": "high",
                     *               "evidence": "談到預算，承辦人員不諱言，今年只有29人負責1,250件申請，「確實很緊繃」。學校法規規定，停招須辦2場公聽會，並提前13個月公告。\n\n汐洲出生人數連年下降，兒少發展協會估算，36年後學齡人口將再縮減"
                     *             }
                     *           ]
                     *         }
                     *       },
                     *       "past": null
                     *     }
                     */
                    "application/json": components["schemas"]["SimilarityEvidence"];
                };
            };
            304: components["responses"]["NotModified"];
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
            /** @description It is not known what had come by `at` */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example event: media
                     *     data: {"kind":"media","id":"haichaosyndicate","media":{"media":"haichaosyndicate","title":"海潮編譯專區","icon":"https://www.haichaosyndicate.example/favicon.ico","camp":"other","categories":[],"sourceKind":"publisher","country":"台灣","countryCode":"TW","enabled":true,"external":false,"syndicated":true}}
                     *
                     *     id: AUAAAAACuEAAAAAAAFswu3w5SUGdRJ-MAGgnt3TBjzOIFXI9c9uBpCzb
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
    getTagsByTagArticles: {
        parameters: {
            query?: {
                /** @description Hours back */
                hours?: number;
                /** @description Most entries of one answer */
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tag": "生活",
                     *       "hours": 24,
                     *       "articles": [
                     *         {
                     *           "id": 221,
                     *           "media": "zhigengdaily",
                     *           "title": "燧曜食品優惠擠爆 29項商品買一送一",
                     *           "url": "https://www.zhigengdaily.example/news/20260331/fun00q0n",
                     *           "image": null,
                     *           "publishedAt": "2026-03-31T15:04:27.000Z",
                     *           "tags": [
                     *             "燧曜食品食安",
                     *             "生活"
                     *           ],
                     *           "mediaTitle": "知更日報"
                     *         },
                     *         {
                     *           "id": 220,
                     *           "media": "zhigengdaily",
                     *           "title": "槭原文理學院擬整併　193師生連署反對　校方召開說明會",
                     *           "url": "https://www.zhigengdaily.example/news/20260331/fun00e0e",
                     *           "image": "https://img.zhigengdaily.example/photo/fun00e0e.jpg",
                     *           "publishedAt": "2026-03-31T14:52:14.000Z",
                     *           "tags": [
                     *             "學測",
                     *             "生活"
                     *           ],
                     *           "mediaTitle": "知更日報"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TagArticles"];
                };
            };
            304: components["responses"]["NotModified"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tag": "生活",
                     *       "category": "all",
                     *       "hours": 24,
                     *       "basis": {
                     *         "id": "f9bbbc0d9cba",
                     *         "media": [
                     *           "beichenbiz",
                     *           "changtingdaily"
                     *         ],
                     *         "coverageFrom": "2026-03-30T16:00:00.000Z",
                     *         "validFrom": "2026-03-31T16:00:00.000Z"
                     *       },
                     *       "points": [
                     *         {
                     *           "t": "2026-03-30T16:00:00.000Z",
                     *           "score": null,
                     *           "count": 0,
                     *           "rank": null,
                     *           "hourlyCount": 0,
                     *           "average24h": null
                     *         },
                     *         {
                     *           "t": "2026-03-30T17:00:00.000Z",
                     *           "score": null,
                     *           "count": 1,
                     *           "rank": 12,
                     *           "hourlyCount": 1,
                     *           "average24h": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TagSeries"];
                };
            };
            304: components["responses"]["NotModified"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tag": "生活",
                     *       "stats": [
                     *         {
                     *           "category": "all",
                     *           "level": 2,
                     *           "firstHour": "2026-03-30T23:00:00.000Z",
                     *           "lastHour": "2026-03-31T15:00:00.000Z",
                     *           "hoursCount": 17,
                     *           "maxHour": "2026-03-31T15:00:00.000Z",
                     *           "maxCount": 29
                     *         },
                     *         {
                     *           "category": "all",
                     *           "level": 3,
                     *           "firstHour": "2026-03-31T02:00:00.000Z",
                     *           "lastHour": "2026-03-31T15:00:00.000Z",
                     *           "hoursCount": 14,
                     *           "maxHour": "2026-03-31T15:00:00.000Z",
                     *           "maxCount": 29
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TagStats"];
                };
            };
            304: components["responses"]["NotModified"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tag": "生活",
                     *       "ranking": {
                     *         "category": "news",
                     *         "hourStart": "2026-03-31T16:00:00.000Z",
                     *         "position": 1,
                     *         "rank": 5,
                     *         "normalized": 62.94294084821429,
                     *         "burst": null,
                     *         "count": 29,
                     *         "mediaCount": 5,
                     *         "basisMediaCount": 7,
                     *         "rank24h": null,
                     *         "new": false
                     *       },
                     *       "related": [
                     *         {
                     *           "tag": "漲價",
                     *           "count": 10,
                     *           "share": 0.3448275862068966
                     *         },
                     *         {
                     *           "tag": "手搖飲",
                     *           "count": 8,
                     *           "share": 0.27586206896551724
                     *         }
                     *       ],
                     *       "threads": [],
                     *       "history": {
                     *         "level": 3,
                     *         "firstHour": "2026-03-31T02:00:00.000Z",
                     *         "lastHour": "2026-03-31T15:00:00.000Z",
                     *         "hoursCount": 14,
                     *         "maxHour": "2026-03-31T15:00:00.000Z",
                     *         "maxCount": 29
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TagStatus"];
                };
            };
            304: components["responses"]["NotModified"];
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTopics: {
        parameters: {
            query?: {
                /** @description What was said at the full hour at or before this time; now by default */
                at?: string;
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
                    /** @description Parameters of the request that mean nothing here, where there are any: percent-encoded, separated by commas. */
                    "x-unknown-parameters"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "past": null,
                     *       "kind": "topic",
                     *       "media": [
                     *         {
                     *           "media": "shanxianevening",
                     *           "title": "山線晚報",
                     *           "icon": "https://www.shanxianevening.example/favicon.ico",
                     *           "link": "https://www.shanxianevening.example/topics",
                     *           "check": {
                     *             "checkedAt": "2026-03-31T15:50:33.000Z",
                     *             "lastSuccessAt": "2026-03-31T15:50:33.000Z",
                     *             "status": "ok",
                     *             "fetched": 10,
                     *             "stale": false,
                     *             "sources": [
                     *               {
                     *                 "url": "https://www.shanxianevening.example/topics",
                     *                 "kind": "auto",
                     *                 "items": 10,
                     *                 "pages": 2,
                     *                 "error": null
                     *               },
                     *               {
                     *                 "url": "https://www.shanxianevening.example/features",
                     *                 "kind": "feature",
                     *                 "items": 10,
                     *                 "pages": 2,
                     *                 "error": null
                     *               }
                     *             ],
                     *             "error": null
                     *           },
                     *           "count": 3,
                     *           "counts": {
                     *             "topic": 3,
                     *             "feature": 1
                     *           },
                     *           "latest": {
                     *             "id": "11",
                     *             "time": "2026-03-30T18:50:28.000Z",
                     *             "backlog": true,
                     *             "title": "汐原國小　人物側寫",
                     *             "url": "https://www.shanxianevening.example/topics/tdl9hg-p",
                     *             "image": "https://img.shanxianevening.example/topic/tdl9hg-p.jpg",
                     *             "kind": "topic",
                     *             "status": "active",
                     *             "sponsored": false,
                     *             "parentId": 10,
                     *             "storyFirstAt": "2026-03-29T08:47:15.000Z",
                     *             "storyLastAt": "2026-03-31T12:49:40.000Z",
                     *             "updatedAt": "2026-03-31T12:49:40.000Z",
                     *             "storyCount": 2,
                     *             "tags": [
                     *               "汐原國小"
                     *             ]
                     *           },
                     *           "recent": [
                     *             {
                     *               "id": "11",
                     *               "time": "2026-03-30T18:50:28.000Z",
                     *               "backlog": true,
                     *               "title": "汐原國小　人物側寫",
                     *               "url": "https://www.shanxianevening.example/topics/tdl9hg-p",
                     *               "image": "https://img.shanxianevening.example/topic/tdl9hg-p.jpg",
                     *               "kind": "topic",
                     *               "status": "active",
                     *               "sponsored": false,
                     *               "parentId": 10,
                     *               "storyFirstAt": "2026-03-29T08:47:15.000Z",
                     *               "storyLastAt": "2026-03-31T12:49:40.000Z",
                     *               "updatedAt": "2026-03-31T12:49:40.000Z",
                     *               "storyCount": 2,
                     *               "tags": [
                     *                 "汐原國小"
                     *               ]
                     *             },
                     *             {
                     *               "id": "10",
                     *               "time": "2026-03-30T18:50:28.000Z",
                     *               "backlog": true,
                     *               "title": "汐原國小專題",
                     *               "url": "https://www.shanxianevening.example/topics/tdl9hg",
                     *               "image": "https://img.shanxianevening.example/topic/tdl9hg.jpg",
                     *               "kind": "topic",
                     *               "status": "active",
                     *               "sponsored": false,
                     *               "parentId": null,
                     *               "storyFirstAt": "2026-03-29T08:47:15.000Z",
                     *               "storyLastAt": "2026-03-31T12:49:40.000Z",
                     *               "updatedAt": "2026-03-31T12:49:40.000Z",
                     *               "storyCount": 2,
                     *               "tags": [
                     *                 "汐原國小"
                     *               ]
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "media": "beichenbiz",
                     *           "title": "北辰財經",
                     *           "icon": "https://www.beichenbiz.example/favicon.ico",
                     *           "link": "https://www.beichenbiz.example/topics",
                     *           "check": {
                     *             "checkedAt": "2026-03-31T15:50:40.000Z",
                     *             "lastSuccessAt": "2026-03-31T15:50:40.000Z",
                     *             "status": "ok",
                     *             "fetched": 7,
                     *             "stale": false,
                     *             "sources": [
                     *               {
                     *                 "url": "https://www.beichenbiz.example/topics",
                     *                 "kind": "topic",
                     *                 "items": 7,
                     *                 "pages": 2,
                     *                 "error": null
                     *               },
                     *               {
                     *                 "url": "https://www.beichenbiz.example/features",
                     *                 "kind": "feature",
                     *                 "items": 7,
                     *                 "pages": 2,
                     *                 "error": null
                     *               }
                     *             ],
                     *             "error": null
                     *           },
                     *           "count": 1,
                     *           "counts": {
                     *             "topic": 1,
                     *             "feature": 0
                     *           },
                     *           "latest": {
                     *             "id": "12",
                     *             "time": "2026-03-30T18:50:35.000Z",
                     *             "backlog": false,
                     *             "title": "Novita 4專題",
                     *             "url": "https://www.beichenbiz.example/topics/j1hi1r",
                     *             "image": "https://img.beichenbiz.example/topic/j1hi1r.jpg",
                     *             "kind": "topic",
                     *             "status": "active",
                     *             "sponsored": false,
                     *             "parentId": null,
                     *             "storyFirstAt": "2026-03-30T12:22:05.000Z",
                     *             "storyLastAt": "2026-03-31T10:10:14.000Z",
                     *             "updatedAt": "2026-03-31T10:10:14.000Z",
                     *             "storyCount": 2,
                     *             "tags": [
                     *               "Novita 4"
                     *             ]
                     *           },
                     *           "recent": [
                     *             {
                     *               "id": "12",
                     *               "time": "2026-03-30T18:50:35.000Z",
                     *               "backlog": false,
                     *               "title": "Novita 4專題",
                     *               "url": "https://www.beichenbiz.example/topics/j1hi1r",
                     *               "image": "https://img.beichenbiz.example/topic/j1hi1r.jpg",
                     *               "kind": "topic",
                     *               "status": "active",
                     *               "sponsored": false,
                     *               "parentId": null,
                     *               "storyFirstAt": "2026-03-30T12:22:05.000Z",
                     *               "storyLastAt": "2026-03-31T10:10:14.000Z",
                     *               "updatedAt": "2026-03-31T10:10:14.000Z",
                     *               "storyCount": 2,
                     *               "tags": [
                     *                 "Novita 4"
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "feed": [
                     *         {
                     *           "id": "11",
                     *           "time": "2026-03-30T18:50:28.000Z",
                     *           "backlog": true,
                     *           "title": "汐原國小　人物側寫",
                     *           "url": "https://www.shanxianevening.example/topics/tdl9hg-p",
                     *           "image": "https://img.shanxianevening.example/topic/tdl9hg-p.jpg",
                     *           "kind": "topic",
                     *           "status": "active",
                     *           "sponsored": false,
                     *           "parentId": 10,
                     *           "storyFirstAt": "2026-03-29T08:47:15.000Z",
                     *           "storyLastAt": "2026-03-31T12:49:40.000Z",
                     *           "updatedAt": "2026-03-31T12:49:40.000Z",
                     *           "storyCount": 2,
                     *           "tags": [
                     *             "汐原國小"
                     *           ],
                     *           "media": "shanxianevening",
                     *           "mediaTitle": "山線晚報",
                     *           "icon": "https://www.shanxianevening.example/favicon.ico",
                     *           "mediaImage": "https://www.shanxianevening.example/favicon.ico",
                     *           "coverage": {
                     *             "tags": [
                     *               "汐原國小"
                     *             ],
                     *             "basis": "title",
                     *             "count": 2,
                     *             "capped": false,
                     *             "mediaCount": 2,
                     *             "latest": [
                     *               {
                     *                 "id": 195,
                     *                 "media": "shanxianevening",
                     *                 "mediaTitle": "山線晚報",
                     *                 "title": "嵐野教師缺額473人　葉岱菱：山區最難找",
                     *                 "url": "https://www.shanxianevening.example/news/20260331/fun00w00",
                     *                 "time": "2026-03-31T12:49:40.000Z"
                     *               },
                     *               {
                     *                 "id": 5,
                     *                 "media": "zhigengdaily",
                     *                 "mediaTitle": "知更日報",
                     *                 "title": "62歲重返汐原國小 師長：他真的很拚",
                     *                 "url": "https://www.zhigengdaily.example/news/20260331/ful00506",
                     *                 "time": "2026-03-30T17:52:07.000Z"
                     *               }
                     *             ]
                     *           }
                     *         },
                     *         {
                     *           "id": "10",
                     *           "time": "2026-03-30T18:50:28.000Z",
                     *           "backlog": true,
                     *           "title": "汐原國小專題",
                     *           "url": "https://www.shanxianevening.example/topics/tdl9hg",
                     *           "image": "https://img.shanxianevening.example/topic/tdl9hg.jpg",
                     *           "kind": "topic",
                     *           "status": "active",
                     *           "sponsored": false,
                     *           "parentId": null,
                     *           "storyFirstAt": "2026-03-29T08:47:15.000Z",
                     *           "storyLastAt": "2026-03-31T12:49:40.000Z",
                     *           "updatedAt": "2026-03-31T12:49:40.000Z",
                     *           "storyCount": 2,
                     *           "tags": [
                     *             "汐原國小"
                     *           ],
                     *           "media": "shanxianevening",
                     *           "mediaTitle": "山線晚報",
                     *           "icon": "https://www.shanxianevening.example/favicon.ico",
                     *           "mediaImage": "https://www.shanxianevening.example/favicon.ico",
                     *           "coverage": {
                     *             "tags": [
                     *               "汐原國小"
                     *             ],
                     *             "basis": "title",
                     *             "count": 2,
                     *             "capped": false,
                     *             "mediaCount": 2,
                     *             "latest": [
                     *               {
                     *                 "id": 195,
                     *                 "media": "shanxianevening",
                     *                 "mediaTitle": "山線晚報",
                     *                 "title": "嵐野教師缺額473人　葉岱菱：山區最難找",
                     *                 "url": "https://www.shanxianevening.example/news/20260331/fun00w00",
                     *                 "time": "2026-03-31T12:49:40.000Z"
                     *               },
                     *               {
                     *                 "id": 5,
                     *                 "media": "zhigengdaily",
                     *                 "mediaTitle": "知更日報",
                     *                 "title": "62歲重返汐原國小 師長：他真的很拚",
                     *                 "url": "https://www.zhigengdaily.example/news/20260331/ful00506",
                     *                 "time": "2026-03-30T17:52:07.000Z"
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "tags": [
                     *         {
                     *           "tag": "汐原國小",
                     *           "media": 2,
                     *           "topic": 1,
                     *           "feature": 1
                     *         },
                     *         {
                     *           "tag": "燧澗食品",
                     *           "media": 2,
                     *           "topic": 1,
                     *           "feature": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TopicsOverview"] | components["schemas"]["TopicsSearch"] | components["schemas"]["TopicsOfMedia"];
                };
            };
            304: components["responses"]["NotModified"];
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
            /** @description That media has no tracked topics, or it is not known what was seen at that time */
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
}

/** Names that a reader shows of folders nobody has made. */
export const FEED_LABELS = { blog: 'Blogs', news: 'News', event: 'Events' } as const;

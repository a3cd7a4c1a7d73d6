/** The roles of users. Apart from accounts, so that the options can be read without loading accounts. */

/** An owner gives roles; an admin runs blogs, sources and users; a user has keys and follows. */
export const ROLES = ['owner', 'admin', 'user'] as const;
export type Role = (typeof ROLES)[number];

/** The roles of users, for commands and their help, which load nothing else of accounts. */
export { ROLES, type Role } from '../accounts/people.js';

/** Files of this process are its owner's alone: apart from stores, so that every command can load it. */
export { closeToOthers } from '../store/private-folder.js';

/** Names that addresses carry, those of icons and of tags, on servers of one process. */
import '../../engine/actor/threads-here.js';
import './icons.js';
import './tag-names.js';

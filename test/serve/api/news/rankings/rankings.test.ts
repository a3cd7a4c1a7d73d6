/**
 * Rankings, and what is told of tags, in one world on one server: first what only reads, then what lets
 * the world go on.
 */
import '../../../../engine/actor/threads-here.js';
import t from 'tap';
import { testExplainedRankings } from '../explain.js';
import { testLateArticles } from '../tags/tag-series.js';
import { testPastTags } from '../tags/tag-status.js';
import { testLaterRankings } from './ranking.js';

testExplainedRankings(t);
testLaterRankings();
testLateArticles();
testPastTags();

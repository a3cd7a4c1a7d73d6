/**
 * The ranking of a set of outlets, computed on demand for the hour of a snapshot: as of the newest ranking tick,
 * or as of the end of an hour that is over.
 */
import { HOUR_MS, isoOf } from '../../../../kernel/clock.js';
import { CHOSEN_MS } from '../../../../news/tags/codec.js';
import { RankingBlockView } from '../../../../news/tags/ranking-block-view.js';
import { LEAD_HOURS } from '../../../../news/tags/trend.js';
import { invalidQuery, notFound, notYet } from '../../../http/errors.js';
import type { Reply } from '../../../http/reply.js';
import { REVALIDATE, taggedReply } from '../../caching.js';
import { rankingBody, TREND_POINTS, trendLeadMs } from '../rankings/ranking-body.js';
import { columnsOf } from '../rankings/ranking-history.js';
import type { NewsSources } from '../sources.js';
import type { Chosen } from './chosen.js';
import { OnDemand } from './on-demand.js';
import { noteOf } from './set-schemas.js';

/** What is asked of the ranking beside its outlets. */
export interface SetRankingQuestion {
  category: string;
  order: 'burst' | 'score';
  limit: number;
  trend: '0' | '1';
  related: '0' | '1';
}

export class SetRanking {
  readonly #sources: NewsSources;
  readonly #made: OnDemand<Reply>;

  constructor(sources: NewsSources, path: string) {
    this.#sources = sources;
    this.#made = new OnDemand(sources, `${path}?set`, ({ body }) => body.byteLength);
  }

  /**
   * @param hourOf gives the hour of the snapshot that the same question without outlets is answered from.
   * @throws HttpError 400 for a category beside the outlets, 404 for an hour too long ago, 503.
   */
  reply(chosen: Chosen, question: SetRankingQuestion, hourOf: () => number): Promise<Reply> {
    const { tags } = this.#sources;
    const { category, order, limit, trend, related } = question;
    if (category !== 'all') {
      throw invalidQuery('category cannot be given together with outlets or set');
    }
    const hourMs = hourOf();
    const tickMs = tags.tickMs!;
    if (hourMs < tickMs - CHOSEN_MS) {
      const since = isoOf(tickMs - CHOSEN_MS);
      throw notFound(`at: with outlets or set, there are rankings since ${since} alone`);
    }
    const name = [chosen.key, hourMs, order, limit, trend, related].join(' ');
    // Articles that came after the last tick are counted, too.
    return this.#made.value(`${tags.generation} ${tags.entry}`, name, async () => {
      const body = await this.#bodyOf(chosen, question, hourMs, Math.min(hourMs + HOUR_MS, tickMs));
      return taggedReply(body, { cacheControl: REVALIDATE, vary: true });
    });
  }

  async #bodyOf(
    chosen: Chosen,
    { order, limit, trend, related }: SetRankingQuestion,
    hourMs: number,
    atMs: number,
  ): Promise<Uint8Array> {
    const { ask, tags } = this.#sources;
    const outlets = chosen.outlets.map(({ media }) => media);
    const isRelated = related === '1';
    const block = await ask('tags', { type: 'chosen', outlets, hourMs, atMs, related: isRelated });
    if (block === null) throw notYet('these outlets are not known to the ranking yet');
    const list = tags.list(new RankingBlockView(block), hourMs, isRelated);
    const hours = LEAD_HOURS + TREND_POINTS;
    return rankingBody(list, {
      ...{ category: '', order, limit },
      related: isRelated,
      columns: trend === '1' ? await columnsOf(this.#sources, trendLeadMs(list), hours) : null,
      media: tags.media,
      further: { onDemand: true, set: noteOf(chosen) },
    });
  }
}

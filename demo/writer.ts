/**
 * Writes the Chinese text of articles: headline, sentences, paragraphs.
 *
 * Invariants: the sentences of an article depend on its story and its index, so a later article can copy
 * them, change some, and be as near to the original as its `edit` says. A body has at most `CHARS_MAX`
 * code points; all its characters are in the basic plane.
 */
import type { Cast } from './cast.js';
import { LINE_BREAKS } from './json-line.js';
import type { Synonyms } from './lexicon.js';
import { derive, mix, Random } from './random.js';
import { slotId } from './slots.js';
import type { ArticleSlot, Story } from './stories.js';
import { compile, compileAll, lexiconOf, render, type Template } from './template.js';
import type { TopicWords, WorldWords } from './vocabulary.js';

const CHARS_MIN = 320;
const CHARS_MAX = 1450;
const OPENER_PERCENT = 14;
/** Matches a template that names a city or a part of it, itself or in its clauses. */
const LOCAL = /\{(city|dist|@local)/;

interface Words {
  local: boolean;
  angles: { lead: Template; heads: [Template, Template][] }[];
  tails: Template[];
  facts: Template[];
  quotes: Template[];
  background: Template[];
}

function splitHead(source: string): [Template, Template] {
  const at = source.indexOf('　');
  const first = at < 0 ? source : source.slice(0, at);
  return [compile(first, true), at < 0 ? '' : compile(source.slice(at + 1), true)];
}

function compileTopic(topic: TopicWords, lexicon: Synonyms): Words {
  return {
    local: topic.local,
    angles: topic.angles.map((angle) => ({
      lead: compile(angle.lead, true, lexicon),
      heads: angle.heads.map(splitHead),
    })),
    tails: compileAll(topic.tails, true),
    facts: compileAll(topic.facts, false, lexicon),
    quotes: compileAll(topic.quotes, false, lexicon),
    background: compileAll(topic.background, false, lexicon),
  };
}

/** Draws templates of a list in a random order, each once. */
class Deck {
  readonly #cards: Template[];

  constructor(templates: readonly Template[]) {
    this.#cards = templates.slice();
  }

  draw(random: Random): Template | undefined {
    const cards = this.#cards;
    const last = cards.pop();
    if (last === undefined || cards.length === 0) return last;
    const at = random.below(cards.length + 1);
    if (at === cards.length) return last;
    const drawn = cards[at] as Template;
    cards[at] = last;
    return drawn;
  }
}

export class Writer {
  readonly #lexicon: Synonyms;
  readonly #topics: Words[];
  readonly #general: Template[];
  /** Templates without a city, for stories that happen in none. */
  readonly #placeless: Template[];
  readonly #closers: Template[];
  readonly #citations: Template[];
  readonly #worldCitations: Template[];
  readonly #citationSentences: Template[];
  readonly #wireLead: Template;
  readonly #reporterLead: Template[];
  readonly #suffixes: Template[];
  readonly #vocabulary: WorldWords;

  constructor(vocabulary: WorldWords) {
    const { phrases } = vocabulary;
    this.#vocabulary = vocabulary;
    const lexicon = lexiconOf(phrases.synonyms, phrases.parts);
    this.#lexicon = lexicon;
    this.#topics = vocabulary.topics.map((topic) => compileTopic(topic, lexicon));
    this.#general = compileAll(phrases.general, false, lexicon);
    const placeless = phrases.general.filter((text) => !LOCAL.test(text));
    this.#placeless = compileAll(placeless, false, lexicon);
    this.#closers = compileAll(phrases.closers, false, lexicon);
    this.#citations = compileAll(phrases.citations);
    this.#worldCitations = compileAll(phrases.worldCitations);
    this.#citationSentences = compileAll(phrases.citationSentences);
    this.#wireLead = compile(phrases.wireLead);
    this.#reporterLead = compileAll(phrases.reporterLead);
    this.#suffixes = compileAll(phrases.titleSuffixes, true);
  }

  title(story: Story, cast: Cast, index: number): string {
    const random = new Random(derive(story.seed, index, 11));
    const words = this.#topics[story.topic] as Words;
    const [first, second] = random.pick(this.#angle(story, words).heads);
    const text = (template: Template): string => render(template, cast, random);
    const gap = random.chance(80) ? '　' : ' ';
    // A headline of one clause gets a second clause from the tails.
    const style = second === '' ? 40 : random.below(100);
    let title = text(first);
    if (style < 30) title += gap + text(second);
    else if (style < 66) title += gap + text(random.pick(words.tails));
    else if (style < 92) title += gap + text(second) + gap + text(random.pick(words.tails));
    else title += text(random.pick(this.#suffixes));
    return random.chance(7) ? random.pick(this.#vocabulary.phrases.titlePrefixes) + title : title;
  }

  /** The first sentence of the article with this index, if it has a text of its own. */
  lead(story: Story, cast: Cast, index: number): string {
    return this.#lead(story, cast, new Random(derive(story.seed, index, 12)));
  }

  #lead(story: Story, cast: Cast, random: Random): string {
    return render(this.#angle(story, this.#topics[story.topic] as Words).lead, cast, random);
  }

  /** Sentences, and the general templates that were not used for them. */
  #compose(story: Story, cast: Cast, index: number): { sentences: string[]; left: Deck } {
    const random = new Random(derive(story.seed, index, 12));
    this.#lexicon.beginText();
    const words = this.#topics[story.topic] as Words;
    const sentences = [this.#lead(story, cast, random)];
    const target = this.#target(random);
    const facts = new Deck(words.facts);
    const quotes = new Deck(words.quotes);
    const background = new Deck(words.background);
    const general = new Deck(words.local ? this.#general : this.#placeless);
    let chars = (sentences[0] as string).length;
    while (chars < target) {
      const kind = random.below(100);
      const deck = kind < 34 ? facts : kind < 48 ? quotes : kind < 60 ? background : general;
      const template = deck.draw(random) ?? facts.draw(random) ?? general.draw(random);
      if (template === undefined) break;
      const opens = deck !== quotes && random.chance(OPENER_PERCENT);
      const sentence = this.#opened(render(template, cast, random), opens, random);
      if (chars + sentence.length > CHARS_MAX) break;
      sentences.push(sentence);
      chars += sentence.length;
    }
    if (random.chance(45)) sentences.push(render(random.pick(this.#closers), cast, random));
    return { sentences, left: general };
  }

  /** The angle of a story, the same for all outlets. */
  #angle(story: Story, words: Words): Words['angles'][number] {
    return words.angles[mix(story.seed) % words.angles.length] as Words['angles'][number];
  }

  /** Length of a text: short texts are common, long ones rare. */
  #target(random: Random): number {
    const span = CHARS_MAX - 150 - CHARS_MIN;
    return CHARS_MIN + Math.min(random.below(span), random.below(span));
  }

  #opened(sentence: string, opens: boolean, random: Random): string {
    if (!opens) return sentence;
    const head = sentence.slice(0, 6);
    if (head.startsWith('「') || head.startsWith('（') || head.includes('，')) {
      return sentence;
    }
    return random.pick(this.#vocabulary.phrases.openers) + sentence;
  }

  /** The sentences of a slot: its own, or those of another article with some changed. */
  sentences(story: Story, cast: Cast, slot: ArticleSlot): string[] {
    if (slot.base < 0) return this.#compose(story, cast, slot.index).sentences;
    const { sentences: taken, left } = this.#compose(story, cast, slot.base);
    if (slot.edit === 0) return taken;
    const random = new Random(derive(story.seed, slot.index, 13));
    const out: string[] = [];
    for (const [at, sentence] of taken.entries()) {
      if (at === 0 || !random.chance(slot.edit)) out.push(sentence);
      else if (random.chance(55)) {
        const template = left.draw(random);
        out.push(template === undefined ? sentence : render(template, cast, random));
      }
    }
    return out;
  }

  /** Adds an explicit mention of `source` to an article. */
  cite(sentences: string[], source: string, world: boolean, cast: Cast, random: Random): void {
    cast.values[slotId('source')] = source;
    if (random.chance(35)) {
      const place = sentences.length > 2 ? sentences.length - 1 : sentences.length;
      sentences.splice(place, 0, render(random.pick(this.#citationSentences), cast, random));
      return;
    }
    const at = sentences.length > 2 ? 1 + random.below(2) : 0;
    const prefix = render(
      random.pick(world ? this.#worldCitations : this.#citations),
      cast,
      random,
    );
    const sentence = sentences[at] as string;
    if (!sentence.startsWith('「')) sentences[at] = prefix + this.#unopened(sentence);
  }

  #unopened(sentence: string): string {
    const opener = this.#vocabulary.phrases.openers.find((text) => sentence.startsWith(text));
    return opener === undefined ? sentence : sentence.slice(opener.length);
  }

  /** The wire agency's mark before the first sentence: （某社某地3日電）. */
  wireLead(cast: Cast, wire: string, random: Random): string {
    cast.values[slotId('wire')] = wire;
    cast.values[slotId('citySpot')] = cast.values[slotId('cityShort')] as string;
    return render(this.#wireLead, cast, random);
  }

  /** 記者某某／某地報導, the start of many bodies. */
  reporterLead(cast: Cast, by: string, spot: string, random: Random): string {
    cast.values[slotId('by')] = by;
    cast.values[slotId('spot')] = spot;
    return render(random.pick(this.#reporterLead), cast, random);
  }
}

/** Splits sentences into paragraphs of one to four, joined by `joint` for a JSON string. */
export function paragraphs(sentences: readonly string[], joint: string, random: Random): string {
  let text = sentences[0] ?? '';
  let left = random.below(3);
  for (let at = 1; at < sentences.length; at++) {
    if (left > 0) {
      text += joint;
      left -= 1;
    } else {
      text += LINE_BREAKS;
      left = random.below(4);
    }
    text += sentences[at];
  }
  return text;
}

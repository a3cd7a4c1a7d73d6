/**
 * Writes the English text of articles; the counterpart of writer.ts.
 *
 * Invariants: as in writer.ts; a list of sentences depends on the story and the index alone.
 */
import type { Cast } from './cast.js';
import type { Synonyms } from './lexicon.js';
import { derive, Random } from './random.js';
import { slotId } from './slots.js';
import type { ArticleSlot, Story } from './stories.js';
import { compile, compileAll, lexiconOf, render, type Template } from './template.js';
import type { WorldWords } from './vocabulary.js';

/** Sentences of an article: about the topic, and general ones; about 90 characters each. */
const OWN_MIN = 3;
const OWN_MAX = 5;
const GENERAL_MIN = 3;
const GENERAL_MAX = 9;

/** `count` of the templates, in a random order. */
function some(templates: readonly Template[], count: number, random: Random): Template[] {
  return random.shuffle([...templates]).slice(0, count);
}

export class EnglishWriter {
  readonly #lexicon: Synonyms;
  readonly #topics: { heads: Template[]; sentences: Template[] }[];
  readonly #general: Template[];
  readonly #tails: Template[];
  readonly #citations: Template[];
  readonly #wireLead: Template;
  readonly #saying: readonly string[];

  constructor(vocabulary: WorldWords) {
    const { english } = vocabulary;
    const lexicon = lexiconOf(english.synonyms, english.parts);
    this.#lexicon = lexicon;
    this.#topics = vocabulary.topics.map((topic) => {
      const words = english.topics[topic.key];
      return {
        heads: compileAll(words?.heads ?? [], true),
        sentences: compileAll(words?.sentences ?? [], false, lexicon),
      };
    });
    this.#tails = compileAll(english.tails, true);
    this.#general = compileAll(english.general, false, lexicon);
    this.#citations = compileAll(english.citations);
    this.#saying = english.saying;
    this.#wireLead = compile(english.wireLead);
  }

  title(story: Story, cast: Cast, index: number): string {
    const random = new Random(derive(story.seed, index, 21));
    const head = this.#head(story, cast, random);
    if (random.chance(30)) return head;
    return `${head}${random.pick(['; ', ': ', ', '])}${render(random.pick(this.#tails), cast, random)}`;
  }

  #head(story: Story, cast: Cast, random: Random): string {
    const words = this.#topics[story.topic] as { heads: Template[] };
    return render(random.pick(words.heads), cast, random);
  }

  ownSentences(story: Story, cast: Cast, index: number): string[] {
    const random = new Random(derive(story.seed, index, 22));
    const words = this.#topics[story.topic] as { sentences: Template[] };
    this.#lexicon.beginText();
    const chosen = [
      ...some(words.sentences, random.between(OWN_MIN, OWN_MAX), random),
      ...some(this.#general, random.between(GENERAL_MIN, GENERAL_MAX), random),
    ];
    const head = this.#head(story, cast, new Random(derive(story.seed, index, 21)));
    const day = cast.values[slotId('weekday')] as string;
    // The headline as a sentence, so that text and headline have the same angle.
    const lead = `${head}, ${random.pick(this.#saying)} on ${day}.`;
    const rest = random.shuffle(chosen).map((t) => render(t, cast, random));
    return [lead, ...rest];
  }

  sentences(story: Story, cast: Cast, slot: ArticleSlot): string[] {
    if (slot.base < 0) return this.ownSentences(story, cast, slot.index);
    const taken = this.ownSentences(story, cast, slot.base);
    const random = new Random(derive(story.seed, slot.index, 23));
    return taken.filter((_, at) => at === 0 || !random.chance(slot.edit));
  }

  cite(sentences: string[], source: string, cast: Cast, random: Random): void {
    cast.values[slotId('source')] = source;
    sentences.splice(1, 0, render(random.pick(this.#citations), cast, random));
  }

  wireLead(cast: Cast, wire: string, random: Random): string {
    cast.values[slotId('source')] = wire;
    return render(this.#wireLead, cast, random);
  }
}

/**
 * The language of an article: by its script if that is enough, otherwise by a model of 176
 * languages (fastText's `lid.176`, some 15 MB of memory), which is loaded when it is first needed.
 *
 * Stateless: the result depends on the text alone.
 */

import { pause } from '../../kernel/runtime/pause.js';
import { languageIn, languageOfScript, scriptOf } from '../../kernel/text/language.js';
import type { Tagged, TaggedArticles, ToldArticle } from './told.js';

/** Of the text, beside the title: more makes no difference. */
const LEAD_BYTES_MAX = 1000;
const LEAD_UNITS_MAX = 300;
/** A text of lower likelihood is a name, or a number with a word. */
const LIKELIHOOD_MIN = 0.3;
const LABEL = '__label__';

interface Model {
  predict(
    text: string,
    most: number,
    least: number,
  ): { size(): number; get(at: number): [number, string]; delete(): void };
}

let model: Promise<Model> | null = null;

/** The answer about articles, with their languages. */
export async function withLanguages({
  asked,
  ...tagged
}: Tagged & { asked: readonly ToldArticle[] }): Promise<TaggedArticles> {
  const languages: (string | null)[] = [];
  for (const article of asked) {
    pause();
    languages.push(article.asksLang ? await languageOf(textOf(article)) : null);
  }
  return { ...tagged, languages };
}

async function languageOf(text: string): Promise<string | null> {
  const script = scriptOf(text);
  if (script === null) return null;
  const only = languageOfScript(script);
  if (only !== null) return only;
  model ??= load();
  const found = (await model).predict(text.toLowerCase(), 1, LIKELIHOOD_MIN);
  const label = found.size() === 0 ? null : found.get(0)[1];
  found.delete();
  return label === null ? null : languageIn(label.slice(LABEL.length));
}

async function load(): Promise<Model> {
  const { getLIDModel } = await import('fasttext.wasm.js');
  return (await (await getLIDModel()).load()) as unknown as Model;
}

/** Title and beginning on one line, the model's input. */
function textOf({ title, description, body }: ToldArticle): string {
  const lead = description ?? Buffer.from(body ?? []).toString('utf8', 0, LEAD_BYTES_MAX);
  return `${title} ${lead.slice(0, LEAD_UNITS_MAX)}`.normalize('NFC').replace(/\s+/g, ' ');
}
